/* The states of synchronisation objects, as far as they decide who may go on, recomputed from the operations noted.
 *
 * An operation that waits can only have been disabled by others on the same object, and every object has few
 * operations that matter: a mutex the last one taken or given back, a semaphore its count, a condition variable its
 * queue with the tokens that signals left (runtime/sync/cond.c says how), a waiting loop the values it read. */
#include "explore/strategy/dpor/blocking.h"
#include <errno.h>

static const struct event *event_of(struct course *c, const struct op *op) {
  return &c->run.events[op->event];
}

/* Small objects may share a cell. */
static bool is_on(struct course *c, const struct op *op, uint64_t object) {
  return event_of(c, op)->addr == object;
}

/* ---- locks and once routines: an owner or readers, and writers in the queue ---- */

struct lock_state {
  bool is_owned;
  uint32_t readers, queued;
};

/* Did its thread queue up before this operation? */
static bool had_queued(struct course *c, const struct cell *cell, size_t at) {
  size_t from = at;
  uint32_t thread = event_of(c, &cell->ops.at[at])->thread;
  while (at-- > 0) {
    const struct op *op = &cell->ops.at[at];
    if (event_of(c, op)->thread == thread && event_of(c, op)->addr == event_of(c, &cell->ops.at[from])->addr)
      return op->kind == EV_QUEUE;
  }
  return false;
}

static void lock_apply(struct course *c, const struct cell *cell, size_t at, struct lock_state *s) {
  switch (cell->ops.at[at].kind) {
  case EV_LOCK:
    s->queued -= s->queued && had_queued(c, cell, at);
    s->is_owned = true;
    break;
  case EV_LOCK_FAIL: s->queued -= s->queued && had_queued(c, cell, at); break;
  case EV_ONCE_BEGIN: s->is_owned = true; break;
  case EV_INIT: *s = (struct lock_state){0}; break;
  case EV_UNLOCK:
  case EV_ONCE_END: s->is_owned = false; break;
  case EV_READ_LOCK: s->readers++; break;
  case EV_READ_UNLOCK: s->readers -= s->readers > 0; break;
  case EV_QUEUE: s->queued++; break;
  default: break;
  }
}

static bool lock_lets(const struct lock_state *s, uint32_t kind) {
  return kind == EV_READ_LOCK ? !s->is_owned && !s->queued : !s->is_owned && !s->readers;
}

/* Where nothing that came before matters any more: the last time the lock was taken or given back that is known. Writers that
 * queue are rare enough to begin at the beginning. */
static size_t lock_base(struct course *c, const struct cell *cell, uint64_t object, const uint32_t *known) {
  size_t i = cell->ops.count;
  if (c->objects.has_queues) return 0;
  while (i > 0) {
    const struct op *op = &cell->ops.at[--i];
    if (is_on(c, op, object) && (op->kind == EV_UNLOCK || op->kind == EV_LOCK || op->kind == EV_INIT) &&
        clock_has(c, known, op->step))
      break;
  }
  return i;
}

typedef void finder(void *, uint32_t step);

/* A writer can go on behind other readers, or before them: each of those may have been the first to keep it waiting. */
static void lock_find(struct course *c, const struct pending *p, finder *found, void *context) {
  const struct cell *cell = objects_cell(&c->objects, p->object / 8);
  struct lock_state s = {0};
  bool could = true;
  for (size_t i = lock_base(c, cell, p->object, p->known);
       i < cell->ops.count && cell->ops.at[i].step < p->until; i++) {
    const struct op *op = &cell->ops.at[i];
    if (!is_on(c, op, p->object)) continue;
    lock_apply(c, cell, i, &s);
    bool can = lock_lets(&s, p->kind), is_reader = op->kind == EV_READ_LOCK && p->kind == EV_LOCK;
    if ((could && !can) || is_reader) found(context, op->step);
    could = can;
  }
}

