#include "explore/sync/relations.h"
#include <errno.h>

/* ---- what is touched ---- */

bool sync_touch_life(const struct event *e, struct sync_touch *t) {
  *t = (struct sync_touch){sync_life(e->aux), 2, EFFECT_WRITE}; /* who joins keeps others from it */
  if (e->kind == EV_END_THREAD) t->first = sync_life(e->thread), t->size = 1;
  if (e->kind == EV_DETACH) t->first++, t->size = 1;
  if (e->kind == EV_JOIN_FAIL) t->effect = EFFECT_READ;
  return true;
}

enum effect sync_effect(const struct event *e) {
  struct sync_touch t;
  return event_object(e) == ON_THREAD && sync_touch_life(e, &t) ? t.effect : event_effect(e);
}

/* ---- waiting ---- */

bool sync_may_wait(enum event_kind kind) {
  enum event_role role = (enum event_role)event_columns(kind)->role;
  return role == ROLE_TAKES || role == ROLE_LEAVES || kind == EV_ONCE_PASS || kind == EV_SPIN ||
         kind == EV_GIVE || kind == EV_EXIT;
}

static enum sync_help help_if(bool helps) { return helps ? HELPS : HELPS_NOT; }
static enum sync_help may_help_if(bool helps) { return helps ? HELPS_IF_NEEDED : HELPS_NOT; }

static bool gives_lock(const struct event *e) { return e->kind == EV_UNLOCK || e->kind == EV_READ_UNLOCK; }
static bool notifies(const struct event *e) { return e->kind == EV_SIGNAL || e->kind == EV_BROADCAST; }

enum sync_help sync_helps(const struct event *other, const struct event *waited) {
  switch (waited->kind) {
  case EV_LOCK:
  case EV_READ_LOCK: return help_if(gives_lock(other));
  case EV_SEM_WAIT: return help_if(other->kind == EV_POST && !waited->value);
  case EV_TAKE: return may_help_if(other->kind == EV_GIVE);
  case EV_GIVE: return may_help_if(other->kind == EV_TAKE);
  case EV_WAKE: return may_help_if(notifies(other));
  case EV_ONCE_BEGIN:
  case EV_ONCE_PASS: return help_if(other->kind == EV_ONCE_END);
  case EV_DESTROY: return help_if(other->kind == EV_WAKE && !other->value);
  case EV_CANCEL_POINT: return help_if(other->kind == EV_CANCEL);
  case EV_BARRIER_LEAVE: return HELPS;
  default: return HELPS_NOT;
  }
}

bool sync_init_frees(const struct event *init, enum event_kind wanted) {
  return init->aux & (wanted == EV_READ_LOCK ? EVENT_WAS_TAKEN : EVENT_WAS_TAKEN | EVENT_HAD_READERS);
}

bool sync_empties(const struct event *e) {
  if (e->kind == EV_INIT) return !e->value && !(e->aux & EVENT_WAS_TAKEN);
  return e->kind == EV_SEM_WAIT && !e->value;
}

/* The object was made anew: what is tried before that finds it as it was. */
static enum effect effect_before_init(const struct event *e, const struct event *init) {
  bool wants_read = e->kind == EV_READ_LOCK || (e->kind == EV_LOCK_FAIL && e->aux & EVENT_WANTS_READ);
  bool is_taken = sync_init_frees(init, wants_read ? EV_READ_LOCK : EV_LOCK);
  switch (e->kind) {
  case EV_LOCK:
  case EV_READ_LOCK:
  case EV_LOCK_FAIL: return is_taken ? EFFECT_READ : wants_read ? EFFECT_ADD : EFFECT_WRITE;
  case EV_SEM_WAIT:
  case EV_SEM_FAIL: return is_taken ? EFFECT_READ : EFFECT_WRITE;
  default: return event_effect(e);
  }
}

enum effect sync_effect_before(const struct event *e, const struct event *other, bool has_readers) {
  if (other->kind == EV_INIT) return effect_before_init(e, other);
  switch (e->kind) {
  case EV_LOCK: return gives_lock(other) ? EFFECT_READ : EFFECT_WRITE;
  case EV_READ_LOCK: return other->kind == EV_UNLOCK ? EFFECT_READ : EFFECT_ADD;
  case EV_LOCK_FAIL: return other->kind == EV_LOCK && !has_readers ? EFFECT_WRITE : EFFECT_NONE;
  case EV_SEM_WAIT: return other->kind == EV_POST && !e->value ? EFFECT_READ : EFFECT_WRITE;
  case EV_SEM_FAIL: return other->kind == EV_SEM_WAIT ? EFFECT_WRITE : EFFECT_READ;
  default: return event_effect(e);
  }
}

bool sync_would_take(const struct event *failed, const struct event *other) {
  if (sync_is_cancelled(failed) || failed->addr != other->addr) return false;
  return other->kind == EV_SEM_WAIT ? failed->kind == EV_SEM_FAIL
                                    : other->kind == EV_LOCK && failed->kind == EV_LOCK_FAIL;
}

/* ---- cancellation ---- */

bool sync_is_cancelled(const struct event *e) {
  bool waits =
      e->kind == EV_SEM_FAIL || e->kind == EV_JOIN_FAIL || e->kind == EV_LOCK_FAIL || e->kind == EV_WAKE;
  return waits && e->value == ECANCELED;
}

bool sync_ends_by_cancel(const struct event *e) {
  return e->kind == EV_CANCEL_POINT ? e->value != 0 : sync_is_cancelled(e);
}

