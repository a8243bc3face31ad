/* Operations that waited, and could have gone before the step that made them wait. */
#include "explore/strategy/dpor/blocking.h"
#include "explore/strategy/dpor/footprint.h"
#include "explore/strategy/dpor/search.h"
#include <string.h>

struct waiter {
  struct search *search;
  struct pending pending;
  uint32_t from; /* heads before this step are of no interest */
};

/* What comes before the operation when it goes on, but for what comes after the head. */
struct behind {
  struct search *search;
  uint64_t object;
  uint32_t head;
  bool is_by_others; /* not the head alone kept it waiting: it is found where it goes before the rest */
};

/* Does the thread hold the lock for reading already when it takes it in this step? The writer could not go on in between. */
static bool is_nested(struct course *c, uint64_t object, uint32_t step) {
  const struct cell *cell = objects_cell(&c->h.objects, object / 8);
  int held = 0;
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < step; i++) {
    const struct op *op = &cell->ops.at[i];
    if (c->h.steps.at[op->step].slot != c->h.steps.at[step].slot || c->h.events[op->event].addr != object)
      continue;
    held += op->kind == EV_READ_LOCK ? 1 : op->kind == EV_READ_UNLOCK ? -1 : 0;
  }
  return held > 0;
}

static bool is_by_another(struct course *c, const struct behind *b, const struct op *op) {
  if (c->h.steps.at[op->step].slot != c->h.steps.at[b->head].slot) return true;
  return op->kind == EV_READ_LOCK && op->step != b->head && !is_nested(c, b->object, op->step);
}

static void join_others(void *context, const struct op *op) {
  struct behind *b = context;
  struct course *c = &b->search->course;
  if (!clock_has(&c->h, history_clock(&c->h, op->step), b->head))
    clock_join_op(&c->h, b->search->others.at, op);
  else
    b->is_by_others |= is_by_another(c, b, op);
}

/* A reader keeps a writer waiting, but need not come before other readers: which of these come before the writer is only seen
 * when that goes on. */
static void reader_before(struct search *s, const struct pending *p, struct reversal *r) {
  struct course *c = &s->course;
  uint32_t step = p->until;
  vec_reserve(&s->others, c->h.stride);
  for (uint32_t i = 0; i < c->h.threads.count; i++) s->others.at[i] = p->known[i];
  s->others.at[p->slot] = c->h.steps.at[step].index;
  struct behind b = {s, p->object, r->head, false};
  objects_conflicts(&c->h.objects, &(struct sync_touch){p->object, 1, EFFECT_WRITE}, step, join_others, &b);
  if (b.is_by_others) return;
  clock_join(&c->h, s->clock.at, s->others.at);
  r->clock = s->others.at;
  r->is_behind = true;
  if (blocking_lets(c, p, r->head, r->clock) && reverse_is_highest(c, r)) reverse(s, r);
}

/* ---- writers that wait for ever ----
 *
 * Then no run shows behind which readers the writer goes: each set of those that give the lock back, and need not come after the head, is
 * another history. Where the writer could go on behind the head too, it is found in the run in which it does. */

#define SETS_MAX 4096 /* for one head */

struct sets {
  struct search *search;
  const struct pending *pending;
  struct reversal *reversal;
  uint32_t from; /* one of the steps has to be new: from here on; 0: none */
  uint32_t count;
};

static bool is_within(const struct course *c, const uint32_t *clock, uint32_t limit, uint32_t step) {
  return step < limit || clock_has(&c->h, clock, step);
}

/* Does the thread hold the lock for reading after the steps before `limit` and those of the set? */
static bool holds(struct course *c, const struct pending *p, const uint32_t *clock, uint32_t limit,
                  uint32_t slot) {
  const struct cell *cell = objects_cell(&c->h.objects, p->object / 8);
  int held = 0;
  for (size_t i = 0; i < cell->ops.count; i++) {
    const struct op *op = &cell->ops.at[i];
    if (c->h.steps.at[op->step].slot != slot || c->h.events[op->event].addr != p->object ||
        !is_within(c, clock, limit, op->step))
      continue;
    held += op->kind == EV_READ_LOCK ? 1 : op->kind == EV_READ_UNLOCK ? -1 : 0;
  }
  return held > 0;
}

