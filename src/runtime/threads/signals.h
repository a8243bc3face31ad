/* Signals the program sends itself; see natives.c for those of a process, signals.c for those of
 * threads. */
#ifndef RADDLE_RUNTIME_THREADS_SIGNALS_H
#define RADDLE_RUNTIME_THREADS_SIGNALS_H

#include "runtime/state.h"
#include <signal.h>

bool signal_ends_process(int number) RT(signal_ends_process);
bool signal_is_ignored(int number) RT(signal_is_ignored);
/* As raise() where the running thread does not block the signal; function: what the program
 * called. */
int signal_raise(int number, const char *function) RT(signal_raise);

/* A handler that a thread is in, on its stack: the mask to come back to. */
struct handling {
  struct handling *outer;
  uint64_t mask;
};
/* The handler, if there is one, in the running thread. */
void signal_handle(const siginfo_t *) RT(signal_handle);
/* What it is told of a signal that the program sent itself. */
siginfo_t signal_info(int number, int code) RT(signal_info);
/* A jump to a frame at sp leaves the handlers below it, and takes their masks back if the place
 * was saved with its mask. */
void signal_jump(uint64_t sp, bool with_mask) RT(signal_jump);
/* Changes which signals the running thread blocks, and gets those that are due then. */
void signal_set_mask(uint64_t blocked) RT(signal_set_mask);
/* What the library and other processes send comes through the kernel, which must know the mask
 * too. */
void signal_tell_kernel(void) RT(signal_tell_kernel);
/* To the process: whichever thread lets it through, or waits for it. */
/* To the running thread, blocked or not. */
int signal_raise_here(int number, const char *function) RT(signal_raise_here);
int signal_send_process(int number) RT(signal_send_process);

/* Sent to the thread, and not blocked by it: its next step is to run the handler. */
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
