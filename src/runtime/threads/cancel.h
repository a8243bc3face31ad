/* Cancellation, for every function that is a cancellation point; see cancel.c.
 *
 * One that does not block calls cancel_point(). One that blocks is itself the step at which it is
 * cancelled:
 *
 *     sched_point(EV_SEM_WAIT, sem, may_take);          // may_take: READY if cancel_is_due(t), before all else
 *     if (cancel_is_due(thread_self())) cancel_waiting(EV_SEM_FAIL, sem, error); // instead of the operation; does not return
 *     ... take it ...
 *     sched_done(EV_SEM_WAIT, sem, 0, count);
 *     cancel_passed();                                  // the outcome depends on there having been no request
 *
 * A wait on a condition variable has to do something before it gives up:
 *
 *     sched_point(EV_WAKE, cond, may_wake);
 *     if (cancel_is_due(thread_self())) {
 *       cancel_begin_waiting(EV_WAKE, cond, error);     // records the step; from now on cancel_is_due() is false
 *       ... leave the queue, take the mutex: steps of their own ...
 *       cancel_now();
 *     }
 *
 * In a program that never calls pthread_cancel all of these do nothing and record nothing. */
#ifndef RADDLE_RUNTIME_THREADS_CANCEL_H
#define RADDLE_RUNTIME_THREADS_CANCEL_H

#include "runtime/thread.h"

/* The thread is to be cancelled at the cancellation point it has come to: asked for, enabled,
 * not under way yet. */
bool cancel_is_due(const struct thread *) RT(cancel_is_due);
/* The same for a thread that can be cancelled anywhere (PTHREAD_CANCEL_ASYNCHRONOUS): at every
 * visible operation, for the scheduler. cancel_anywhere() comes before the operation under way;
 * a thread that is such has cancel.c linked in. */
static inline bool cancel_is_due_anywhere(const struct thread *t) {
  const struct pthread_part *p = &t->posix;
  return p->is_async && p->is_cancelled && !p->refuses_cancel && !p->is_ending;
}
void cancel_anywhere(void) RT(cancel_anywhere) __attribute__((weak));
/* A thread that can be cancelled anywhere is, as soon as it becomes such, and between its last
 * operation and its end. */
void cancel_point_if_async(void) RT(cancel_point_if_async) __attribute__((weak));

void cancel_point(void) RT(cancel_point);
void cancel_begin(void) RT(cancel_begin);
_Noreturn void cancel_now(void) RT(cancel_now); /* with cancel_begin(), unless that was called */
/* The same for an operation that waits: what it waited for could have come first, and then it
 * would not have waited. So it counts as one that has looked at its object; kind: of an event
 * that says so. */
void cancel_begin_waiting(enum event_kind kind, uint64_t object, uint32_t aux) RT(cancel_begin_waiting);
_Noreturn void cancel_waiting(enum event_kind kind, uint64_t object, uint32_t aux) RT(cancel_waiting);
void cancel_passed(void) RT(cancel_passed);
/* A thread was joined: whoever cancels it now does wrong. */
void cancel_gone(const struct thread *) RT(cancel_gone);
/* Of a thread that waits: the flag that would let it go on, and the kind of step that this would
 * be; 0: it cannot be cancelled there. */
uint64_t cancel_flag_of_waiting(const struct thread *, enum event_kind *step) RT(cancel_flag_of_waiting)
    __attribute__((weak));

#endif