/* Adds what has to happen until the lock is free; false: that does not happen, or only after `head`. */
static bool set_free(struct course *c, const struct pending *p, uint32_t *clock, uint32_t limit,
                     uint32_t head) {
  const struct cell *cell = objects_cell(&c->h.objects, p->object / 8);
  for (size_t i = 0; i < cell->ops.count; i++) {
    const struct op *op = &cell->ops.at[i];
    if (op->kind != EV_READ_UNLOCK || c->h.events[op->event].addr != p->object ||
        is_within(c, clock, limit, op->step) || !holds(c, p, clock, limit, c->h.steps.at[op->step].slot))
      continue;
    if (head != NONE && clock_has(&c->h, history_clock(&c->h, op->step), head)) return false;
    clock_join_op(&c->h, clock, op);
    i = SIZE_MAX; /* from the beginning: others may hold it now */
  }
  return blocking_lets(c, p, limit, clock);
}

static bool has_new(const struct course *c, const struct sets *t, const uint32_t *clock) {
  if (!t->from) return true;
  for (uint32_t k = t->from; k < c->h.steps.count; k++)
    if (clock_has(&c->h, clock, k)) return true;
  return false;
}

/* Could the writer go on behind the head, too? */
static bool goes_on_behind(const struct sets *t, const uint32_t *set) {
  struct search *s = t->search;
  struct course *c = &s->course;
  vec_reserve(&s->others, c->h.stride);
  for (uint32_t i = 0; i < c->h.threads.count; i++) s->others.at[i] = set[i];
  return set_free(c, t->pending, s->others.at, t->reversal->head + 1, NONE);
}

static void reverse_set(struct sets *t, const uint32_t *set) {
  struct search *s = t->search;
  struct course *c = &s->course;
  struct reversal *r = t->reversal;
  const struct pending *p = t->pending;
  if (!blocking_lets(c, p, r->head, set) || !has_new(c, t, set) || goes_on_behind(t, set)) return;
  reverse_set_clock(s, p->slot, c->h.threads.at[p->slot].last,
                    &(struct sync_touch){p->object, 1, EFFECT_WRITE}, r->head);
  clock_join(&c->h, s->clock.at, set);
  r->first_clock = s->clock.at;
  r->clock = set;
  if (reverse_is_highest(c, r)) reverse(s, r);
}

static bool is_optional(struct course *c, const struct sets *t, const struct op *op, const uint32_t *set) {
  return op->kind == EV_READ_UNLOCK && c->h.events[op->event].addr == t->pending->object &&
         !is_within(c, set, t->reversal->head, op->step) &&
         !clock_has(&c->h, history_clock(&c->h, op->step), t->reversal->head);
}

/* All sets: `at` is the next operation to be decided on; what was left out must not come in by another. */
static void try_sets(struct sets *t, uint32_t *set, const uint32_t *out, size_t at) {
  struct course *c = &t->search->course;
  const struct cell *cell = objects_cell(&c->h.objects, t->pending->object / 8);
  while (at < cell->ops.count && !is_optional(c, t, &cell->ops.at[at], set)) at++;
  if (++t->count > SETS_MAX) return;
  if (at == cell->ops.count) {
    reverse_set(t, set);
    return;
  }
  const struct op *op = &cell->ops.at[at];
  uint32_t *with = xcalloc(2ul * c->h.stride, sizeof *with), *without = with + c->h.stride;
  memcpy(with, set, c->h.stride * sizeof *with);
  memcpy(without, out, c->h.stride * sizeof *with);
  clock_join_op(&c->h, with, op);
  bool is_left_out = false;
  for (uint32_t i = 0; i < c->h.threads.count; i++) is_left_out |= out[i] && with[i] >= out[i];
  uint32_t slot = c->h.steps.at[op->step].slot, index = c->h.steps.at[op->step].index;
  if (!is_left_out) try_sets(t, with, out, at + 1);
  if (!without[slot] || without[slot] > index) without[slot] = index;
  try_sets(t, set, without, at + 1);
  free(with);
}

