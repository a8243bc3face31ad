/* State of the POSIX and C11 models (threads/) for each thread. A new thread's state is all
 * zero. */
#ifndef RADDLE_RUNTIME_PTHREAD_H
#define RADDLE_RUNTIME_PTHREAD_H

#include "runtime/rt.h"

#define PTHREAD_NAME 16
#define PTHREAD_CPU_WORDS 16
#define PTHREAD_SLOTS (1u << 16)

struct cleanup;

struct pthread_part {
  /* Start and end. */
  void *(*routine)(void *); /* or int (*)(void *) */
  void *argument, *result;
  expr_id s_argument, s_result;
  bool is_c11;
  bool is_detached;
  bool is_joined; /* its handle is no longer good for anything */

  /* Cancellation. */
  bool is_cancelled; /* asked for: the flag that CANCEL and CANCEL_POINT are about */
  bool refuses_cancel;
  bool is_async;
  bool is_ending; /* cancelled or exiting: handlers run, nothing cancels it any more */
  struct cleanup *cleanup;

  uint32_t pipe_count; /* that it has made */
  uint32_t values;     /* of keys: first slot in ST->posix, 0: none */
  site_ref once_site;  /* the pthread_once whose routine it runs */

  /* Signals: bits, see signals.c. */
  uint64_t blocked_signals, pending_signals;
  uint32_t handled_signals;  /* handlers that it has begun to run */
  struct handling *handling; /* the handlers that it is in, innermost first */

  /* Values that the program sets and gets, without effect on the run. */
  bool has_name;
  char name[PTHREAD_NAME];
  int policy, priority;
  bool has_cpus;
  uint64_t cpus[PTHREAD_CPU_WORDS];
};

/* Values of keys: lists, one for each thread, of those that were ever set. */
struct key_slot {
  uint32_t key, sequence, next;
  expr_id s_value;
  void *value;
};

struct pthread_state {
  struct key_slot slot[PTHREAD_SLOTS];
};

#endif