bool blocking_lets(struct course *c, const struct pending *p, uint32_t head, const uint32_t *clock) {
  const struct cell *cell = objects_cell(&c->objects, p->object / 8);
  struct lock_state s = {0};
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < p->until; i++)
    if (is_on(c, &cell->ops.at[i], p->object) &&
        (cell->ops.at[i].step < head || clock_has(c, clock, cell->ops.at[i].step)))
      lock_apply(c, cell, i, &s);
  return lock_lets(&s, p->kind);
}

/* ---- semaphores ---- */

static void semaphore_find(struct course *c, const struct pending *p, finder *found, void *context) {
  const struct cell *cell = objects_cell(&c->objects, p->object / 8);
  for (size_t i = cell->ops.count; i-- > 0;) {
    const struct op *op = &cell->ops.at[i];
    if (!is_on(c, op, p->object) || (op->kind != EV_SEM_WAIT && op->kind != EV_INIT)) continue;
    if (clock_has(c, p->known, op->step)) break;
    bool was_empty = op->kind == EV_INIT && event_of(c, op)->aux & EVENT_WAS_TAKEN;
    if (op->step < p->until && !event_of(c, op)->value && !was_empty) found(context, op->step);
  }
}

/* ---- pipes: bytes ---- */

static uint64_t pipe_after(struct course *c, const struct op *op, uint64_t bytes) {
  uint64_t value = event_of(c, op)->value;
  if (op->kind == EV_GIVE) return bytes + value;
  return op->kind == EV_TAKE && value < bytes ? bytes - value : 0;
}

static bool pipe_lets_before(struct course *c, const struct op *op) {
  const struct cell *cell = objects_cell(&c->objects, event_of(c, op)->addr / 8);
  uint64_t bytes = 0;
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < op->step; i++)
    bytes = pipe_after(c, &cell->ops.at[i], bytes);
  return bytes;
}

/* Readers that left nothing. */
static void pipe_find(struct course *c, const struct pending *p, finder *found, void *context) {
  const struct cell *cell = objects_cell(&c->objects, p->object / 8);
  uint64_t bytes = 0;
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < p->until; i++) {
    uint64_t now = pipe_after(c, &cell->ops.at[i], bytes);
    if (bytes && !now) found(context, cell->ops.at[i].step);
    bytes = now;
  }
}

/* ---- condition variables ---- */

struct waiter {
  uint32_t thread, tokens;
};

struct queue {
  vec(struct waiter) waiters;
  uint32_t tokens;
};

static size_t queue_place(const struct queue *q, uint32_t thread) {
  size_t i = 0;
  while (i < q->waiters.count && q->waiters.at[i].thread != thread) i++;
  return i;
}

static size_t queue_token(const struct queue *q, uint32_t thread) {
  size_t i = queue_place(q, thread);
  while (i < q->waiters.count && !q->waiters.at[i].tokens) i++;
  return i;
}

static bool queue_lets(const struct queue *q, uint32_t thread) {
  return queue_token(q, thread) < q->waiters.count;
}

static void queue_leave(struct queue *q, uint32_t thread) {
  size_t i = queue_place(q, thread);
  if (i == q->waiters.count) return;
  if (i)
    q->waiters.at[i - 1].tokens += q->waiters.at[i].tokens;
  else
    q->tokens -= q->waiters.at[i].tokens;
  for (; i + 1 < q->waiters.count; i++) q->waiters.at[i] = q->waiters.at[i + 1];
  q->waiters.count--;
}

static void queue_apply(struct course *c, const struct op *op, struct queue *q) {
  const struct event *e = event_of(c, op);
  uint32_t unsignalled = (uint32_t)q->waiters.count - q->tokens, tokens = 0;
  switch (op->kind) {
  case EV_WAIT: vec_push(&q->waiters, ((struct waiter){e->thread, 0})); return;
  case EV_SIGNAL: tokens = unsignalled > 0; break;
  case EV_BROADCAST: tokens = unsignalled; break;
  case EV_WAKE:
    if (!e->value && queue_lets(q, e->thread)) q->waiters.at[queue_token(q, e->thread)].tokens--, q->tokens--;
    queue_leave(q, e->thread);
    return;
  default: return;
  }
  if (!tokens) return;
  vec_last(&q->waiters).tokens += tokens;
  q->tokens += tokens;
}

