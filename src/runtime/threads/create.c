/* Threads begin and end.
 *
 * A new thread runs inside pthread_create up to its first visible operation. Its end, by
 * whichever way, is exit_unwind: the cleanup handlers still pushed, the destructors of keys, and
 * with the last thread the process. */
#include "runtime/threads/cancel.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <string.h>

#define HANDLE_FIRST 0x7ead00000000UL
#define HANDLE_STEP 0x1000UL

pthread_t handle_of(const struct thread *t) { return HANDLE_FIRST + (t->id + 1) * HANDLE_STEP; }

static struct thread *find(pthread_t handle) {
  if (handle == ST->thread[0].fs) return &ST->thread[0]; /* main's, as constructors saw it */
  uint64_t place = handle - HANDLE_FIRST;
  if (place % HANDLE_STEP || !place || place / HANDLE_STEP > LAYOUT_THREADS) return NULL;
  return thread_number(place / HANDLE_STEP - 1);
}

struct thread *handle_any_thread(pthread_t handle, const char *function) {
  struct thread *t = find(handle);
  if (!t)
    run_bug(handle ? BUG_SEGV : BUG_NULL_DEREF, HOT->site, handle, "%s of %#lx, which is no thread", function,
            handle);
  return t;
}

struct thread *handle_thread(pthread_t handle, const char *function) {
  struct thread *t = handle_any_thread(handle, function);
  if (t->posix.is_joined)
    run_bug(BUG_LOCK_MISUSE, HOT->site, 0, "%s of thread %u, which was joined before", function, t->id);
  return t;
}

pthread_t __raddle_do_pthread_self(void) { return run_active ? handle_of(thread_self()) : pthread_self(); }

int __raddle_do_pthread_equal(pthread_t a, pthread_t b) {
  if (!run_active) return pthread_equal(a, b);
  NATIVE_TAKE(__raddle_do_pthread_equal, a, b);
  const struct thread *x = find(a), *y = find(b);
  return x || y ? x == y : a == b;
}

/* Ending. */

int __raddle_do_pthread_tryjoin_np(pthread_t, void **) __attribute__((weak));

/* The end is a step where others can notice it (join_try.c): the thread has done all its steps and
 * has not ended. */
static void end_point(void) {
  if (!__raddle_do_pthread_tryjoin_np || !HOT->tag) return;
  sched_point_until(EV_YIELD, 0, NULL, 0, 0, 0);
  sched_done(EV_YIELD, 0, 0, 0);
}

static _Noreturn void finish(void) {
  if (key_run_destructors) key_run_destructors();
  sync_thread_ended(thread_self());
  end_point();
  if (ST->sched.alive_count + ST->sched.stopped_count <= 1) {
    if (HOT->tag) {
      fresh_give_result(thread_self());
      record_note(EV_END_THREAD, 0, 0);
    }
    run_exit(0, EXIT_NORMALLY);
  }
  thread_end();
}

/* A section that the thread does not end itself ends with it. */
static void leave_section(struct thread *t) {
  if (t->fused) sched_done(EV_ATOMIC_END, 0, 0, 0);
  t->fused = 0;
}

_Noreturn void exit_unwind(void) {
  struct pthread_part *p = &thread_self()->posix;
  leave_section(thread_self());
  for (struct cleanup *c; (c = p->cleanup);) {
    p->cleanup = c->outer;
    if (!c->function) longjmp((struct __jmp_buf_tag *)c->jump, 1);
    c->function(c->argument);
  }
  finish();
}

_Noreturn void exit_with(void *result, expr_id s) {
  struct pthread_part *p = &thread_self()->posix;
  if (cancel_point_if_async) cancel_point_if_async();
  p->result = result;
  p->s_result = s;
  p->is_ending = true;
  exit_unwind();
}

_Noreturn void __raddle_do_pthread_exit(void *result) {
  if (!run_active) pthread_exit(result);
  exit_with(result, call_argument(call_take(__raddle_do_pthread_exit), 0));
}

/* Beginning. */