enum event_kind sync_wanted(const struct event *e) {
  if (e->kind == EV_MISUSE) return (enum event_kind)e->aux;
  if (!sync_is_cancelled(e) || e->kind == EV_JOIN_FAIL) return (enum event_kind)e->kind;
  return e->kind == EV_LOCK_FAIL ? EV_LOCK : sync_uncancelled(e);
}

bool sync_looks_for_cancel(const struct event *e) {
  return e->kind == EV_SEM_WAIT || e->kind == EV_SEM_FAIL || e->kind == EV_WAKE || e->kind == EV_JOIN ||
         e->kind == EV_JOIN_FAIL;
}

bool sync_waits_cancellably(const struct event *e) {
  switch (e->kind) {
  case EV_LOCK:
  case EV_READ_LOCK: return e->aux != EBUSY;
  case EV_LOCK_FAIL: return e->value != EBUSY;
  case EV_BARRIER_LEAVE:
  case EV_ONCE_BEGIN:
  case EV_ONCE_PASS: return true;
  default: return false;
  }
}

struct event sync_cancelled_step(const struct event *e) {
  struct event step = *e;
  step.expr = 0;
  switch (e->kind) {
  case EV_SEM_WAIT:
  case EV_SEM_FAIL: step.kind = EV_SEM_FAIL; break;
  case EV_WAKE: step.kind = EV_WAKE; break;
  case EV_JOIN:
  case EV_JOIN_FAIL: step.kind = EV_JOIN_FAIL; break;
  default: step.kind = EV_CANCEL_POINT, step.aux = e->kind; break;
  }
  return step;
}

enum event_kind sync_uncancelled(const struct event *e) {
  switch (e->kind) {
  case EV_SEM_FAIL: return EV_SEM_WAIT;
  case EV_JOIN_FAIL: return EV_JOIN;
  default: return (enum event_kind)e->kind;
  }
}

/* ---- outcomes ---- */

static bool ends_as(struct event *e, enum event_kind kind, uint32_t aux, uint64_t value) {
  e->kind = (uint8_t)kind;
  e->aux = aux;
  e->value = value;
  return true;
}

/* The lock was taken: it might not have been free, or been left otherwise. */
static bool other_than_lock(const struct event *e, struct event *other) {
  uint32_t reads = e->kind == EV_READ_LOCK ? EVENT_WANTS_READ : 0;
  if (e->value == EVENT_WOULD_QUEUE) return ends_as(other, EV_QUEUE, e->aux, 0);
  if (e->value) return ends_as(other, EV_LOCK, e->aux, 0);
  return e->aux && ends_as(other, EV_LOCK_FAIL, e->aux | reads, e->aux);
}

static bool other_than_lock_fail(const struct event *e, struct event *other) {
  uint32_t error = e->aux & ~EVENT_WANTS_READ;
  if (e->value != error && e->value != ENOTRECOVERABLE) return false;
  return ends_as(other, e->aux & EVENT_WANTS_READ ? EV_READ_LOCK : EV_LOCK, error, 0);
}

static bool other_than_wake(const struct event *e, struct event *other) {
  if (e->value == ECANCELED || (!e->value && !e->aux)) return false;
  return ends_as(other, EV_WAKE, e->aux, e->value ? 0 : e->aux);
}

static bool other_than_arrive(const struct event *e, struct event *other) {
  uint32_t size = e->aux >> 1;
  if (e->aux & EVENT_UNASKED) return false;
  return ends_as(other, EV_BARRIER_ARRIVE, e->aux, e->value == size ? 0 : size);
}

bool sync_other_outcome(const struct event *e, struct event *other) {
  *other = *e;
  switch (e->kind) {
  case EV_LOCK:
  case EV_READ_LOCK: return other_than_lock(e, other);
  case EV_LOCK_FAIL: return other_than_lock_fail(e, other);
  case EV_SEM_WAIT: return e->aux && ends_as(other, EV_SEM_FAIL, e->aux, e->aux);
  case EV_SEM_FAIL: return e->value != ECANCELED && ends_as(other, EV_SEM_WAIT, e->aux, 0);
  case EV_WAKE: return other_than_wake(e, other);
  case EV_JOIN_FAIL:
    return (e->value == EBUSY || e->value == ETIMEDOUT) && ends_as(other, EV_JOIN, e->aux, 0);
  case EV_BARRIER_ARRIVE: return other_than_arrive(e, other);
  case EV_QUEUE: return ends_as(other, EV_LOCK, e->aux, EVENT_WOULD_QUEUE);
  case EV_ONCE_BEGIN: return ends_as(other, EV_ONCE_PASS, e->aux, e->value);
  case EV_ONCE_PASS: return ends_as(other, EV_ONCE_BEGIN, e->aux, e->value);
  default: return false;
  }
}

bool sync_value_is_state(enum event_kind kind) {
  switch (kind) {
  case EV_POST:
  case EV_SEM_WAIT:
  case EV_SIGNAL:
  case EV_BROADCAST:
  case EV_ONCE_BEGIN:
  case EV_ONCE_PASS:
  case EV_JOIN:
  case EV_WAIT: return true;
  default: return false;
  }
}

bool sync_changes_others(enum event_kind kind) {
  const struct event_columns *c = event_columns(kind);
  bool is_sync = c->object >= ON_LOCK && c->object <= ON_FLAG;
  if (kind == EV_CREATE || kind == EV_END_THREAD || kind == EV_ATOMIC_END || kind == EV_INIT) return true;
  return is_sync && c->effect > EFFECT_READ && kind != EV_WAKE;
}