static void queue_find(struct course *c, const struct pending *p, finder *found, void *context) {
  const struct cell *cell = objects_cell(&c->objects, p->object / 8);
  uint32_t thread = c->threads.at[p->slot].number;
  struct queue q = {0};
  bool could = false;
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < p->until; i++) {
    queue_apply(c, &cell->ops.at[i], &q);
    bool can = queue_lets(&q, thread);
    if (could && !can) found(context, cell->ops.at[i].step);
    could = can;
  }
  vec_free(&q.waiters);
}

/* Was there a token for the thread before this operation? */
static bool queue_lets_before(struct course *c, const struct op *op, uint32_t thread) {
  const struct cell *cell = objects_cell(&c->objects, event_of(c, op)->addr / 8);
  struct queue q = {0};
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < op->step; i++)
    queue_apply(c, &cell->ops.at[i], &q);
  bool lets = queue_lets(&q, thread);
  vec_free(&q.waiters);
  return lets;
}

/* ---- waiting loops ---- */

static bool is_of(const struct gate *g, uint32_t slot, uint32_t after, uint32_t until) {
  return g->slot == slot && g->step >= after && g->step < until;
}

static bool is_write(const struct op *op) { return op->effect == EFFECT_WRITE; }

static bool is_as_remembered(const struct event *gate, const struct event *e) {
  return e->addr == gate->addr && e->aux == gate->aux && e->value == gate->value && e->expr == gate->expr;
}

/* Were the bytes of the gate others than it remembers, or freed, before step `until`? */
static bool gate_has_changed(struct course *c, const struct gate *g, uint32_t until) {
  bool is_last = true;
  const struct event *gate = &c->run.events[g->event];
  const struct cell *cell = objects_cell(&c->objects, gate->addr / 8);
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
  for (size_t i = 0; i < c->gates.count; i++)
    if (is_of(&c->gates.at[i], slot, after, step) && gate_has_changed(c, &c->gates.at[i], until)) return true;
  return false;
}

static bool has_gates(struct course *c, uint32_t slot, uint32_t after, uint32_t step) {
  for (size_t i = 0; i < c->gates.count; i++)
    if (is_of(&c->gates.at[i], slot, after, step)) return true;
  return false;
}

