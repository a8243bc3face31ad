/* The state of one synchronisation object, what an operation needs of it, and what it does to it.
 *
 * Who carries out an operation is a slot, a small number for a thread. The state is an array of
 * words:
 *
 *   ON_LOCK       LOCK_OWNER: slot + 1, 0: nobody. LOCK_LEFT: how it was left. If several may hold it or
 *                 queue for it: LOCK_HOLDS + slot: how often the slot has a read lock, and LOCK_QUEUED
 *                 if it queues as a writer
 *   ON_COND       COND_WAITING, COND_TOKENS, then the queue, oldest first: slot | tokens << COND_SHIFT.
 *                 A signal leaves a token at the last place in the queue: it is for the thread there
 *                 and for all before it. Who wakes takes the oldest token that is for it.
 *   ON_SEMAPHORE  the count
 *   ON_BARRIER    BARRIER_ARRIVED, then BARRIER_INSIDE + slot: 1 until the round is over
 *   ON_ONCE       ONCE_FRESH, ONCE_RUN, or ONCE_RUNNING + slot
 *   ON_FLAG       1: the thread is to be cancelled
 *   ON_THREAD     1: the thread has ended
 *   ON_OUTSIDE    bytes in the pipe
 *   ON_ANY        whether there is an object at the address: 0, or OBJECT_GONE_NOW
 *
 * The runtime has the same objects as its own structs (runtime/sync, runtime/threads): they also
 * know error codes of misuse, attributes, time. tests/sync_model.c drives the two side by side. */
#ifndef RADDLE_EXPLORE_SYNC_OBJECT_H
#define RADDLE_EXPLORE_SYNC_OBJECT_H

#include "base/vec.h"
#include "wire/trace.h"
#include <stdbool.h>

enum { LOCK_OWNER, LOCK_LEFT, LOCK_HOLDS };
enum { LEFT_WELL, LEFT_DYING, LEFT_LOST }; /* LOCK_LEFT: by a thread that ended; so that nobody can take it */
#define LOCK_QUEUED 0x80000000u
enum { COND_WAITING, COND_TOKENS, COND_QUEUE };
#define COND_SHIFT 16
enum { BARRIER_ARRIVED, BARRIER_INSIDE };
enum { ONCE_FRESH, ONCE_RUN, ONCE_RUNNING };
enum { OBJECT_THERE, OBJECT_GONE_NOW };

/* A word that was changed, and what it was. */
struct sync_change {
  uint32_t *word, old;
};
typedef vec(struct sync_change) sync_log;

struct sync_object {
  enum event_object class;
  bool has_holders; /* locks: several may hold it, or queue for it */
  uint32_t slots;
  uint32_t *word;
  sync_log *log; /* notes every change; NULL: nobody takes changes back */
};

/* How many words the state takes; all zero is an object that nobody has used. */
uint32_t sync_object_size(enum event_object class, uint32_t slots, bool has_holders);
void sync_log_undo(sync_log *, size_t mark); /* mark: its count as it was */

enum sync_answer {
  SYNC_YES,
  SYNC_HELD,  /* no: a slot has what it takes */
  SYNC_LACKS, /* no: the state is another one; what other threads do may change that */
  SYNC_NEVER, /* no, and nothing that other threads do changes that */
};

/* What is to be thought of what a slot holds. Without a function all are PRESENT. */
enum sync_presence {
  PRESENT,
  PRESENT_AT_END, /* it is in the way, but so is that the thread goes no further */
  RELEASED,       /* as if the slot had given it back */
};
struct sync_others {
  enum sync_presence (*presence)(const void *context, uint32_t slot);
  const void *context;
};

/* Can the operation, which ends as the event says, be carried out in this state? *who:
 * SYNC_HELD: by whom, rather one that is PRESENT. Of an operation that waits, or looks, the
 * event is the outcome: LOCK, or LOCK_FAIL with its error. */
enum sync_answer sync_can(const struct sync_object *, uint32_t slot, const struct event *,
                          const struct sync_others *, uint32_t *who);
/* A misuse that depends on nobody else: the thread gives back what it does not have. */
bool sync_is_own_misuse(const struct event *);
/* Carries it out, whether it can be or not. */
void sync_do(struct sync_object *, uint32_t slot, const struct event *);

/* Is it so that a thread which wants this (LOCK, READ_LOCK, SEM_WAIT, WAKE, JOIN ...) has to
 * wait now? */
bool sync_keeps_waiting(const struct sync_object *, uint32_t slot, enum event_kind wanted);
/* What the operation that a thread has announced becomes if it is carried out now: kind and
 * value. `wanted` has the error that it gives up with in aux. False: it would wait. */
bool sync_outcome(const struct sync_object *, uint32_t slot, const struct event *wanted, struct event *out);

#endif
