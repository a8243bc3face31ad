/* The states of synchronisation objects, as far as they decide who may go on, recomputed from the operations noted.
 *
 * An operation that waits can only have been disabled by others on the same object, and every object has few
 * operations that matter: a mutex the last one taken or given back, a semaphore its count, a condition variable its
 * queue with the tokens that signals left (runtime/sync/cond.c says how), a waiting loop the values it read. */
#include "explore/strategy/dpor/blocking.h"
#include "explore/sync/object.h"
#include <string.h>

static const struct event *event_of(struct course *c, const struct op *op) { return &c->h.events[op->event]; }

/* Small objects may share a cell. */
static bool is_on(struct course *c, const struct op *op, uint64_t object) {
  return event_of(c, op)->addr == object;
}

/* ---- states ---- */

/* Nothing has been done to it yet. */
static struct sync_object fresh_object(struct course *c, enum event_object class) {
  struct sync_object o = {.class = class,
                          .has_holders = c->h.objects.has_readers || c->h.objects.has_queues,
                          .slots = (uint32_t)c->h.threads.count};
  uint32_t size = sync_object_size(class, o.slots, o.has_holders);
  vec_reserve(&c->words, size);
  memset(c->words.at, 0, size * sizeof *c->words.at);
  o.word = c->words.at;
  return o;
}

static void apply(struct course *c, struct sync_object *o, const struct op *op) {
  const struct event *e = event_of(c, op);
  sync_do(o, c->h.slot_of[e->thread] - 1, e);
}

static enum event_object class_of(uint32_t kind) { return (enum event_object)event_columns(kind)->object; }

/* Where nothing that came before matters any more: the last time the lock was taken or given back that is known. Writers that
 * queue are rare enough to begin at the beginning. */
static size_t base_of(struct course *c, const struct cell *cell, const struct pending *p) {
  size_t i = cell->ops.count;
  if (c->h.objects.has_queues || class_of(p->kind) != ON_LOCK) return 0;
  while (i > 0) {
    const struct op *op = &cell->ops.at[--i];
    if (is_on(c, op, p->object) && (op->kind == EV_UNLOCK || op->kind == EV_LOCK || op->kind == EV_INIT) &&
        clock_has(&c->h, p->known, op->step))
      break;
  }
  return i;
}

typedef void finder(void *, uint32_t step);

/* The steps after which the operation had to wait, and before which it had not. A writer can go on behind other readers, or before them:
 * each of those may have been the first to keep it waiting. */
static void find_disablers(struct course *c, const struct pending *p, bool could, finder *found,
                           void *context) {
  const struct cell *cell = objects_cell(&c->h.objects, p->object / 8);
  struct sync_object o = fresh_object(c, class_of(p->kind));
  for (size_t i = base_of(c, cell, p); i < cell->ops.count && cell->ops.at[i].step < p->until; i++) {
    const struct op *op = &cell->ops.at[i];
    if (!is_on(c, op, p->object)) continue;
    apply(c, &o, op);
    bool can = !sync_keeps_waiting(&o, p->slot, (enum event_kind)p->kind);
    bool is_reader = op->kind == EV_READ_LOCK && p->kind == EV_LOCK;
    if ((could && !can) || is_reader) found(context, op->step);
    could = can;
  }
}

bool blocking_lets(struct course *c, const struct pending *p, uint32_t head, const uint32_t *clock) {
  const struct cell *cell = objects_cell(&c->h.objects, p->object / 8);
  struct sync_object o = fresh_object(c, class_of(p->kind));
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < p->until; i++)
    if (is_on(c, &cell->ops.at[i], p->object) &&
        (cell->ops.at[i].step < head || clock_has(&c->h, clock, cell->ops.at[i].step)))
      apply(c, &o, &cell->ops.at[i]);
  return !sync_keeps_waiting(&o, p->slot, (enum event_kind)p->kind);
}

/* Could the operation, which waited, have gone on before the other one on the same object? */
static bool lets_before(struct course *c, const struct event *waited, const struct op *other) {
  const struct cell *cell = objects_cell(&c->h.objects, waited->addr / 8);
  struct sync_object o = fresh_object(c, event_object(waited));
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < other->step; i++)
    if (is_on(c, &cell->ops.at[i], waited->addr)) apply(c, &o, &cell->ops.at[i]);
  return !sync_keeps_waiting(&o, c->h.slot_of[waited->thread] - 1, (enum event_kind)waited->kind);
}

/* Semaphores: what they begin with is not known, but what each operation leaves. */
static void find_empties(struct course *c, const struct pending *p, finder *found, void *context) {
  const struct cell *cell = objects_cell(&c->h.objects, p->object / 8);
  for (size_t i = cell->ops.count; i-- > 0;) {
    const struct op *op = &cell->ops.at[i];
    if (!is_on(c, op, p->object) || (op->kind != EV_SEM_WAIT && op->kind != EV_INIT)) continue;
    if (clock_has(&c->h, p->known, op->step)) break;
    if (op->step < p->until && sync_empties(event_of(c, op))) found(context, op->step);
  }
}

/* ---- waiting loops ---- */

static bool is_of(const struct history_gate *g, uint32_t slot, uint32_t after, uint32_t until) {
  return g->slot == slot && g->step >= after && g->step < until;
}

static bool is_write(const struct op *op) { return op->effect == EFFECT_WRITE; }

static bool is_as_remembered(const struct event *gate, const struct event *e) {
  return e->addr == gate->addr && e->aux == gate->aux && e->value == gate->value && e->expr == gate->expr;
}