/* The routine is called as instrumented code would call it. */
static void *call_routine(const struct pthread_part *p) {
  outside_callback((const void *)(uintptr_t)p->routine);
  HOT->args[0] = p->s_argument;
  HOT->callee = p->s_argument ? (const void *)(uintptr_t)p->routine : NULL;
  HOT->returned = NULL;
  if (!p->is_c11) return p->routine(p->argument);
  int (*routine)(void *) = (int (*)(void *))(uintptr_t)p->routine;
  return (void *)(intptr_t)routine(p->argument);
}

static void run_routine(void) {
  struct pthread_part *p = &thread_self()->posix;
  void *result = call_routine(p);
  exit_with(result, HOT->returned == (const void *)(uintptr_t)p->routine ? HOT->result[0] : 0);
}

/* Scheduling asked for: an ordinary user may only have the ordinary policies. */
static int check_policy(const pthread_attr_t *attr) {
  int inherits, policy;
  struct sched_param param;
  pthread_attr_getinheritsched(attr, &inherits);
  pthread_attr_getschedpolicy(attr, &policy);
  pthread_attr_getschedparam(attr, &param);
  if (inherits == PTHREAD_INHERIT_SCHED || policy == SCHED_OTHER) return 0;
  int low = sched_get_priority_min(policy), high = sched_get_priority_max(policy);
  return low < 0 || param.sched_priority < low || param.sched_priority > high ? EINVAL : EPERM;
}

static int check_attr(const pthread_attr_t *attr) {
  if (!attr) return 0;
  pthread_attr_t copy;
  native_read(&copy, attr, sizeof copy);
  return check_policy(attr);
}

static void apply_attr(struct pthread_part *p, const pthread_attr_t *attr) {
  int state;
  sigset_t blocked;
  cpu_set_t cpus;
  pthread_attr_getdetachstate(attr, &state);
  p->is_detached = state == PTHREAD_CREATE_DETACHED;
  if (pthread_attr_getsigmask_np(attr, &blocked) == 0)
    memcpy(&p->blocked_signals, &blocked, sizeof p->blocked_signals);
  bool is_set = pthread_attr_getaffinity_np(attr, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) < CPU_SETSIZE;
  if (!is_set) return;
  p->has_cpus = true;
  memcpy(p->cpus, &cpus, sizeof p->cpus);
}

/* The handle is there before the thread runs, as the library has it. */
static void prepare(struct thread *t, void *data) {
  const struct creation *c = data;
  const struct pthread_part *creator = &thread_self()->posix;
  struct pthread_part *p = &t->posix;
  p->routine = c->routine;
  p->argument = c->argument;
  p->s_argument = c->s_argument;
  p->is_c11 = c->is_c11;
  p->policy = creator->policy;
  p->priority = creator->priority;
  p->blocked_signals = creator->blocked_signals;
  p->has_cpus = creator->has_cpus;
  memcpy(p->cpus, creator->cpus, sizeof p->cpus);
  p->has_name = creator->has_name;
  memcpy(p->name, creator->name, sizeof p->name);
  if (c->attr) apply_attr(p, c->attr);
  *c->handle = handle_of(t);
}

int create_thread(struct creation *c) {
  int error = check_attr(c->attr);
  if (error) return error;
  memory_check(c->handle, sizeof *c->handle, true, HOT->site);
  __raddle_touch(c->handle, sizeof *c->handle, true);
  shadow_clear(c->handle, sizeof *c->handle);
  const struct thread *t = thread_create(run_routine, (uint64_t)(uintptr_t)c->routine, prepare, c);
  if (t && t->posix.is_detached) sched_done(EV_DETACH, 0, t->id, 0);
  return t ? 0 : EAGAIN;
}

int __raddle_do_pthread_create(pthread_t *handle, const pthread_attr_t *attr, void *(*routine)(void *),
                               void *argument) {
  if (!run_active) return pthread_create(handle, attr, routine, argument);
  expr_id s = call_argument(HOT->callee == (const void *)__raddle_do_pthread_create, 3);
  NATIVE_TAKE(__raddle_do_pthread_create, (uint64_t)handle, (uint64_t)attr, (uint64_t)(uintptr_t)routine);
  struct creation c = {
      .handle = handle, .attr = attr, .routine = routine, .argument = argument, .s_argument = s};
  return create_thread(&c);
}
