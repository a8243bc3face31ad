/* Signals that the program sends itself: to the process in natives.c, to threads in signals.c. */
#ifndef RADDLE_RUNTIME_THREADS_SIGNALS_H
#define RADDLE_RUNTIME_THREADS_SIGNALS_H

#include "runtime/state.h"
#include <signal.h>

bool signal_ends_process(int number) RT(signal_ends_process);
bool signal_is_ignored(int number) RT(signal_is_ignored);
/* As raise() where the running thread does not block the signal; function: what the program
 * called. */
int signal_raise(int number, const char *function) RT(signal_raise);

/* A handler that a thread executes, on the thread's stack, with the mask to restore. */
struct handling {
  struct handling *outer;
  uint64_t mask;
};
/* Runs the signal's handler, if any, in the running thread. */
void signal_handle(const siginfo_t *) RT(signal_handle);
/* The information that a handler gets about a signal sent by the program itself. */
siginfo_t signal_info(int number, int code) RT(signal_info);
/* A jump to the frame at sp leaves the handlers below. The jump restores their masks if its
 * target was saved with a mask. */
void signal_jump(uint64_t sp, bool with_mask) RT(signal_jump);
/* Changes the running thread's mask, then takes the signals that become due. */
void signal_set_mask(uint64_t blocked) RT(signal_set_mask);
/* Tells the kernel the mask, for signals from the library and from other processes. */
void signal_tell_kernel(void) RT(signal_tell_kernel);
/* Sends a signal to the running thread, blocked or not; to the process, for any thread that lets
 * it through or waits for it. */
int signal_raise_here(int number, const char *function) RT(signal_raise_here);
int signal_send_process(int number) RT(signal_send_process);

/* Does the thread have a pending signal that it does not block? Then the thread's next step runs
 * the handler. */
static inline bool signal_is_due(const struct thread *t) {
  return t->posix.pending_signals && t->posix.pending_signals & ~t->posix.blocked_signals;
}
void signal_take_due(struct thread *) RT(signal_take_due); /* the running thread's, as that step */

static inline uint64_t signal_bit(int number) {
  return number >= 1 && number <= 64 ? UINT64_C(1) << (number - 1) : 0;
}
static inline bool signal_is_blocked(const struct thread *t, int number) {
  return t->posix.blocked_signals & signal_bit(number);
}

#endif
