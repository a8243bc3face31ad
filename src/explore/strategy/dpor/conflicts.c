/* Steps that were taken, and could have gone before the head of an earlier chunk. */
#include "explore/strategy/dpor/blocking.h"
#include "explore/strategy/dpor/search.h"

/* ---- steps of several operations ----
 *
 * A step may consist of several operations (an atomic section), and those may be others once it goes before the head: it can
 * conflict with steps that it did not conflict with behind the head. Such a conflict is only seen in the run of the child; what it
 * leads to is a history of the same head, with the other step and its past before the last one. A conflict that would have been seen
 * behind the head is left to the run that sees it there. */

static uint64_t touch_of(const struct event *e, enum effect effect) {
  uint64_t x = (e->addr ^ (uint64_t)e->aux << 48) * 0x9e3779b97f4a7c15ull;
  return (x ^ x >> 31) << 2 | (uint64_t)effect;
}

/* Its first operation is on the same object in any case. */
void conflicts_note(const struct course *c, uint32_t step, struct expected *x) {
  uint32_t first = c->steps.at[step].event;
  uint32_t end = step + 1 < c->steps.count ? c->steps.at[step + 1].event : c->next_event;
  uint64_t at, size;
  vec_push(&x->touched, touch_of(&c->run.events[first], EFFECT_WRITE));
  for (uint32_t i = first + 1; i < end; i++)
    if (objects_bytes(&c->run.events[i], &at, &size))
      vec_push(&x->touched, touch_of(&c->run.events[i], course_effect(&c->run.events[i])));
}

/* Is this conflict with the last step of the planned history one that was not there behind the head? */
static bool is_late_conflict(const struct search *s, const struct conflict *k) {
  const struct course *c = &s->course;
  const struct expected *x = s->expected;
  if (!x->touched.count || x->flipped != NONE || k->op.step != x->steps - 1 || x->chosen == NONE)
    return false;
  uint64_t touch = touch_of(&c->run.events[k->op.event], EFFECT_NONE);
  enum effect effect = course_effect(&c->run.events[k->event]);
  for (size_t i = 0; i < x->touched.count; i++)
    if ((x->touched.at[i] & ~3ull) == touch && effects_conflict((enum effect)(x->touched.at[i] & 3), effect))
      return false;
  return true;
}
/* The same head, with the other step before the last one of the history. */
static void reverse_late(struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  const struct expected *now = s->expected;
  uint32_t start = vec_last(&now->chunks).start, last = r->head;
  if (!reverse_is_default(c, r) || !decisions_are_default(s, r)) return;
  struct item *i = search_add(s);
  struct expected *x = &i->expected;
  input_copy(&i->part.input, c->run.input);
  for (uint32_t k = 1; k < last; k++) item_add_step(i, c, k);
  for (uint32_t k = last + 1; k < r->step; k++)
    if (clock_has(c, r->clock, k)) item_add_step(i, c, k);
  item_add_thread(i, c->threads.at[r->slot].number);
  item_add_thread(i, c->threads.at[c->steps.at[last].slot].number);
  x->chosen = now->chosen;
  for (size_t k = 0; k + 1 < now->chunks.count; k++) vec_push(&x->chunks, now->chunks.at[k]);
  vec_push(&x->chunks, ((struct chunk){start, x->steps - start, NONE}));
  for (size_t k = 0; k < now->flipped_before.count; k++)
    vec_push(&x->flipped_before, now->flipped_before.at[k]);
  for (size_t k = 0; k < now->touched.count; k++) vec_push(&x->touched, now->touched.at[k]);
}
/* ---- steps that were taken ---- */

/* Does the step come before the present one by something else than this conflict? */
static bool is_covered(const struct course *c, uint32_t step, size_t conflict) {
  uint32_t head = c->before.at[conflict].op.step, previous = c->steps.at[step].previous,
           slot = c->steps.at[step].slot;
  const uint32_t *own = previous ? course_clock(c, previous) : c->born.at + (size_t)slot * c->stride;
  if (clock_has(c, own, head)) return true;
  for (size_t i = 0; i < c->before.count; i++) {
    uint32_t other = c->before.at[i].op.step;
    if (other != head && clock_has(c, course_clock(c, other), head)) return true;
  }
  return false;
}

