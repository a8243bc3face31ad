/* pthread_once and call_once.
 *
 * The state is the program's own variable, as the library has it: 0, then bit 0 while the
 * routine runs, then 2. While it runs the upper bits tell which thread runs it. */
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <threads.h>

enum { FRESH = 0, RUNNING = 1, DONE = 2 };

static enum readiness may_begin(const struct thread *t) {
  const int *control = (const int *)t->next.object;
  return *control & RUNNING ? BLOCKED : READY;
}

/* The thread was cancelled, or exits, in the routine: another thread runs the routine. */
static void give_up(void *control) {
  sched_point(EV_ONCE_END, (uint64_t)control, NULL);
  *(int *)control = FRESH;
  sched_done(EV_ONCE_END, (uint64_t)control, 0, 1);
}

void once_note_held(void) {
  for (const struct cleanup *c = thread_self()->posix.cleanup; c; c = c->outer)
    if (c->function == give_up) record_note(EV_HELD, EVENT_HELD_ONCE, (uint64_t)c->argument);
}

static void run(int *control, void (*routine)(void)) {
  struct pthread_part *p = &thread_self()->posix;
  struct cleanup cleanup;
  site_ref outer = p->once_site;
  p->once_site = HOT->site;
  cleanup_push(&cleanup, give_up, control);
  outside_callback((const void *)(uintptr_t)routine);
  HOT->callee = NULL;
  routine();
  cleanup_pop(&cleanup);
  sched_point(EV_ONCE_END, (uint64_t)control, NULL);
  *control = DONE;
  sched_done(EV_ONCE_END, (uint64_t)control, 0, 0);
  p->once_site = outer;
}

static void once(int *control, void (*routine)(void)) {
  sharing_claim_sync(control, sizeof *control, true);
  sched_point(EV_ONCE_BEGIN, (uint64_t)control, may_begin);
  memory_check(control, sizeof *control, true, HOT->site);
  bool is_first = *control != DONE;
  if (is_first) *control = (int)(thread_self()->id << ONCE_RUNNER | RUNNING);
  sched_done(is_first ? EV_ONCE_BEGIN : EV_ONCE_PASS, (uint64_t)control, 0, is_first);
  if (is_first) run(control, routine);
}

int __raddle_do_pthread_once(pthread_once_t *control, void (*routine)(void)) {
  if (!run_active) return pthread_once(control, routine);
  NATIVE_TAKE(__raddle_do_pthread_once, (uint64_t)control, (uint64_t)(uintptr_t)routine);
  once(control, routine);
  return 0;
}

void __raddle_do_call_once(once_flag *flag, void (*routine)(void)) {
  if (!run_active) return call_once(flag, routine);
  NATIVE_TAKE(__raddle_do_call_once, (uint64_t)flag, (uint64_t)(uintptr_t)routine);
  once((int *)flag, routine);
}
