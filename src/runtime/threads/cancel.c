/* Cancellation and cleanup handlers.
 *
 * A request is a flag of the thread; asking for it (EV_CANCEL) and looking at it
 * (EV_CANCEL_POINT) are steps. Whether the program can ask at all is known when it is linked:
 * request.c is then part of it. */
#include "runtime/threads/cancel.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>

int __raddle_do_pthread_cancel(pthread_t) __attribute__((weak));

static uint64_t flag_of(const struct thread *t) { return (uint64_t)&t->posix.is_cancelled; }

/* Could the running thread be cancelled here? */
static bool is_open(const struct pthread_part *p) {
  return __raddle_do_pthread_cancel && run_active && !p->refuses_cancel && !p->is_ending;
}

bool cancel_is_due(const struct thread *t) {
  const struct pthread_part *p = &t->posix;
  return p->is_cancelled && !p->refuses_cancel && !p->is_ending;
}

static void begin(void) {
  struct thread *t = thread_self();
  t->posix.is_ending = true;
  t->posix.result = PTHREAD_CANCELED;
  t->posix.s_result = 0;
  sched_cancelled();
}

/* The operation that would have been the step, had there been no request. */
static uint32_t in_place_of(const struct thread *t) {
  bool looks_first = t->posix.is_async || t->next.kind == EV_CANCEL_POINT;
  return looks_first ? 0 : t->next.kind;
}

void cancel_begin(void) {
  const struct thread *t = thread_self();
  begin();
  sched_done(EV_CANCEL_POINT, flag_of(t), in_place_of(t), 1);
}

/* First the operation that the thread waited for, which would have let it go on without the
 * request. */
void cancel_begin_waiting(enum event_kind kind, uint64_t object, uint32_t aux) {
  begin();
  sched_done(kind, object, aux, ECANCELED);
  sched_done(EV_CANCEL_POINT, flag_of(thread_self()), 0, 1);
  if (fresh_is_on()) return;
  /* Without the request it would still wait. */
  shm_event(SHM)[SHM->trace.event_count - 1].taken |= EVENT_BOUND;
}

void cancel_now(void) {
  if (!thread_self()->posix.is_ending) cancel_begin();
  exit_unwind();
}

void cancel_waiting(enum event_kind kind, uint64_t object, uint32_t aux) {
  cancel_begin_waiting(kind, object, aux);
  cancel_now();
}

void cancel_passed(void) {
  const struct thread *t = thread_self();
  if (is_open(&t->posix)) sched_done(EV_CANCEL_POINT, flag_of(t), 0, 0);
}

void cancel_gone(const struct thread *joined) {
  if (__raddle_do_pthread_cancel && !fresh_is_on()) sched_done(EV_GONE, flag_of(joined), 0, 0);
}

void cancel_point(void) {
  const struct thread *t = thread_self();
  if (!is_open(&t->posix)) return;
  sched_point(EV_CANCEL_POINT, flag_of(t), NULL);
  if (cancel_is_due(t)) cancel_now();
  sched_done(EV_CANCEL_POINT, flag_of(t), 0, 0);
}

static bool looks_itself(const struct pending *n) {
  return n->kind == EV_SEM_WAIT || n->kind == EV_WAKE || n->kind == EV_JOIN;
}

/* The operation itself is then recorded as part of the same step. One that waits could have gone
 * on, had its object let it: that is recorded too. Operations that are cancellation points record
 * this themselves. */
void cancel_anywhere(void) {
  const struct thread *t = thread_self();
  const struct pending *n = &t->next;
  if (cancel_is_due(t) && looks_itself(n)) return;
  if (cancel_is_due(t) && n->may_go) cancel_waiting(EV_LOCK_FAIL, n->object, 0);
  if (cancel_is_due(t)) cancel_now();
  cancel_passed();
}

