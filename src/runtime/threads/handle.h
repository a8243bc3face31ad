/* pthread_t and thrd_t of the program's threads. A handle consists of the thread's number, so it
 * is the same in every run, and never looks like an address of the program. */
#ifndef RADDLE_RUNTIME_THREADS_HANDLE_H
#define RADDLE_RUNTIME_THREADS_HANDLE_H

#include "runtime/sched.h"
#include <pthread.h>

pthread_t handle_of(const struct thread *) RT(handle_of);
/* The thread of a handle. Use of a joined thread's handle is undefined in POSIX, and a value
 * that is not a handle crashes the library: both are bugs. */
struct thread *handle_thread(pthread_t, const char *function) RT(handle_thread);

struct thread *handle_any_thread(pthread_t, const char *function) RT(handle_any_thread); /* joined ones too */

/* The end of a thread: cleanup handlers, destructors of keys. */
_Noreturn void exit_with(void *result, expr_id) RT(exit_with);
_Noreturn void exit_unwind(void) RT(exit_unwind);

/* Cleanup handlers, innermost first. The program's handlers are buffers of pthread_cleanup_push,
 * entered by a jump. Handlers of the models have a function. */
struct cleanup {
  uint64_t jump[9]; /* as __sigsetjmp left it, and the mask's flag: __pthread_unwind_buf_t */
  struct cleanup *outer;
  void (*function)(void *);
  void *argument;
  uint64_t was_async;
};
void cleanup_push(struct cleanup *, void (*)(void *), void *argument) RT(cleanup_push);
void cleanup_pop(const struct cleanup *) RT(cleanup_pop);

/* Notes the once routines that the running thread executes, if the program has any. */
void once_note_held(void) RT(once_note_held) __attribute__((weak));

enum { ONCE_RUNNER = 2 }; /* bit of a pthread_once_t from which on it tells who runs the routine */

/* Keys, if the program has any. */
void key_run_destructors(void) RT(key_run_destructors) __attribute__((weak));
int key_delete(pthread_key_t) RT(key_delete);

/* Creating, for pthread_create and thrd_create; error number. */
struct creation {
  pthread_t *handle;
  const pthread_attr_t *attr;
  void *(*routine)(void *);
  void *argument;
  expr_id s_argument;
  bool is_c11;
};
int create_thread(struct creation *) RT(create_thread);
/* Joining; is_asked: for the result; abs: NULL for ever. */
int join_thread(pthread_t, struct thread **joined, bool is_asked, clockid_t, const struct timespec *abs,
                const char *function) RT(join_thread);
/* The same with the result stored; and its parts. */
int join_posix(pthread_t, void **result, clockid_t, const struct timespec *abs, const char *function)
    RT(join_posix);
void join_check(const struct thread *target, const char *function) RT(join_check); /* may it be, now? */
int join_succeed(struct thread *target, bool is_asked) RT(join_succeed);
int join_fail(const struct thread *target, int error) RT(join_fail);
int detach_thread(pthread_t, const char *function) RT(detach_thread);

/* The thread that a thread at EV_JOIN or EV_ONCE_BEGIN waits for. */
static inline struct holder threads_holder(const struct thread *waiting) {
  bool is_join = waiting->next.kind == EV_JOIN;
  uint32_t id = is_join ? waiting->next.object : *(const uint32_t *)waiting->next.object >> ONCE_RUNNER;
  const struct thread *t = thread_number(id);
  if (!t) return (struct holder){THREAD_NONE, NULL};
  return (struct holder){id, is_join ? NULL : t->posix.once_site};
}

#endif
