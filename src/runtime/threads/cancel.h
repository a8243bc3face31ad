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

/* Is the thread to be cancelled at the cancellation point reached? True if a request is there,
 * cancellation is enabled, and has not begun. */
bool cancel_is_due(const struct thread *) RT(cancel_is_due);
/* The same for a thread that can be cancelled anywhere (PTHREAD_CANCEL_ASYNCHRONOUS), for the
 * scheduler at every visible operation. cancel_anywhere() comes before the operation under way.
 * A program with such a thread has cancel.c linked in. */
static inline bool cancel_is_due_anywhere(const struct thread *t) {
  const struct pthread_part *p = &t->posix;
  return p->is_async && p->is_cancelled && !p->refuses_cancel && !p->is_ending;
}
void cancel_anywhere(void) RT(cancel_anywhere) __attribute__((weak));
/* Cancels a thread that can be cancelled anywhere: as soon as it becomes such, and between its
 * last operation and its end. */
void cancel_point_if_async(void) RT(cancel_point_if_async) __attribute__((weak));

void cancel_point(void) RT(cancel_point);
void cancel_begin(void) RT(cancel_begin);
_Noreturn void cancel_now(void) RT(cancel_now); /* with cancel_begin(), unless that was called */
/* The same for an operation that waits. Had the awaited event come first, the thread would not
 * have waited. So the cancelled operation counts as a look at its object; kind: of the event
 * that records the look. */
void cancel_begin_waiting(enum event_kind kind, uint64_t object, uint32_t aux) RT(cancel_begin_waiting);
_Noreturn void cancel_waiting(enum event_kind kind, uint64_t object, uint32_t aux) RT(cancel_waiting);
void cancel_passed(void) RT(cancel_passed);
/* A thread was joined: to cancel the thread from now on is a misuse. */
void cancel_gone(const struct thread *) RT(cancel_gone);
/* For a waiting thread: the flag whose change would let the thread go on, and the kind of that
 * step. 0: the thread cannot be cancelled there. */
uint64_t cancel_flag_of_waiting(const struct thread *, enum event_kind *step) RT(cancel_flag_of_waiting)
    __attribute__((weak));

#endif
