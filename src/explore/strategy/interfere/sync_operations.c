/* What the operations on synchronisation objects need and do, as src/runtime/sync and src/runtime/threads have them. sync_model.c
 * says how the objects are kept, and what relaxed ends are. */
#include "explore/strategy/interfere/sync_state.h"
#include <errno.h>

/* ---- locks (mutex.c, rwlock.c, spin.c) ---- */

static bool has_holders(const struct sync_model *m, const struct op *op) {
  return m->blocks->objects.at[op->object].has_holders;
}

static bool is_reader(uint32_t hold) { return hold & ~QUEUED; }
static bool is_queued(uint32_t hold) { return hold & QUEUED; }

/* A slot that reads or queues, and keeps it up; NONE. One that is not through yet, if there is one. */
static uint32_t find_holder(const struct sync_model *m, const struct op *op, bool (*does)(uint32_t)) {
  uint32_t holds = m->object.at[op->object] + LOCK_HOLDS, found = NONE;
  for (uint32_t s = 0; has_holders(m, op) && s < m->blocks->slots; s++) {
    if (!does(get(m, holds + s)) || is_released(m, s)) continue;
    if (!is_through(m, s)) return s;
    found = s;
  }
  return found;
}

static bool is_busy(const struct sync_model *m, const struct op *op, bool (*does)(uint32_t)) {
  return get(m, m->object.at[op->object] + LOCK_OWNER) || find_holder(m, op, does) != NONE;
}

static void leave_queue_of_lock(struct sync_model *m, const struct op *op) {
  uint32_t hold = m->object.at[op->object] + LOCK_HOLDS + op->slot;
  if (has_holders(m, op)) set(m, hold, get(m, hold) & ~QUEUED);
}

static bool is_owned(struct sync_model *m, const struct op *op) {
  uint32_t owner = get(m, m->object.at[op->object] + LOCK_OWNER);
  if (!owner || is_released(m, owner - 1)) return false;
  refuse_for(m, owner - 1);
  return true;
}

static bool do_lock(struct sync_model *m, const struct op *op, const struct event *e) {
  uint32_t at = m->object.at[op->object], reader = find_holder(m, op, is_reader);
  if (is_owned(m, op)) return false;
  if (reader != NONE) return refuse_for(m, reader);
  uint32_t left = e->value == EOWNERDEAD ? LEFT_DYING : LEFT_WELL;
  if (get(m, at + LOCK_LEFT) != left && !only_if_loose(m)) return false;
  leave_queue_of_lock(m, op);
  set(m, at + LOCK_OWNER, op->slot + 1);
  set(m, at + LOCK_LEFT, 0);
  return true;
}

static bool do_unlock(struct sync_model *m, const struct op *op, const struct event *e) {
  uint32_t at = m->object.at[op->object];
  if (get(m, at + LOCK_OWNER) != op->slot + 1) return refuse(m, ITEM_NONE);
  set(m, at + LOCK_OWNER, 0);
  if (e->value) set(m, at + LOCK_LEFT, e->value == EOWNERDEAD ? LEFT_DYING : LEFT_LOST);
  return true;
}

static bool do_queue(struct sync_model *m, const struct op *op) {
  uint32_t hold = m->object.at[op->object] + LOCK_HOLDS + op->slot;
  if (!is_busy(m, op, is_reader) && !only_if_loose(m)) return false;
  set(m, hold, get(m, hold) | QUEUED);
  return true;
}

static bool do_lock_fail(struct sync_model *m, const struct op *op, const struct event *e) {
  bool tells = e->value == EBUSY || e->value == ETIMEDOUT;
  uint32_t at = m->object.at[op->object];
  leave_queue_of_lock(m, op);
  if (e->value == ENOTRECOVERABLE)
    return (get(m, at + LOCK_LEFT) == LEFT_LOST && !get(m, at + LOCK_OWNER)) || only_if_loose(m);
  return !tells || is_busy(m, op, e->aux & EVENT_WANTS_READ ? is_queued : is_reader) || only_if_loose(m);
}