/* Who wrote back what had been there. */
static void gates_find(struct course *c, const struct pending *p, finder *found, void *context) {
  for (size_t g = 0; g < c->gates.count; g++) {
    if (!is_of(&c->gates.at[g], p->slot, p->announced, p->until)) continue;
    const struct event *gate = &c->run.events[c->gates.at[g].event];
    const struct cell *cell = objects_cell(&c->objects, gate->addr / 8);
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

bool blocking_init_frees(const struct event *init, uint32_t kind) {
  return init->aux & (kind == EV_READ_LOCK ? EVENT_WAS_TAKEN : EVENT_WAS_TAKEN | EVENT_HAD_READERS);
}

bool blocking_is_cancelled(const struct event *e) {
  bool waits =
      e->kind == EV_SEM_FAIL || e->kind == EV_JOIN_FAIL || e->kind == EV_LOCK_FAIL || e->kind == EV_WAKE;
  return waits && e->value == ECANCELED;
}

bool blocking_has_waited(const struct event *e) {
  return e->taken & EVENT_WAITED || blocking_is_cancelled(e);
}

uint32_t blocking_wanted(const struct event *e) {
  if (e->kind == EV_MISUSE) return e->aux;
  if (!blocking_is_cancelled(e)) return e->kind;
  switch (e->kind) {
  case EV_SEM_FAIL: return EV_SEM_WAIT;
  case EV_LOCK_FAIL: return EV_LOCK;
  default: return e->kind;
  }
}

bool blocking_was_requested(struct course *c, uint64_t flag, uint32_t until) {
  const struct cell *cell = objects_cell(&c->objects, flag / 8);
  for (size_t i = 0; i < cell->ops.count && cell->ops.at[i].step < until; i++)
    if (cell->ops.at[i].kind == EV_CANCEL && event_of(c, &cell->ops.at[i])->addr == flag) return true;
  return false;
}

/* A thread can be joined, or this is found to be wrong, once it has ended or is detached: of the two, one lets the join go on, unless
 * both are one step. */
static bool join_lets_before(struct course *c, const struct event *join, const struct op *before) {
  const struct event *f = event_of(c, before);
  const struct cell *cell = objects_cell(&c->objects, (OBJECTS_LIVES + 8ull * join->aux) / 8);
  uint32_t other = f->kind == EV_END_THREAD ? EV_DETACH : f->kind == EV_DETACH ? EV_END_THREAD : EV_JOIN;
  if (other == EV_JOIN) return true;
  for (size_t i = 0; i < cell->ops.count && event_of(c, &cell->ops.at[i]) < join; i++)
    if (cell->ops.at[i].kind == other && cell->ops.at[i].step != before->step) return true;
  return false;
}

bool blocking_may_precede(struct course *c, const struct conflict *conflict, uint32_t step) {
  const struct dpor_step *s = &c->steps.at[step];
  const struct event *own = &c->run.events[s->event], *e = &c->run.events[conflict->event];
  const struct event *f = event_of(c, &conflict->op);
  if (!(own->taken & EVENT_WAITED)) return true;
  if (has_gates(c, s->slot, s->previous, step))
    return gates_let(c, s->slot, s->previous, step, conflict->op.step);
  if (blocking_is_cancelled(own)) /* nothing else lets it go on */
    return e->kind != EV_CANCEL_POINT || blocking_was_requested(c, e->addr, conflict->op.step);
  if (e != own) return true;
  bool is_misuse = e->kind == EV_MISUSE; /* who does not wait because of that had to before */
  if (is_misuse && f->kind == EV_FREE) return !f->value;
  if (f->kind == EV_INIT || (is_misuse && f->kind == EV_DESTROY))
    return !blocking_init_frees(f, is_misuse ? e->aux : e->kind);
  switch (e->kind) {
  case EV_LOCK:
  case EV_READ_LOCK: return f->kind != EV_UNLOCK && f->kind != EV_READ_UNLOCK;
  case EV_SEM_WAIT: return f->kind != EV_POST || e->value >= 1;
  case EV_TAKE: return pipe_lets_before(c, &conflict->op);
  case EV_GIVE: return false; /* the pipe was full, and the verdict says so */
  case EV_WAKE:
    return (f->kind != EV_SIGNAL && f->kind != EV_BROADCAST) ||
           queue_lets_before(c, &conflict->op, e->thread);
  case EV_JOIN: return join_lets_before(c, e, &conflict->op);
  case EV_BARRIER_LEAVE: return false;
  case EV_ONCE_BEGIN:
  case EV_ONCE_PASS: return f->kind != EV_ONCE_END;
  case EV_DESTROY: return f->kind != EV_WAKE || f->value;
  case EV_CANCEL_POINT: return f->kind != EV_CANCEL;
  default: return true;
  }
}

void blocking_find(struct course *c, const struct pending *p, finder *found, void *context) {
  if (has_gates(c, p->slot, p->announced, p->until)) {
    gates_find(c, p, found, context);
    return;
  }
  switch (p->kind) {
  case EV_LOCK:
  case EV_READ_LOCK:
  case EV_ONCE_BEGIN:
  case EV_ONCE_PASS: lock_find(c, p, found, context); break;
  case EV_SEM_WAIT: semaphore_find(c, p, found, context); break;
  case EV_TAKE: pipe_find(c, p, found, context); break;
  case EV_WAKE: queue_find(c, p, found, context); break;
  default: break;
  }
}

enum effect blocking_effect(uint32_t kind) {
  struct event e = {.kind = (uint8_t)kind};
  if (kind == EV_ONCE_PASS) return EFFECT_WRITE; /* it could have been the first */
  return event_effect(&e);
}
