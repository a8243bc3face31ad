/* How two operations on synchronisation objects relate, and how else one could have ended: what
 * can be said of the operations themselves, without the state of their object (object.h). */
#ifndef RADDLE_EXPLORE_SYNC_RELATIONS_H
#define RADDLE_EXPLORE_SYNC_RELATIONS_H

#include "wire/trace.h"
#include <stdbool.h>

/* Two bytes for each thread, where no program has memory: whether it lives, and who may join it. */
#define SYNC_LIVES (1ull << 62)
static inline uint64_t sync_life(uint32_t thread) { return SYNC_LIVES + 8ull * thread; }

/* The bytes that an event touches, and how. Operations commute unless they touch a common byte
 * with effects that conflict; and rounds of a barrier come one after the other, which these
 * bytes do not say. */
struct sync_touch {
  uint64_t first, size;
  enum effect effect;
};
bool sync_touch_life(const struct event *, struct sync_touch *);
/* False: none. Inlined: it is on the way of every event. */
static inline bool sync_touch_of(const struct event *e, struct sync_touch *t) {
  enum event_object object = event_object(e);
  if (object == ON_THREAD || e->kind == EV_END_THREAD) return sync_touch_life(e, t);
  *t = (struct sync_touch){e->addr, object == ON_MEMORY ? e->aux : 1, event_effect(e)};
  return t->effect && t->size && (e->kind != EV_SPIN || e->addr);
}
/* The effect alone; events that touch nothing have one too, which does not matter. */
enum effect sync_effect(const struct event *);

/* ---- waiting ---- */

/* Operations that may have to wait, as the trace names them. */
bool sync_may_wait(enum event_kind);

/* Could `waited`, which waits as long as it has to, not have been carried out before `other`,
 * since that let it go on? */
enum sync_help {
  HELPS_NOT,
  HELPS,
  HELPS_IF_NEEDED, /* others may have let it go on before: the state tells */
};
enum sync_help sync_helps(const struct event *other, const struct event *waited);

/* A lock or semaphore was made anew: could those who wait for this go on because of that? */
bool sync_init_frees(const struct event *init, enum event_kind wanted);
/* Did the operation leave nothing for others who wait for the semaphore? */
bool sync_empties(const struct event *);
/* How the operation touches its object if it is carried out before `other` instead, which it
 * conflicts with. EFFECT_NONE: that cannot be told. has_readers: there are read locks in the
 * program. */
enum effect sync_effect_before(const struct event *, const struct event *other, bool has_readers);
/* A try that failed would succeed before `other`, which would then have to wait. */
bool sync_would_take(const struct event *failed, const struct event *other);

/* ---- cancellation: see runtime/threads/cancel.h ---- */

/* Was the operation a wait that ended because the thread was cancelled? */
bool sync_is_cancelled(const struct event *);
/* Or did the thread see at this point that it is to be cancelled? */
bool sync_ends_by_cancel(const struct event *);
/* What the thread wanted to do: of a misuse or a cancelled wait, the operation in whose place it
 * stands. */
enum event_kind sync_wanted(const struct event *);
/* Does the operation look for a request itself, in the same step? */
bool sync_looks_for_cancel(const struct event *);
/* Does the operation, of a thread that can be cancelled anywhere, wait? */
bool sync_waits_cancellably(const struct event *);
/* The step that is recorded if the thread is cancelled in place of this one. */
struct event sync_cancelled_step(const struct event *);
/* The operation that a cancelled wait would have been. */
enum event_kind sync_uncancelled(const struct event *);

/* ---- outcomes ---- */

/* How else could the operation have ended, at another time? At most one way; false: none.
 * SEM_VALUE (any count) and MISUSE (allowed) are not asked. */
bool sync_other_outcome(const struct event *, struct event *other);
/* Does `value` only tell what the object was like at that time? */
bool sync_value_is_state(enum event_kind);
/* Does it change what others on the same object can do? */
bool sync_changes_others(enum event_kind);

#endif