static bool do_read_lock(struct sync_model *m, const struct op *op) {
  uint32_t hold = m->object.at[op->object] + LOCK_HOLDS + op->slot, writer = find_holder(m, op, is_queued);
  if (is_owned(m, op)) return false;
  if (writer != NONE) return refuse_for(m, writer);
  set(m, hold, get(m, hold) + 1);
  return true;
}

static bool do_read_unlock(struct sync_model *m, const struct op *op) {
  uint32_t hold = m->object.at[op->object] + LOCK_HOLDS + op->slot;
  if (!is_reader(get(m, hold))) return refuse(m, ITEM_NONE);
  set(m, hold, get(m, hold) - 1);
  return true;
}

static bool do_destroy_lock(struct sync_model *m, const struct op *op) {
  uint32_t reader = find_holder(m, op, is_reader);
  if (is_owned(m, op)) return false;
  return reader == NONE || refuse_for(m, reader);
}

/* ---- condition variables (cond.c) ---- */

static uint32_t tokens_at(const struct sync_model *m, uint32_t place) { return get(m, place) >> SLOT_BITS; }

static void add_tokens(struct sync_model *m, uint32_t at, uint32_t place, uint32_t more) {
  set(m, place, get(m, place) + (more << SLOT_BITS));
  set(m, at + COND_TOKENS, get(m, at + COND_TOKENS) + more);
}

/* Where the slot stands in the queue; NONE. */
static uint32_t place_of(const struct sync_model *m, uint32_t at, uint32_t slot) {
  for (uint32_t i = 0; i < get(m, at + COND_WAITING); i++)
    if ((get(m, at + COND_QUEUE + i) & SLOT_MASK) == slot) return at + COND_QUEUE + i;
  return NONE;
}

/* The place of the oldest token for who stands at `place`; NONE. */
static uint32_t token_for(const struct sync_model *m, uint32_t at, uint32_t place) {
  uint32_t end = at + COND_QUEUE + get(m, at + COND_WAITING);
  if (place == NONE) return NONE;
  while (place < end && !tokens_at(m, place)) place++;
  return place < end ? place : NONE;
}

static void leave_queue(struct sync_model *m, uint32_t at, uint32_t place) {
  uint32_t first = at + COND_QUEUE, last = first + get(m, at + COND_WAITING) - 1,
           tokens = tokens_at(m, place);
  if (place > first)
    set(m, place - 1, get(m, place - 1) + (tokens << SLOT_BITS));
  else
    set(m, at + COND_TOKENS, get(m, at + COND_TOKENS) - tokens);
  for (; place < last; place++) set(m, place, get(m, place + 1));
  set(m, last, 0);
  set(m, at + COND_WAITING, get(m, at + COND_WAITING) - 1);
}

static bool do_wait(struct sync_model *m, const struct op *op) {
  uint32_t at = m->object.at[op->object], waiting = get(m, at + COND_WAITING);
  if (place_of(m, at, op->slot) != NONE) return true;
  set(m, at + COND_QUEUE + waiting, op->slot);
  set(m, at + COND_WAITING, waiting + 1);
  return true;
}

static bool do_notify(struct sync_model *m, const struct op *op, uint32_t limit) {
  uint32_t at = m->object.at[op->object], waiting = get(m, at + COND_WAITING),
           free = waiting - get(m, at + COND_TOKENS);
  if (free) add_tokens(m, at, at + COND_QUEUE + waiting - 1, free < limit ? free : limit);
  return true;
}

static bool do_wake(struct sync_model *m, const struct op *op, const struct event *e) {
  uint32_t at = m->object.at[op->object], place = place_of(m, at, op->slot), token = token_for(m, at, place);
  bool tells = !e->value || e->value == ETIMEDOUT || e->value == EINTR;
  if (tells && !e->value != (token != NONE) && !only_if_loose(m)) return false;
  if (!e->value && token != NONE) add_tokens(m, at, token, (uint32_t)-1);
  if (place != NONE) leave_queue(m, at, place);
  return true;
}

