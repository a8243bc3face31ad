/* Signals the program sends itself; see natives.c for those of a process, signals.c for those of threads. */
#ifndef RADDLE_RUNTIME_THREADS_SIGNALS_H
#define RADDLE_RUNTIME_THREADS_SIGNALS_H

#include "runtime/state.h"

bool signal_ends_process(int number) RT(signal_ends_process);
bool signal_is_ignored(int number) RT(signal_is_ignored);
/* As raise(); function: what the program called. */
int signal_raise(int number, const char *function) RT(signal_raise);

/* The handler, if there is one, in the running thread. */
void signal_handle(int number) RT(signal_handle);
/* To the process: whichever thread lets it through, or waits for it. */
int __raddle_do_raise(int number);
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