static enum event_kind step_if_cancelled(const struct thread *t) {
  switch (t->next.kind) {
  case EV_SEM_WAIT: return EV_SEM_FAIL;
  case EV_WAKE: return EV_WAKE;
  case EV_JOIN: return EV_JOIN_FAIL;
  case EV_YIELD:
  case EV_TAKE:
  case EV_GIVE: return t->posix.is_async ? EV_LOCK_FAIL : EV_CANCEL_POINT;
  default: return t->posix.is_async ? EV_LOCK_FAIL : (enum event_kind)0;
  }
}

uint64_t cancel_flag_of_waiting(const struct thread *t, enum event_kind *step) {
  *step = is_open(&t->posix) ? step_if_cancelled(t) : (enum event_kind)0;
  return *step ? flag_of(t) : 0;
}

void __raddle_do_pthread_testcancel(void) {
  if (run_active)
    cancel_point();
  else
    pthread_testcancel();
}

void cancel_point_if_async(void) {
  if (thread_self()->posix.is_async) cancel_point();
}

int __raddle_do_pthread_setcancelstate(int state, int *old) {
  if (!run_active) return pthread_setcancelstate(state, old);
  NATIVE_TAKE(__raddle_do_pthread_setcancelstate, (uint32_t)state, (uint64_t)old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  struct pthread_part *p = &thread_self()->posix;
  native_tell(old, p->refuses_cancel ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE);
  p->refuses_cancel = state == PTHREAD_CANCEL_DISABLE;
  cancel_point_if_async();
  return 0;
}

int __raddle_do_pthread_setcanceltype(int type, int *old) {
  if (!run_active) return pthread_setcanceltype(type, old);
  NATIVE_TAKE(__raddle_do_pthread_setcanceltype, (uint32_t)type, (uint64_t)old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  struct pthread_part *p = &thread_self()->posix;
  native_tell(old, p->is_async ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED);
  p->is_async = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  cancel_point_if_async();
  return 0;
}

/* Cleanup handlers. The macros of <pthread.h> save their place with __sigsetjmp and register it;
 * when the thread ends it is jumped to, calls the handler and comes back with
 * __pthread_unwind_next. */

_Static_assert(sizeof(struct cleanup) <= sizeof(__pthread_unwind_buf_t),
               "it must fit into the program's buffer");

void cleanup_push(struct cleanup *c, void (*function)(void *), void *argument) {
  struct pthread_part *p = &thread_self()->posix;
  c->outer = p->cleanup;
  c->function = function;
  c->argument = argument;
  p->cleanup = c;
}

void cleanup_pop(const struct cleanup *c) { thread_self()->posix.cleanup = c->outer; }

void __raddle_do___pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
  if (!run_active) return __pthread_register_cancel(buffer);
  call_take(__raddle_do___pthread_register_cancel);
  cleanup_push((struct cleanup *)buffer, NULL, NULL);
}

void __raddle_do___pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) {
  if (!run_active) return __pthread_unregister_cancel(buffer);
  call_take(__raddle_do___pthread_unregister_cancel);
  cleanup_pop((const struct cleanup *)buffer);
}

void __raddle_do___pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer) {
  if (!run_active) return __pthread_register_cancel_defer(buffer);
  call_take(__raddle_do___pthread_register_cancel_defer);
  struct pthread_part *p = &thread_self()->posix;
  struct cleanup *c = (struct cleanup *)buffer;
  cleanup_push(c, NULL, NULL);
  c->was_async = p->is_async;
  p->is_async = false;
}

void __raddle_do___pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer) {
  if (!run_active) return __pthread_unregister_cancel_restore(buffer);
  call_take(__raddle_do___pthread_unregister_cancel_restore);
  struct pthread_part *p = &thread_self()->posix;
  const struct cleanup *c = (const struct cleanup *)buffer;
  cleanup_pop(c);
  p->is_async = c->was_async;
  cancel_point_if_async();
}

_Noreturn void __raddle_do___pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
  if (!run_active) __pthread_unwind_next(buffer);
  exit_unwind();
}