static void writer_before(struct search *s, const struct pending *p, struct reversal *r, uint32_t from) {
  struct course *c = &s->course;
  struct sets t = {.search = s, .pending = p, .reversal = r, .from = r->head < from ? from : 0};
  uint32_t *set = xcalloc(2ul * c->h.stride, sizeof *set), *out = set + c->h.stride;
  for (uint32_t i = 0; i < c->h.threads.count; i++) set[i] = p->known[i];
  if (set_free(c, p, set, r->head, r->head)) try_sets(&t, set, out, 0);
  if (t.count > SETS_MAX) s->stats.gaps[GAP_WRITERS]++;
  free(set);
}

static void disabled_by(void *context, uint32_t head) {
  struct waiter *w = context;
  struct search *s = w->search;
  const struct pending *p = &w->pending;
  struct course *c = &s->course;
  bool is_taken = p->until < c->h.steps.count;
  bool is_reader = p->kind == EV_LOCK && c->h.events[c->h.steps.at[head].event].kind == EV_READ_LOCK;
  if (!c->chunk_of.at[head].is_head || clock_has(&c->h, p->known, head)) return;
  if (head < w->from && !is_reader) return;
  reverse_set_clock(s, p->slot, is_taken ? c->h.steps.at[p->until].previous : c->h.threads.at[p->slot].last,
                    &(struct sync_touch){p->object, 1, blocking_effect(p->kind)}, head);
  struct reversal r = {.head = head,
                       .slot = p->slot,
                       .clock = p->known,
                       .first_clock = s->clock.at,
                       .step = is_taken ? p->until : NONE,
                       .sure = NONE};
  if (c->h.steps.at[head].inside) r.head_fixed = footprint_decisions_before(c, head, p->object);
  if (is_reader && is_taken)
    reader_before(s, p, &r);
  else if (is_reader)
    writer_before(s, p, &r, w->from);
  else if (reverse_is_highest(c, &r))
    reverse(s, &r);
}

static uint32_t announced_at(const struct course *c, uint32_t slot, uint32_t previous, uint32_t until) {
  uint32_t at = previous ? previous : c->h.threads.at[slot].born;
  for (size_t i = c->h.decisions.count; i-- > 0;) {
    const struct history_decision *d = &c->h.decisions.at[i];
    if (d->step <= at) break;
    if (d->slot == slot && d->step < until) return d->step;
  }
  return at;
}

/* `index`: of its thread's elements, the operation itself. */
static void look_at(struct search *s, struct pending p, uint32_t previous, uint32_t index, uint32_t from,
                    uint32_t announced_from) {
  struct course *c = &s->course;
  const uint32_t *own = history_known(&c->h, p.slot, previous);
  vec_reserve(&s->known, c->h.stride);
  for (uint32_t i = 0; i < c->h.threads.count; i++) s->known.at[i] = own[i];
  s->known.at[p.slot] = index - 1;
  p.known = s->known.at;
  p.announced = announced_at(c, p.slot, previous, p.until);
  struct waiter w = {s, p, p.announced >= announced_from ? 0 : from};
  blocking_find(c, &p, disabled_by, &w);
}

void reverse_pending(struct search *s, uint32_t from, uint32_t announced_from) {
  struct course *c = &s->course;
  for (uint32_t k = from; k < c->h.steps.count; k++) {
    const struct history_step *t = &c->h.steps.at[k];
    const struct event *e = &c->h.events[t->event];
    if (!(e->taken & EVENT_WAITED) && !sync_is_cancelled(e)) continue;
    look_at(s, (struct pending){.slot = t->slot, .kind = sync_wanted(e), .object = e->addr, .until = k},
            t->previous, t->index, from, announced_from);
  }
  for (uint32_t i = 0; i < c->run.trace->waiting_count; i++) {
    const struct waiting *w = &c->run.waiting[i];
    uint32_t slot = c->h.slot_of[w->thread] - 1;
    if (slot == NONE) continue;
    const struct history_thread *t = &c->h.threads.at[slot];
    look_at(s,
            (struct pending){
                .slot = slot, .kind = w->kind, .object = w->object, .until = (uint32_t)c->h.steps.count},
            t->last, t->elements + 1, from, announced_from);
  }
}