/* What a compare-exchange of the step expects to find; NULL: there is none. */
static const struct event *expectation(const struct course *c, uint32_t step) {
  uint32_t end = step + 1 < c->steps.count ? c->steps.at[step + 1].event : c->next_event;
  for (uint32_t i = c->steps.at[step].event + 1; i < end; i++)
    if (c->run.events[i].kind == EV_EXPECT) return &c->run.events[i];
  return NULL;
}

static bool has_fused(const struct course *c, uint32_t step) {
  uint32_t end = step + 1 < c->steps.count ? c->steps.at[step + 1].event : c->next_event;
  for (uint32_t i = c->steps.at[step].event + 1; i < end; i++)
    if (event_is_visible(&c->run.events[i]) && !(c->run.events[i].taken & EVENT_BOUND) &&
        c->run.events[i].kind != EV_SPIN)
      return true;
  return false;
}

/* What lies at the bytes of an event before step `head`, which writes them; false: that is not known. */
static bool value_before(struct course *c, const struct event *e, uint32_t head, uint64_t *value) {
  const struct cell *cell = objects_cell(&c->objects, e->addr / 8);
  const struct event *expected = expectation(c, head);
  bool is_found = expected && expected->addr == e->addr;
  if (is_found) *value = expected->value; /* it would not have written else */
  for (size_t i = cell->ops.count; i-- > 0 && !is_found;) {
    const struct op *op = &cell->ops.at[i];
    const struct event *f = &c->run.events[op->event];
    if (op->step >= head || f->kind == EV_SPIN) continue;
    if (f->addr != e->addr || f->aux != e->aux || f->expr) return false;
    *value = f->value;
    is_found = true;
  }
  return is_found;
}

static enum effect effect_of_exchange(struct course *c, const struct event *e, uint32_t step, uint32_t head) {
  uint64_t value;
  if (e->expr || !value_before(c, e, head, &value)) return EFFECT_NONE;
  return value == expectation(c, step)->value ? EFFECT_WRITE : EFFECT_READ;
}

/* How the step will touch the object if it goes first: a lock that was tried may be free then, or still taken.
 * EFFECT_NONE: that cannot be told. */
static enum effect effect_if_first(struct course *c, const struct conflict *conflict, uint32_t step) {
  const struct event *e = &c->run.events[conflict->event], *f = &c->run.events[conflict->op.event];
  if (has_fused(c, step)) return course_effect(e); /* other conflicts are seen when they are there */
  if (expectation(c, step)) return effect_of_exchange(c, e, step, conflict->op.step);
  if (e->taken & EVENT_WAITED) return event_effect(e);
  switch (e->kind) {
  case EV_LOCK: return f->kind == EV_UNLOCK || f->kind == EV_READ_UNLOCK ? EFFECT_READ : EFFECT_WRITE;
  case EV_READ_LOCK: return f->kind == EV_UNLOCK ? EFFECT_READ : EFFECT_ADD;
  case EV_LOCK_FAIL: return f->kind == EV_LOCK && !c->objects.has_readers ? EFFECT_WRITE : EFFECT_NONE;
  case EV_SEM_WAIT: return f->kind == EV_POST && !e->value ? EFFECT_READ : EFFECT_WRITE;
  case EV_SEM_FAIL: return f->kind == EV_SEM_WAIT ? EFFECT_WRITE : EFFECT_READ;
  default: return event_effect(e);
  }
}