/* It waits until all have left that were signalled; the others must not be there. */
static bool do_destroy_condition(struct sync_model *m, const struct op *op) {
  return !get(m, m->object.at[op->object] + COND_WAITING) || only_if_loose(m);
}

/* ---- the others ---- */

static bool do_semaphore(struct sync_model *m, const struct op *op, const struct event *e) {
  uint32_t at = m->object.at[op->object], count = get(m, at);
  bool tells = e->value == EAGAIN || e->value == ETIMEDOUT;
  switch (e->kind) {
  case EV_POST: set(m, at, count + 1); return true;
  case EV_SEM_WAIT:
    if (!count) return only_if_loose(m);
    set(m, at, count - 1);
    return true;
  case EV_SEM_FAIL: return !tells || !count || only_if_loose(m);
  default: return event_has_count(e, count) || only_if_loose(m);
  }
}

static bool do_destroy(struct sync_model *m, const struct op *op) {
  uint32_t at = m->object.at[op->object];
  switch (m->blocks->objects.at[op->object].class) {
  case OBJECT_LOCK: return do_destroy_lock(m, op);
  case OBJECT_COND: return do_destroy_condition(m, op);
  case OBJECT_BARRIER: return !get(m, at) || only_if_loose(m);
  case OBJECT_LIFE:
    if (get(m, at) && !only_if_loose(m)) return false;
    set(m, at, 1);
    return true;
  default: return true;
  }
}

/* Is what was found wrong so? Either there is no object, or it is destroyed while it is used; to give back what one has not
 * depends on nobody else. */
static bool do_misuse(struct sync_model *m, const struct op *op, const struct event *e) {
  uint32_t at = op->object == NONE ? 0 : m->object.at[op->object];
  bool is_so = false;
  if (blocks_misuse(e) == MISUSE_BUSY && e->aux != EV_DESTROY) return true;
  if (op->object == NONE) return only_if_loose(m);
  switch (m->blocks->objects.at[op->object].class) {
  case OBJECT_LOCK: is_so = is_busy(m, op, is_reader); break;
  case OBJECT_COND: is_so = get(m, at + COND_WAITING) > get(m, at + COND_TOKENS); break;
  default: is_so = get(m, at);
  }
  return is_so || only_if_loose(m);
}

/* It is as new, whoever had it. */
static bool do_init(struct sync_model *m, const struct op *op, const struct event *e) {
  const struct sync_object *o = &m->blocks->objects.at[op->object];
  uint32_t at = m->object.at[op->object];
  if (o->class == OBJECT_COND) return true;
  set(m, at, o->class == OBJECT_SEMAPHORE ? (uint32_t)e->value : 0);
  if (o->class != OBJECT_LOCK) return true;
  set(m, at + LOCK_LEFT, 0);
  for (uint32_t s = 0; o->has_holders && s < m->blocks->slots; s++) set(m, at + LOCK_HOLDS + s, 0);
  return true;
}

static void open_barrier(struct sync_model *m, uint32_t object) {
  for (uint32_t s = 0; s < m->blocks->slots; s++)
    if (get(m, m->waiting + s) == object + 1) set(m, m->waiting + s, 0);
  set(m, m->object.at[object], 0);
}

static bool do_arrive(struct sync_model *m, const struct op *op, const struct event *e) {
  uint32_t arrived = get(m, m->object.at[op->object]) + 1, size = e->aux >> 1;
  bool is_last = arrived == size, is_asked = !(e->aux & 1);
  if (is_asked && is_last != (e->value == 1) && !only_if_loose(m)) return false;
  set(m, m->waiting + op->slot, op->object + 1);
  set(m, m->object.at[op->object], arrived);
  if (is_last) open_barrier(m, op->object);
  return true;
}

