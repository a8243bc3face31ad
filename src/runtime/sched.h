/* Who goes on; see sched.c.
 *
 * A visible operation, in the function that models it:
 *
 *     sched_point(EV_LOCK, object, may_lock);     // announce; returns when the plan lets this thread do it
 *     ... do it: no other thread runs now ...
 *     sched_done(EV_LOCK, object, 0, 0, 0);       // record it
 *
 * The state that `may_lock` looks at must be such that READY means the operation succeeds, LATE
 * that it fails by a time-out (or wakes up for no reason), and BLOCKED that it would have to
 * wait. Non-blocking calls (trylock) have no test. Between the return of sched_point and the
 * next one the thread runs alone. With a single thread nothing is recorded; a point that is
 * BLOCKED then is a deadlock at once. */
#ifndef RADDLE_RUNTIME_SCHED_H
#define RADDLE_RUNTIME_SCHED_H

#include "runtime/thread.h"

struct sched_state {
  uint32_t current;      /* the running thread's id */
  uint32_t thread_count; /* threads of this run; ids are in `order`, by creation */
  uint32_t alive_count; /* those that have not ended; ids are in `alive`, in an order that the plan decides */
  uint32_t run, left;   /* position in the plan's prefix: which run, how many of its operations are to come */
  uint32_t exit_count;  /* threads at EV_EXIT */
  uint32_t stopped_count; /* threads that failed, and are in `alive` no more */
  bool is_step;           /* the operation under way was scheduled, not fused */
  bool has_waited;        /* and could not have gone on before it did: EVENT_WAITED */
  bool is_head_due;       /* DPOR: `chosen` has yet to take its step */
  bool is_yielding;       /* the running thread asks to be left: YIELD */
  bool is_past_prefix;    /* ALONE: the policy was asked */
  uint32_t turn_of, turn; /* the thread that went on last, and how many steps in a row */
  uint64_t steps_allowed; /* in this run */
  uint32_t exit_steps;    /* since the process wants to end */
  uint64_t random;
  uint64_t change[PLAN_DEPTH_MAX]; /* PCT: steps at which the leader falls behind */
  uint32_t change_count;
  uint32_t policy_steps; /* since the prefix, for plan.length */
  int64_t lowest;        /* PCT: lowest priority given so far */
  uint32_t order[LAYOUT_THREADS], alive[LAYOUT_THREADS];
  uint32_t place[LAYOUT_THREADS]; /* id -> index in alive */
  int64_t priority[LAYOUT_THREADS];
  /* DPOR, in the prefix: has the thread moved since somebody looked; steps for which it could
   * have and did not. */
  bool has_moved[LAYOUT_THREADS];
  uint32_t starved[LAYOUT_THREADS];
};

void sched_begin(void) RT(sched_begin); /* a run */

/* Announces the running thread's next operation. Returns when the plan chooses the thread.
 * HOT->site tells the place. */
void sched_point(enum event_kind, uint64_t object, readiness_test *) RT(sched_point);
/* The same with a word for the test, a deadline, and the error number of giving up (0: never). */
void sched_point_until(enum event_kind, uint64_t object, readiness_test *, uint64_t extra, uint64_t deadline,
                       uint32_t error) RT(sched_point_until);
/* Records the operation, at HOT->site. */
void sched_done(enum event_kind, uint64_t object, uint32_t aux, uint64_t value) RT(sched_done);
/* The same for accesses, which know their site and expression. With --granularity sync plain
 * ones are no points. */
void sched_access_point(enum event_kind, const void *p, site_ref) RT(sched_access_point);
void sched_access(enum event_kind, const void *p, uint64_t size, uint64_t value, expr_id, site_ref)
    RT(sched_access);

/* Does the run have, or has it had, more than one thread? */
static inline bool sched_has_threads(void) { return HOT->tag != 0; }

/* The running thread computes for long without a visible operation: others may go on. */
void sched_breathe(void) RT(sched_breathe);

/* The running thread has read what another thread has written. */
void sched_read_foreign(void) RT(sched_read_foreign);
_Noreturn void sched_cut(void) RT(sched_cut); /* the plan wants no more of the run */

/* The running thread has ended: switches to the thread that the plan chooses. */
_Noreturn void sched_leave(void) RT(sched_leave);
/* Switches to the plan's next thread; returns when this one is chosen again. */
void sched_choose(void) RT(sched_choose);

void sched_add(struct thread *, uint64_t routine) RT(sched_add); /* it was created */
void sched_remove(const struct thread *) RT(sched_remove);       /* it has ended */

/* The process is about to end: returns when no other thread can go on. In an atomic section
 * returns at once, since no thread may see half of a section. */
void sched_exit(int code) RT(sched_exit);
/* Does the running thread end the process in an atomic section? */
bool sched_is_leaving_section(void) RT(sched_is_leaving_section);
void sched_note_waiting(void) RT(sched_note_waiting); /* tells the explorer who cannot go on */
enum readiness sched_readiness(const struct thread *) RT(sched_readiness);

/* policy.c */
void policy_begin(void) RT(policy_begin);
int64_t policy_priority(void) RT(policy_priority); /* of a new thread */
struct thread *policy_choose(void) RT(policy_choose);

/* The running thread is about to fail. The failure is a step of its own, unless it is part of
 * the operation under way or of an atomic section. So other threads may go on between the
 * thread's last step and its failure. */
void sched_fail_point(void) RT(sched_fail_point);
/* The running thread has failed: records the operation under way, if it has no event yet. */
void sched_failed(void) RT(sched_failed);
/* The operation under way cancelled the thread. Tests of that operation no longer see the
 * request. */
void sched_cancelled(void) RT(sched_cancelled);

/* spin.c: what happens in the rounds of a waiting loop. */
void spin_note_read(uint64_t address, uint32_t size, uint64_t value, expr_id) RT(spin_note_read);
enum readiness spin_readiness(const struct thread *) RT(spin_readiness);
/* The gated operation may go on, so its round is over. After the operation, records what the
 * round had read. */
void spin_restart(struct thread *) RT(spin_restart);
void spin_record_woken(struct thread *) RT(spin_record_woken);

/* The thread that holds a lock or the like, for messages about waiting; set by the models. */
struct holder {
  uint32_t thread; /* THREAD_NONE: nobody in particular */
  site_ref site;
};
void sync_reset(void) RT(sync_reset); /* sync/: after a run */
/* The misuse that the operation under way commits. */
enum misuse sync_misuse_of(const struct thread *) RT(sync_misuse_of);
/* Memory of the operation's object was freed. Could the operation have gone on before? */
bool sync_was_open(const struct thread *) RT(sync_was_open);
struct holder sync_holder(const struct thread *waiting)
    RT(sync_holder); /* sync/, by next.kind and next.object */

#endif
