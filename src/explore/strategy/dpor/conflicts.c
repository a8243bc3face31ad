/* Steps that were taken, and could have gone before the head of an earlier chunk. */
#include "explore/strategy/dpor/blocking.h"
#include "explore/strategy/dpor/footprint.h"
#include "explore/strategy/dpor/search.h"

/* ---- steps that were taken ---- */

/* Does the present step come behind `head` by something else than a conflict with it? */
static bool comes_behind(const struct course *c, uint32_t step, uint32_t head) {
  uint32_t previous = c->h.steps.at[step].previous, slot = c->h.steps.at[step].slot;
  const uint32_t *own = history_known(&c->h, slot, previous);
  if (clock_has(&c->h, own, head)) return true;
  for (size_t i = 0; i < c->h.before.count; i++) {
    uint32_t other = c->h.before.at[i].op.step;
    if (other != head && clock_has(&c->h, history_clock(&c->h, other), head)) return true;
  }
  return false;
}

/* What a compare-exchange of the step expects to find; NULL: there is none. */
static const struct event *expectation(const struct course *c, uint32_t step) {
  uint32_t end = step + 1 < c->h.steps.count ? c->h.steps.at[step + 1].event : c->h.next_event;
  for (uint32_t i = c->h.steps.at[step].event + 1; i < end; i++)
    if (c->h.events[i].kind == EV_EXPECT) return &c->h.events[i];
  return NULL;
}

static bool has_fused(const struct course *c, uint32_t step) {
  uint32_t end = step + 1 < c->h.steps.count ? c->h.steps.at[step + 1].event : c->h.next_event;
  for (uint32_t i = c->h.steps.at[step].event + 1; i < end; i++)
    if (event_is_visible(&c->h.events[i]) && !(c->h.events[i].taken & EVENT_BOUND) &&
        c->h.events[i].kind != EV_SPIN)
      return true;
  return false;
}

/* What lies at the bytes of an event before step `head`, which writes them; false: that is not known. */
static bool value_before(struct course *c, const struct event *e, uint32_t head, uint64_t *value) {
  const struct cell *cell = objects_cell(&c->h.objects, e->addr / 8);
  const struct event *expected = expectation(c, head);
  bool is_found = expected && expected->addr == e->addr;
  if (is_found) *value = expected->value; /* it would not have written else */
  for (size_t i = cell->ops.count; i-- > 0 && !is_found;) {
    const struct op *op = &cell->ops.at[i];
    const struct event *f = &c->h.events[op->event];
    if (op->step >= head || f->kind == EV_SPIN) continue;
    if (f->addr != e->addr || f->aux != e->aux || f->expr) return false;
    *value = f->value;
    is_found = true;
  }
  return is_found;
}

static enum effect effect_of_exchange(struct course *c, const struct event *e, uint32_t step,
                                      const struct op *before) {
  uint32_t head = before->step;
  uint64_t value;
  if (before->effect == EFFECT_READ) return sync_effect(e);
  if (e->expr || !value_before(c, e, head, &value)) return EFFECT_NONE;
  return value == expectation(c, step)->value ? EFFECT_WRITE : EFFECT_READ;
}

/* How the step will touch the object if it goes first: a lock that was tried may be free then, or still taken.
 * EFFECT_NONE: that cannot be told. */
static enum effect effect_if_first(struct course *c, const struct conflict *conflict, uint32_t step) {
  const struct event *e = &c->h.events[conflict->event], *f = &c->h.events[conflict->op.event];
  if (has_fused(c, step)) return sync_effect(e); /* other conflicts are seen when they are there */
  if (expectation(c, step)) return effect_of_exchange(c, e, step, &conflict->op);
  if (e->taken & EVENT_WAITED) return event_effect(e);
  return sync_effect_before(e, f, c->h.objects.has_readers);
}