/* What comes before the step if it goes before the head: what it conflicts with there, and what else it conflicts with. */
static void set_first_clock(struct search *s, uint32_t step, size_t at, enum effect effect) {
  struct course *c = &s->course;
  const struct event *e = &c->run.events[c->before.at[at].event];
  uint32_t slot = c->steps.at[step].slot, previous = c->steps.at[step].previous,
           head = c->before.at[at].op.step;
  uint64_t first = 0, size = 0;
  if (!objects_bytes(e, &first, &size)) size = 0;
  reverse_set_clock(s, slot, previous, effect, first, size, head);
  for (size_t i = 0; i < c->before.count; i++) {
    const struct conflict *k = &c->before.at[i];
    bool stays = k->event != c->before.at[at].event || effects_conflict(effect, (enum effect)k->op.effect);
    if (k->op.step != head && stays) clock_join_op(c, s->clock.at, &k->op);
  }
  s->clock.at[slot] = c->steps.at[step].index;
}

/* If it cannot be told how the step touches the object then, it may be either way. */
static bool is_highest_somehow(struct search *s, uint32_t step, size_t at, struct reversal *r) {
  static const enum effect either[] = {EFFECT_READ, EFFECT_WRITE};
  for (size_t i = 0; i < 2; i++) {
    set_first_clock(s, step, at, either[i]);
    r->first_clock = s->clock.at;
    if (reverse_is_highest(&s->course, r)) return true;
  }
  return false;
}

/* The step goes before the one that it conflicts with. */
static struct reversal reversal_of(const struct course *c, uint32_t step, size_t at) {
  return (struct reversal){.head = c->before.at[at].op.step,
                           .slot = c->steps.at[step].slot,
                           .clock = course_clock(c, step),
                           .step = step};
}

static void reverse_conflict(struct search *s, uint32_t step, size_t at) {
  struct course *c = &s->course;
  struct reversal r = reversal_of(c, step, at);
  enum effect effect = effect_if_first(c, &c->before.at[at], step);
  bool has_history = c->steps.at[r.head].start < r.head; /* else there is nothing to compare the step with */
  if (has_history && !effect && !is_highest_somehow(s, step, at, &r)) return;
  if (has_history && effect) {
    set_first_clock(s, step, at, effect);
    r.first_clock = s->clock.at;
    if (!reverse_is_highest(c, &r)) return;
  }
  reverse(s, &r);
}

/* Of several that could go before the last step of the history, the one of the highest rank shows that. */
static bool is_highest_late(const struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  uint32_t start = vec_last(&s->expected->chunks).start;
  for (uint32_t b = start; b < r->head; b++)
    if (!clock_has(c, r->first_clock, b) && clock_has(c, course_clock(c, r->head), b) &&
        reverse_is_maximal(c, b, start, r->head) && reverse_rank(c, b) > c->threads.at[r->slot].rank)
      return false;
  return true;
}

static void reverse_late_conflict(struct search *s, uint32_t step, size_t at) {
  struct course *c = &s->course;
  struct reversal r = reversal_of(c, step, at);
  const struct chunk *k = c->chunks.count ? &vec_last(&c->chunks) : NULL;
  if (!k || (k->head != NONE && clock_has(c, r.clock, k->head))) return;
  if (!blocking_may_precede(c, &c->before.at[at], step)) return;
  set_first_clock(s, step, at, event_effect(&c->run.events[c->before.at[at].event]));
  r.first_clock = s->clock.at;
  if (is_highest_late(s, &r)) reverse_late(s, &r);
}

void reverse_step(struct search *s, uint32_t step) {
  struct course *c = &s->course;
  uint32_t slot = c->steps.at[step].slot;
  for (size_t i = 0; i < c->before.count; i++) {
    uint32_t head = c->before.at[i].op.step;
    if (c->steps.at[head].slot != slot && is_late_conflict(s, &c->before.at[i]) && !is_covered(c, step, i))
      reverse_late_conflict(s, step, i);
    if (!c->steps.at[head].is_head || c->steps.at[head].slot == slot || is_covered(c, step, i)) continue;
    if (blocking_may_precede(c, &c->before.at[i], step)) reverse_conflict(s, step, i);
  }
}