/* Were the bytes of the gate others than it remembers, or freed, before step `until`? */
static bool gate_has_changed(struct course *c, const struct history_gate *g, uint32_t until) {
  bool is_last = true;
  const struct event *gate = &c->h.events[g->event];
  const struct cell *cell = objects_cell(&c->h.objects, gate->addr / 8);
  uint8_t bytes = objects_share(gate->addr / 8, gate->addr, gate->addr + gate->aux);
  for (size_t i = cell->ops.count; i-- > 0;) {
    const struct op *op = &cell->ops.at[i];
    const struct event *e = event_of(c, op);
    if (op->step >= until || !(op->bytes & bytes)) continue;
    if (e->thread == gate->thread) return false; /* the read itself */
    if (e->kind == EV_FREE || (is_write(op) && is_last && !is_as_remembered(gate, e))) return true;
    is_last &= !is_write(op);
  }
  return false;
}

static bool gates_let(struct course *c, uint32_t slot, uint32_t after, uint32_t step, uint32_t until) {
  for (size_t i = 0; i < c->h.gates.count; i++)
    if (is_of(&c->h.gates.at[i], slot, after, step) && gate_has_changed(c, &c->h.gates.at[i], until))
      return true;
  return false;
}

static bool has_gates(struct course *c, uint32_t slot, uint32_t after, uint32_t step) {
  for (size_t i = 0; i < c->h.gates.count; i++)
    if (is_of(&c->h.gates.at[i], slot, after, step)) return true;
  return false;
}

/* Who wrote back what had been there. */
static void gates_find(struct course *c, const struct pending *p, finder *found, void *context) {
  for (size_t g = 0; g < c->h.gates.count; g++) {
    if (!is_of(&c->h.gates.at[g], p->slot, p->announced, p->until)) continue;
    const struct event *gate = &c->h.events[c->h.gates.at[g].event];
    const struct cell *cell = objects_cell(&c->h.objects, gate->addr / 8);
    for (size_t i = cell->ops.count; i-- > 0;) {
      const struct op *op = &cell->ops.at[i];
      if (op->step >= p->until || !is_write(op)) continue;
      if (event_of(c, op)->thread == gate->thread) break;
      if (gates_let(c, p->slot, p->announced, p->until, op->step) &&
          !gates_let(c, p->slot, p->announced, p->until, op->step + 1))
        found(context, op->step);
    }
  }
}

/* ---- which is which ---- */

bool blocking_was_requested(struct course *c, uint64_t flag, uint32_t until) {
  const struct cell *cell = objects_cell(&c->h.objects, flag / 8);
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < until; i++)
    if (cell->ops.at[i].kind == EV_CANCEL && event_of(c, &cell->ops.at[i])->addr == flag) return true;
  return false;
}

/* A thread can be joined, or this is found to be wrong, once it has ended or is detached: of the two, one lets the join go on, unless
 * both are one step. */
static bool join_lets_before(struct course *c, const struct event *join, const struct op *before) {
  const struct event *f = event_of(c, before);
  const struct cell *cell = objects_cell(&c->h.objects, sync_life(join->aux) / 8);
  uint32_t other = f->kind == EV_END_THREAD ? EV_DETACH : f->kind == EV_DETACH ? EV_END_THREAD : EV_JOIN;
  if (other == EV_JOIN) return true;
  for (size_t i = 0; i < cell->ops.count && event_of(c, &cell->ops.at[i]) < join; i++)
    if (cell->ops.at[i].kind == other && cell->ops.at[i].step != before->step) return true;
  return false;
}

bool blocking_may_precede(struct course *c, const struct conflict *conflict, uint32_t step) {
  const struct history_step *s = &c->h.steps.at[step];
  const struct event *own = &c->h.events[s->event], *e = &c->h.events[conflict->event];
  const struct event *f = event_of(c, &conflict->op);
  if (!(own->taken & EVENT_WAITED)) return true;
  if (has_gates(c, s->slot, s->previous, step))
    return gates_let(c, s->slot, s->previous, step, conflict->op.step);
  if (sync_is_cancelled(own)) /* nothing else lets it go on */
    return e->kind != EV_CANCEL_POINT || blocking_was_requested(c, e->addr, conflict->op.step);
  if (e != own) return true;
  bool is_misuse = e->kind == EV_MISUSE; /* who does not wait because of that had to before */
  if (is_misuse && f->kind == EV_FREE) return !f->value;
  if (f->kind == EV_INIT || (is_misuse && f->kind == EV_DESTROY))
    return !sync_init_frees(f, (enum event_kind)(is_misuse ? e->aux : e->kind));
  if (e->kind == EV_JOIN) return join_lets_before(c, e, &conflict->op);
  if (e->kind == EV_GIVE) return false; /* the pipe was full, and the verdict says so */
  if (e->kind == EV_TAKE)
    return lets_before(c, e, &conflict->op); /* what comes from outside is not there before */
  enum sync_help help = sync_helps(f, e);
  return help == HELPS_NOT || (help == HELPS_IF_NEEDED && lets_before(c, e, &conflict->op));
}

void blocking_find(struct course *c, const struct pending *p, finder *found, void *context) {
  if (has_gates(c, p->slot, p->announced, p->until)) {
    gates_find(c, p, found, context);
    return;
  }
  enum event_object class = class_of(p->kind);
  bool is_free_at_first = class == ON_LOCK || class == ON_ONCE;
  if (!sync_may_wait((enum event_kind)p->kind) || p->kind == EV_GIVE) return;
  if (class == ON_SEMAPHORE)
    find_empties(c, p, found, context);
  else if (is_free_at_first || class == ON_OUTSIDE || class == ON_COND)
    find_disablers(c, p, is_free_at_first, found, context);
}

enum effect blocking_effect(uint32_t kind) {
  struct event e = {.kind = (uint8_t)kind};
  if (kind == EV_ONCE_PASS) return EFFECT_WRITE; /* it could have been the first */
  return event_effect(&e);
}