/* What comes before the step if it goes before the head: what it conflicts with there, and what else it conflicts with. */
static void set_first_clock(struct search *s, uint32_t step, size_t at, enum effect effect) {
  struct course *c = &s->course;
  const struct event *e = &c->h.events[c->h.before.at[at].event];
  uint32_t slot = c->h.steps.at[step].slot, previous = c->h.steps.at[step].previous,
           head = c->h.before.at[at].op.step;
  struct sync_touch on;
  bool touches = sync_touch_of(e, &on);
  on.effect = effect;
  reverse_set_clock(s, slot, previous, touches ? &on : NULL, head);
  for (size_t i = 0; i < c->h.before.count; i++) {
    const struct conflict *k = &c->h.before.at[i];
    bool stays = k->event != c->h.before.at[at].event || effects_conflict(effect, (enum effect)k->op.effect);
    if (k->op.step != head && stays) clock_join_op(&c->h, s->clock.at, &k->op);
  }
  s->clock.at[slot] = c->h.steps.at[step].index;
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

/* The step goes before `head`, which it conflicts with. Of a step of several operations it is known what it does there up to the first
 * that reads what the head wrote: s->past is what comes before those. */
static struct reversal reversal_of(struct search *s, uint32_t step, uint32_t head) {
  struct course *c = &s->course;
  const struct history_step *t = &c->h.steps.at[step];
  struct reversal r = {
      .head = head, .slot = t->slot, .clock = history_clock(&c->h, step), .step = step, .sure = NONE};
  if (!t->is_compound && !t->inside && !c->h.steps.at[head].is_compound && !c->h.steps.at[head].inside)
    return r;
  struct contact k = footprint_contact(c, head, step);
  r.head_fixed = k.first_fixed;
  r.head_op = k.first_op;
  if (!t->is_compound && !t->inside) return r;
  const uint32_t *own = history_known(&c->h, t->slot, t->previous);
  vec_reserve(&s->past, c->h.stride);
  for (uint32_t i = 0; i < c->h.threads.count; i++) s->past.at[i] = own[i];
  uint32_t needed = footprint_join(c, step, k.sure, head, s->past.at);
  s->past.at[t->slot] = t->index + (needed < k.later_fixed ? needed : k.later_fixed);
  r.clock = s->past.at;
  r.sure = k.sure;
  return r;
}

/* ---- barriers ----
 *
 * Arrivals of one round, of which nobody asks which was the last, come in any order. One that goes before the head may be of an earlier
 * round there, together with others that came before it behind the head. */

struct rounds {
  uint32_t count, before, now; /* arrivals so far; where the last two rounds begin among them */
  uint32_t arrived;            /* in the last one */
};

static bool is_before_head(const struct course *c, const struct reversal *r, const struct op *op) {
  return op->step < r->head ||
         (op->step != r->head && op->step != r->step && clock_has(&c->h, r->clock, op->step));
}

/* Calls `found` with the arrivals that would come before the step's, by number; the rounds are as they will be. */
static struct rounds rounds_before(struct course *c, const struct event *e, const struct reversal *r) {
  const struct cell *cell = objects_cell(&c->h.objects, e->addr / 8);
  struct rounds n = {0};
  for (size_t i = 0; i < cell->ops.count; i++) {
    const struct event *other = &c->h.events[cell->ops.at[i].event];
    if (other->kind != EV_BARRIER_ARRIVE || other->addr != e->addr || !is_before_head(c, r, &cell->ops.at[i]))
      continue;
    n.arrived = n.arrived == other->aux >> 1 ? 1 : n.arrived + 1;
    if (cell->ops.at[i].step < r->head) n.arrived = (uint32_t)other->value;
    if (n.arrived == 1) n.before = n.now, n.now = n.count;
    n.count++;
  }
  if (n.arrived == e->aux >> 1) n.before = n.now, n.now = n.count;
  return n;
}

/* s->clock is what comes before the step; false: another one of its round has a higher rank, and shows the same. */
static bool arrives_highest(struct search *s, uint32_t step, struct reversal *r) {
  struct course *c = &s->course;
  const struct event *e = &c->h.events[c->h.steps.at[step].event];
  struct rounds n = rounds_before(c, e, r);
  const struct cell *cell = objects_cell(&c->h.objects, e->addr / 8);
  uint32_t number = 0;
  bool is_highest = true;
  reverse_set_clock(s, r->slot, c->h.steps.at[step].previous,
                    &(struct sync_touch){e->addr, 1, event_effect(e)}, r->head);
  for (size_t i = 0; i < cell->ops.count; i++) {
    const struct op *op = &cell->ops.at[i];
    if (op->kind != EV_BARRIER_ARRIVE || c->h.events[op->event].addr != e->addr || !is_before_head(c, r, op))
      continue;
    if (number >= n.before && number < n.now) clock_join_op(&c->h, s->clock.at, op);
    if (number++ >= n.now && op->step > r->head && reverse_rank(c, op->step) > course_rank(c, r->slot))
      is_highest = false;
  }
  s->clock.at[r->slot] = c->h.steps.at[step].index;
  r->first_clock = s->clock.at;
  return is_highest && reverse_is_highest(c, r);
}

/* By what is known of it: if more is seen in the child, see "steps that are different before the head". */
static void set_sure_clock(struct search *s, uint32_t step, const struct reversal *r) {
  struct course *c = &s->course;
  reverse_set_clock(s, r->slot, c->h.steps.at[step].previous, NULL, r->head);
  footprint_join_before(c, step, r->sure, r->head, s->clock.at);
  s->clock.at[r->slot] = c->h.steps.at[step].index;
}

/* Was the step a wait that was cancelled, and would not have been before the request? Nobody had asked for that then. */
static bool is_carried_out_first(struct course *c, uint32_t step, const struct conflict *conflict) {
  const struct event *own = &c->h.events[c->h.steps.at[step].event], *e = &c->h.events[conflict->event];
  if (!sync_is_cancelled(own) || e->kind != EV_CANCEL_POINT || conflict->op.kind != EV_CANCEL) return false;
  return !blocking_was_requested(c, e->addr, conflict->op.step);
}

/* It writes its object then, and comes after all that was done to it. */
static void set_carried_out_clock(struct search *s, uint32_t step, uint32_t head) {
  struct course *c = &s->course;
  struct sync_touch on;
  bool touches = sync_touch_of(&c->h.events[c->h.steps.at[step].event], &on);
  on.effect = EFFECT_WRITE;
  reverse_set_clock(s, c->h.steps.at[step].slot, c->h.steps.at[step].previous, touches ? &on : NULL, head);
  for (size_t i = 0; i < c->h.before.count; i++)
    if (c->h.before.at[i].op.step != head) clock_join_op(&c->h, s->clock.at, &c->h.before.at[i].op);
  s->clock.at[c->h.steps.at[step].slot] = c->h.steps.at[step].index;
}

static bool is_highest(struct search *s, uint32_t step, size_t at, struct reversal *r) {
  struct course *c = &s->course;
  if (is_carried_out_first(c, step, &c->h.before.at[at])) {
    set_carried_out_clock(s, step, r->head);
    r->first_clock = s->clock.at;
    return reverse_is_highest(c, r);
  }
  enum effect effect = effect_if_first(c, &c->h.before.at[at], step);
  if (!effect) return is_highest_somehow(s, step, at, r);
  if ((r->sure != NONE || c->h.steps.at[step].is_straight) && has_fused(c, step))
    set_sure_clock(s, step, r);
  else
    set_first_clock(s, step, at, effect);
  r->first_clock = s->clock.at;
  return reverse_is_highest(c, r);
}

static void reverse_conflict(struct search *s, uint32_t step, size_t at) {
  struct course *c = &s->course;
  struct reversal r = reversal_of(s, step, c->h.before.at[at].op.step);
  const struct event *e = &c->h.events[c->h.before.at[at].event];
  if (is_carried_out_first(c, step, &c->h.before.at[at])) r.sure = 0;
  bool has_history =
      c->chunk_of.at[r.head].start < r.head; /* else there is nothing to compare the step with */
  if (e->kind == EV_BARRIER_ARRIVE && e->aux & EVENT_UNASKED) {
    if (arrives_highest(s, step, &r)) reverse(s, &r);
    return;
  }
  if (!has_history || is_highest(s, step, at, &r)) reverse(s, &r);
}

/* ---- steps that are different before the head ----
 *
 * A step of several operations that reads what the head wrote may conflict, once it goes before the head, with steps that it
 * did not conflict with behind it. Such a conflict is only seen in the run of the child; what it leads to is a history of the same head, with
 * the other step and its past before the last one. */

static const struct chunk *chunk_of(const struct course *c, uint32_t step) {
  for (size_t i = c->chunks.count; i-- > 0;)
    if (c->chunks.at[i].start == c->chunk_of.at[step].start) return &c->chunks.at[i];
  return NULL;
}

/* The thread of its head; NONE: it has none. */
static uint32_t head_of(const struct search *s, const struct chunk *k) {
  const struct course *c = &s->course;
  bool is_to_come = s->expected->chunks.count && vec_last(&s->expected->chunks).start == k->start;
  if (k->head != NONE) return c->h.threads.at[c->h.steps.at[k->head].slot].number;
  return is_to_come ? s->expected->chosen : NONE;
}

/* The same head, with the other step before the last one of the history. */
static void reverse_late(struct search *s, const struct chunk *late, const struct reversal *r) {
  const struct course *c = &s->course;
  uint32_t last = r->head;
  if (!reverse_is_default(c, r) || !decisions_are_default(s, r) || !search_may_add(s)) return;
  struct chunk k = *late;
  struct item *i = search_add(s);
  struct expected *x = &i->expected;
  input_copy(&i->part.input, c->run.input);
  for (uint32_t n = 1; n < last; n++) item_add_step(i, c, n);
  for (uint32_t n = last + 1; n < r->step; n++)
    if (n != k.head && clock_has(&c->h, r->clock, n)) item_add_step(i, c, n);
  item_add_thread(i, c->h.threads.at[r->slot].number);
  item_add_thread(i, c->h.threads.at[c->h.steps.at[last].slot].number);
  x->chosen = head_of(s, &k);
  for (size_t n = 0; n < c->chunks.count && c->chunks.at[n].start < k.start; n++)
    vec_push(&x->chunks, c->chunks.at[n]);
  vec_push(&x->chunks,
           ((struct chunk){.start = k.start,
                           .count = x->steps - k.start,
                           .head = NONE,
                           .sure = k.sure,
                           .kept = last - k.start,
                           .last_fixed = r->head_fixed < UINT16_MAX ? (uint16_t)r->head_fixed : UINT16_MAX,
                           .is_late = true}));
  for (uint32_t n = 0; n < c->h.decisions.count; n++)
    if (c->flips.at[n].is_flipped && c->h.decisions.at[n].step < k.start) vec_push(&x->flipped_before, n);
  search_added(s);
}

/* Of several that could go before the last step of the history, the one of the highest rank shows that. */
static bool is_highest_late(const struct course *c, const struct chunk *k, const struct reversal *r) {
  for (uint32_t b = k->start; b < r->head; b++)
    if (!clock_has(&c->h, r->clock, b) && clock_has(&c->h, history_clock(&c->h, r->head), b) &&
        reverse_is_maximal(c, b, r->head) && reverse_rank(c, b) > course_rank(c, r->slot))
      return false;
  return true;
}

/* Does the step come behind `last` by something else than a conflict with it, or with the head, which comes behind it too? */
static bool is_covered_late(const struct course *c, uint32_t step, uint32_t last, uint32_t head) {
  uint32_t previous = c->h.steps.at[step].previous, slot = c->h.steps.at[step].slot;
  const uint32_t *own = history_known(&c->h, slot, previous);
  if (clock_has(&c->h, own, last)) return true;
  for (size_t i = 0; i < c->h.before.count; i++) {
    uint32_t other = c->h.before.at[i].op.step;
    if (other != last && other != head && clock_has(&c->h, history_clock(&c->h, other), last)) return true;
  }
  return false;
}

/* What comes after the head is found where the last step comes behind it, unless its rank forbids that: see reverse.c. */
static bool may_precede_head(const struct course *c, uint32_t step, uint32_t head, uint32_t last) {
  if (!clock_has(&c->h, history_clock(&c->h, step), head)) return true;
  return step != head && !comes_behind(c, step, head) && reverse_rank(c, step) > reverse_rank(c, last);
}

/* A try that failed because of the last step would succeed before it, and that one would have to wait: this is another history. */
static bool would_take_it(const struct course *c, uint32_t step, uint32_t last) {
  const struct event *e = &c->h.events[c->h.steps.at[step].event];
  const struct event *f = &c->h.events[c->h.steps.at[last].event];
  return sync_would_take(e, f);
}

/* The step conflicts with the last one of a history, or with its head, which hides what lies before that. */
static void reverse_if_late(struct search *s, uint32_t step, const struct conflict *conflict) {
  struct course *c = &s->course;
  const struct chunk *k = chunk_of(c, conflict->op.step);
  if (!k || k->sure == NONE || head_of(s, k) == NONE) return;
  uint32_t last = k->start + k->count - 1;
  if (conflict->op.step != last && conflict->op.step != k->head) return;
  if (c->h.steps.at[last].slot == c->h.steps.at[step].slot) return;
  if (k->head != NONE && !may_precede_head(c, step, k->head, last)) return;
  if (!k->sure && would_take_it(c, step, last)) return;
  struct contact contact = footprint_contact(c, last, step);
  if (contact.first_op == NONE || contact.first_op <= k->sure) return;
  if (is_covered_late(c, step, last, k->head) || !blocking_may_precede(c, conflict, step)) return;
  struct reversal r = reversal_of(s, step, last);
  if (is_highest_late(c, k, &r)) reverse_late(s, k, &r);
}

void reverse_step(struct search *s, uint32_t step) {
  struct course *c = &s->course;
  uint32_t slot = c->h.steps.at[step].slot;
  for (size_t i = 0; i < c->h.before.count; i++) {
    uint32_t head = c->h.before.at[i].op.step;
    if (c->h.steps.at[head].slot == slot) continue;
    if (c->chunks.count) reverse_if_late(s, step, &c->h.before.at[i]);
    if (!c->chunk_of.at[head].is_head) continue;
    if (comes_behind(c, step, head)) continue;
    if (blocking_may_precede(c, &c->h.before.at[i], step)) reverse_conflict(s, step, i);
  }
}
