/* What could have come before what: the children that a run has in the search.
 *
 * At a node the search lets some thread take its next step e. All classes below the node are told apart by the history of
 * e: the steps of others that come before e there and are not part of the node yet. The run that is looked at has one
 * history, that of e's chunk; a later step a that conflicts with e, and need not come after it, shows a larger one:
 * P = (the chunk's history) + (what comes before a) + a. So each history is seen from smaller ones, and from many runs.
 * It is taken from one of them only:
 *
 *   - a is the maximal step of P with the highest rank: the other ways to P are through other histories;
 *   - all that was chosen after e, and does not come before a, is as it would be by default once a and what comes before it
 *     is given: each chunk's head is one of these, or its whole history is. (In TruSt, Kokologiannakis et al., POPL 2022, what
 *     is removed must be maximal; in POP, Abdulla et al., CAV 2024, fresh.) And each decision that was flipped could not
 *     have gone the default way.
 *
 * An operation that waits, and was disabled by e, has the same effect as one that was carried out after it. */
#include "explore/strategy/dpor/blocking.h"
#include "explore/strategy/dpor/search.h"

static uint64_t rank_of(const struct course *c, uint32_t step) {
  return c->threads.at[c->steps.at[step].slot].rank;
}

static bool is_maximal(const struct course *c, uint32_t step, uint32_t start, uint32_t end) {
  for (uint32_t k = start; k < end; k++)
    if (k != step && clock_has(c, course_clock(c, k), step)) return false;
  return true;
}

/* Is the operation the one by which the larger history is to be found? */
static bool is_highest(const struct course *c, const struct reversal *r) {
  uint32_t start = c->steps.at[r->head].start;
  for (uint32_t b = start; b < r->head; b++) {
    if (clock_has(c, r->first_clock, b) || !is_maximal(c, b, start, r->head)) continue;
    if (r->disables || rank_of(c, b) > c->threads.at[r->slot].rank) return false;
  }
  return true;
}

/* Of an operation that was carried out behind the head, after that had let it go on again, what it had to wait for comes before it
 * in any case. */
static bool has_history(const struct course *c, const struct reversal *r, const struct chunk *k) {
  bool is_there = r->is_behind && r->step >= k->start && r->step < k->start + k->count;
  for (uint32_t i = k->start; i < k->start + k->count; i++)
    if (!clock_has(c, r->clock, i) && !(is_there && clock_has(c, course_clock(c, i), r->head))) return false;
  return true;
}