static bool do_leave(struct sync_model *m, const struct op *op) {
  if (get(m, m->waiting + op->slot) && !only_if_loose(m)) return false;
  set(m, m->waiting + op->slot, 0);
  return true;
}

static bool do_once(struct sync_model *m, const struct op *op, const struct event *e) {
  uint32_t at = m->object.at[op->object], state = get(m, at);
  bool is_running = state >= ONCE_RUNNING && e->kind != EV_ONCE_END;
  if (is_running && !is_released(m, state - ONCE_RUNNING)) return refuse_for(m, state - ONCE_RUNNING);
  switch (e->kind) {
  case EV_ONCE_BEGIN:
    if (state == ONCE_RUN) return refuse(m, ITEM_NONE);
    set(m, at, ONCE_RUNNING + op->slot);
    return true;
  case EV_ONCE_END: set(m, at, e->value ? ONCE_FRESH : ONCE_RUN); return true;
  default:
    if (state == ONCE_FRESH && !only_if_loose(m)) return false;
    set(m, at, ONCE_RUN);
    return true;
  }
}

static bool do_join(struct sync_model *m, const struct op *op) {
  uint32_t slot = op->feeder;
  if (slot == NONE) return only_if_loose(m);
  return get(m, m->ended + slot) || is_released(m, slot) || refuse_for(m, slot);
}

static bool do_join_fail(struct sync_model *m, const struct op *op, const struct event *e) {
  bool tells = e->value == EBUSY || e->value == ETIMEDOUT;
  return !tells || op->feeder == NONE || !get(m, m->ended + op->feeder) || refuse(m, ITEM_NONE);
}

static bool do_cancel_point(struct sync_model *m, const struct op *op, const struct event *e) {
  bool is_set = get(m, m->object.at[op->object]);
  if (!e->value) return !is_set || refuse(m, ITEM_NONE);
  return is_set || only_if_loose(m);
}

bool sync_operation(struct sync_model *m, const struct op *op) {
  const struct event *e = blocks_event(m->blocks, op);
  if (op->object != NONE) set(m, m->ops_left + op->object, get(m, m->ops_left + op->object) - 1);
  if (op->life != NONE && get(m, m->object.at[op->life]) && !only_if_loose(m)) return false;
  switch (e->kind) {
  case EV_LOCK: return do_lock(m, op, e);
  case EV_UNLOCK: return do_unlock(m, op, e);
  case EV_QUEUE: return do_queue(m, op);
  case EV_LOCK_FAIL: return do_lock_fail(m, op, e);
  case EV_READ_LOCK: return do_read_lock(m, op);
  case EV_READ_UNLOCK: return do_read_unlock(m, op);
  case EV_WAIT: return do_wait(m, op);
  case EV_WAKE: return do_wake(m, op, e);
  case EV_SIGNAL: return do_notify(m, op, 1);
  case EV_BROADCAST: return do_notify(m, op, UINT32_MAX);
  case EV_DESTROY: return do_destroy(m, op);
  case EV_MISUSE: return do_misuse(m, op, e);
  case EV_FREE: set(m, m->object.at[op->object], 1); return true;
  case EV_INIT: return do_init(m, op, e);
  case EV_POST:
  case EV_SEM_WAIT:
  case EV_SEM_FAIL:
  case EV_SEM_VALUE: return do_semaphore(m, op, e);
  case EV_BARRIER_ARRIVE: return do_arrive(m, op, e);
  case EV_BARRIER_LEAVE: return do_leave(m, op);
  case EV_ONCE_BEGIN:
  case EV_ONCE_END:
  case EV_ONCE_PASS: return do_once(m, op, e);
  case EV_JOIN: return do_join(m, op);
  case EV_JOIN_FAIL: return do_join_fail(m, op, e);
  case EV_END_THREAD: set(m, m->ended + op->slot, 1); return true;
  case EV_CANCEL: set(m, m->object.at[op->object], 1); return true;
  case EV_CANCEL_POINT: return do_cancel_point(m, op, e);
  default: return true;
  }
}
