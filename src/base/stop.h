/* The wish to end, and why: one token for all that a campaign does.
 *
 * Whoever works for long polls it, which is one load; so it may stand in any loop. Whoever waits
 * for somebody else (a run, a question to the solver) waits for a moment only, polls, and cuts
 * that short. What was cut short is thrown away or put back, never called done. A signal, the
 * clock, a memory limit, or the end of the exploration ask for the end (campaign/guard.h); the
 * first reason stays, but for the last of these. */
#ifndef RADDLE_BASE_STOP_H
#define RADDLE_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum stop_reason {
  STOP_NOT,
  STOP_INTERRUPTED, /* by the user */
  STOP_TIME,
  STOP_MEMORY,
  STOP_OVER, /* nothing is left, or nobody wants more */
};

struct stop {
  _Atomic int reason; /* enum stop_reason */
};

/* NULL is a token that nobody ever sets. */
static inline bool stop_is_wanted(const struct stop *s) {
  return s && atomic_load_explicit(&s->reason, memory_order_relaxed) != STOP_NOT;
}

static inline enum stop_reason stop_reason(const struct stop *s) {
  return s ? (enum stop_reason)atomic_load(&s->reason) : STOP_NOT;
}

/* By the user or a limit, not because there is nothing left to do. */
static inline bool stop_is_cut_short(const struct stop *s) {
  enum stop_reason why = stop_reason(s);
  return why != STOP_NOT && why != STOP_OVER;
}

/* May be called by a signal handler. A limit counts for what is done after the end, too. */
static inline void stop_ask(struct stop *s, enum stop_reason reason) {
  int now = STOP_NOT;
  while (now == STOP_NOT || (now == STOP_OVER && reason != STOP_OVER))
    if (atomic_compare_exchange_weak(&s->reason, &now, (int)reason)) return;
}

#endif