static bool is_default(const struct course *c, const struct reversal *r) {
  for (size_t i = c->chunks.count; i-- > 0 && c->chunks.at[i].start > r->head;) {
    const struct chunk *k = &c->chunks.at[i];
    bool has_head = k->head != NONE && clock_has(c, r->clock, k->head);
    if (!has_head && !has_history(c, r, k)) return false;
  }
  return true;
}

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
static void note_touched(const struct course *c, uint32_t step, struct expected *x) {
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

/* ---- the child ---- */

void reverse(struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  uint32_t start = c->steps.at[r->head].start;
  if (!is_default(c, r) || !decisions_are_default(s, r)) return;
  struct item *i = search_add(s);
  struct expected *x = &i->expected;
  input_copy(&i->part.input, c->run.input);
  for (uint32_t k = 1; k < r->head; k++) item_add_step(i, c, k);
  for (uint32_t k = r->head + 1; k < c->steps.count && k != r->step; k++)
    if (clock_has(c, r->clock, k)) item_add_step(i, c, k);
  item_add_thread(i, c->threads.at[r->slot].number);
  x->chosen = c->threads.at[c->steps.at[r->head].slot].number;
  for (size_t k = 0; k < c->chunks.count && c->chunks.at[k].start < start; k++)
    vec_push(&x->chunks, c->chunks.at[k]);
  vec_push(&x->chunks, ((struct chunk){start, x->steps - start, NONE}));
  for (uint32_t k = 0; k < c->decisions.count; k++)
    if (c->decisions.at[k].is_flipped && c->decisions.at[k].step < start) vec_push(&x->flipped_before, k);
  if (r->step != NONE && !r->is_behind) note_touched(c, r->step, x);
}

/* The same head, with the other step before the last one of the history. */
static void reverse_late(struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  const struct expected *now = s->expected;
  uint32_t start = vec_last(&now->chunks).start, last = r->head;
  if (!is_default(c, r) || !decisions_are_default(s, r)) return;
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
  if (has_fused(c, step)) return EFFECT_NONE;
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

static void join_conflict(void *context, const struct op *op) {
  struct search *s = context;
  clock_join_op(&s->course, s->clock.at, op);
}

/* What comes before an operation of the thread if it goes before `head`. */
static void set_clock(struct search *s, uint32_t slot, uint32_t previous, enum effect effect, uint64_t first,
                      uint64_t size, uint32_t head) {
  struct course *c = &s->course;
  const uint32_t *own = previous ? course_clock(c, previous) : c->born.at + (size_t)slot * c->stride;
  vec_reserve(&s->clock, c->stride);
  for (uint32_t i = 0; i < c->threads.count; i++) s->clock.at[i] = own[i];
  if (size) course_conflicts(c, effect, first, size, head, join_conflict, s);
}

/* What comes before the step if it goes before the head: what it conflicts with there, and what else it conflicts with. */
static void set_first_clock(struct search *s, uint32_t step, size_t at, enum effect effect) {
  struct course *c = &s->course;
  const struct event *e = &c->run.events[c->before.at[at].event];
  uint32_t slot = c->steps.at[step].slot, previous = c->steps.at[step].previous,
           head = c->before.at[at].op.step;
  uint64_t first = 0, size = 0;
  if (!objects_bytes(e, &first, &size)) size = 0;
  set_clock(s, slot, previous, effect, first, size, head);
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
    if (is_highest(&s->course, r)) return true;
  }
  return false;
}

static void reverse_conflict(struct search *s, uint32_t step, size_t at) {
  struct course *c = &s->course;
  struct reversal r = {.head = c->before.at[at].op.step,
                       .slot = c->steps.at[step].slot,
                       .clock = course_clock(c, step),
                       .step = step};
  enum effect effect = effect_if_first(c, &c->before.at[at], step);
  if (c->steps.at[r.head].start <
      r.head) { /* else nothing comes before the head that the step could be compared with */
    if (!effect && !is_highest_somehow(s, step, at, &r)) return;
    if (effect) set_first_clock(s, step, at, effect);
    r.first_clock = s->clock.at;
    if (effect && !is_highest(c, &r)) return;
  }
  reverse(s, &r);
}

/* Of several that could go before the last step of the history, the one of the highest rank shows that. */
static bool is_highest_late(const struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  uint32_t start = vec_last(&s->expected->chunks).start;
  for (uint32_t b = start; b < r->head; b++)
    if (!clock_has(c, r->first_clock, b) && clock_has(c, course_clock(c, r->head), b) &&
        is_maximal(c, b, start, r->head) && rank_of(c, b) > c->threads.at[r->slot].rank)
      return false;
  return true;
}

static void reverse_late_conflict(struct search *s, uint32_t step, size_t at) {
  struct course *c = &s->course;
  struct reversal r = {.head = c->before.at[at].op.step,
                       .slot = c->steps.at[step].slot,
                       .clock = course_clock(c, step),
                       .step = step};
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

/* Is the history that was planned, which ends with step `last`, one that is to be looked for by that step? Else another run
 * has it, too. */
bool reverse_is_due(const struct search *s, uint32_t start, uint32_t last) {
  const struct course *c = &s->course;
  for (uint32_t b = start; b < last; b++)
    if (is_maximal(c, b, start, last + 1) && rank_of(c, b) > rank_of(c, last)) return false;
  return true;
}

/* ---- operations that waited ---- */

struct waiter {
  struct search *search;
  struct pending pending;
  uint32_t from; /* heads before this step are of no interest */
};

/* What comes before the operation when it goes on, but for what comes after the head. */
struct behind {
  struct search *search;
  uint32_t head;
  bool
      is_by_others; /* not only the head's thread kept it waiting: where it goes before those others, it is found too */
};

static void join_others(void *context, const struct op *op) {
  struct behind *b = context;
  struct course *c = &b->search->course;
  if (!clock_has(c, course_clock(c, op->step), b->head))
    clock_join_op(c, b->search->others.at, op);
  else
    b->is_by_others |= c->steps.at[op->step].slot != c->steps.at[b->head].slot;
}

/* A reader keeps a writer waiting, but need not come before other readers: which of these come before the writer is only seen
 * when that goes on. */
static void reader_before(struct search *s, const struct pending *p, struct reversal *r) {
  struct course *c = &s->course;
  uint32_t step = p->until;
  vec_reserve(&s->others, c->stride);
  for (uint32_t i = 0; i < c->threads.count; i++) s->others.at[i] = p->known[i];
  s->others.at[p->slot] = c->steps.at[step].index;
  struct behind b = {s, r->head, false};
  course_conflicts(c, EFFECT_WRITE, p->object, 1, step, join_others, &b);
  if (b.is_by_others) return;
  clock_join(c, s->clock.at, s->others.at);
  r->clock = s->others.at;
  r->is_behind = true;
  if (blocking_lets(c, p, r->head, r->clock) && is_highest(c, r)) reverse(s, r);
}

static void disabled_by(void *context, uint32_t head) {
  struct waiter *w = context;
  struct search *s = w->search;
  const struct pending *p = &w->pending;
  struct course *c = &s->course;
  bool is_taken = p->until < c->steps.count;
  bool is_reader = p->kind == EV_LOCK && c->run.events[c->steps.at[head].event].kind == EV_READ_LOCK;
  if (!c->steps.at[head].is_head || clock_has(c, p->known, head)) return;
  if (head < w->from && !(is_reader && is_taken)) return;
  set_clock(s, p->slot, is_taken ? c->steps.at[p->until].previous : c->threads.at[p->slot].last,
            blocking_effect(p->kind), p->object, 1, head);
  struct reversal r = {.head = head,
                       .slot = p->slot,
                       .clock = p->known,
                       .first_clock = s->clock.at,
                       .step = is_taken ? p->until : NONE,
                       /* readers need not come before each other */
                       .disables = p->kind != EV_READ_LOCK};
  if (is_reader && is_taken)
    reader_before(s, p, &r);
  else if (is_highest(c, &r))
    reverse(s, &r);
}

static uint32_t announced_at(const struct course *c, uint32_t slot, uint32_t previous, uint32_t until) {
  uint32_t at = previous ? previous : c->threads.at[slot].born;
  for (size_t i = c->decisions.count; i-- > 0 && c->decisions.at[i].step > at;)
    if (c->decisions.at[i].slot == slot && c->decisions.at[i].step < until) return c->decisions.at[i].step;
  return at;
}

/* `index`: of its thread's elements, the operation itself. */
static void look_at(struct search *s, struct pending p, uint32_t previous, uint32_t index, uint32_t from,
                    uint32_t announced_from) {
  struct course *c = &s->course;
  const uint32_t *own = previous ? course_clock(c, previous) : c->born.at + (size_t)p.slot * c->stride;
  vec_reserve(&s->known, c->stride);
  for (uint32_t i = 0; i < c->threads.count; i++) s->known.at[i] = own[i];
  s->known.at[p.slot] = index - 1;
  p.known = s->known.at;
  p.announced = announced_at(c, p.slot, previous, p.until);
  struct waiter w = {s, p, p.announced >= announced_from ? 0 : from};
  blocking_find(c, &p, disabled_by, &w);
}

void reverse_pending(struct search *s, uint32_t from, uint32_t announced_from) {
  struct course *c = &s->course;
  for (uint32_t k = from; k < c->steps.count; k++) {
    const struct dpor_step *t = &c->steps.at[k];
    const struct event *e = &c->run.events[t->event];
    if (!(e->taken & EVENT_WAITED)) continue;
    look_at(s, (struct pending){.slot = t->slot, .kind = e->kind, .object = e->addr, .until = k}, t->previous,
            t->index, from, announced_from);
  }
  for (uint32_t i = 0; i < c->run.trace->waiting_count; i++) {
    const struct waiting *w = &c->run.waiting[i];
    uint32_t slot = c->slot_of[w->thread] - 1;
    if (slot == NONE) continue;
    const struct dpor_thread *t = &c->threads.at[slot];
    look_at(s,
            (struct pending){
                .slot = slot, .kind = w->kind, .object = w->object, .until = (uint32_t)c->steps.count},
            t->last, t->elements + 1, from, announced_from);
  }
}
