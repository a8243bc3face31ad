/* The schedule of a run, read off its trace: who went on when, and where a thread was left that
 * could have gone on. */
#ifndef RADDLE_DETECT_SCHEDULE_H
#define RADDLE_DETECT_SCHEDULE_H

#include "base/vec.h"
#include "wire/shm.h"

struct schedule {
  vec(struct plan_run) runs;
};
/* The whole of a run, as a plan wants it; replaces what `out` holds. The operation that a bug
 * broke off is no event, but belongs to it. */
void schedule_read(const struct trace *, const struct event *, struct schedule *out);

/* A step by another thread than the step before it. */
struct context_switch {
  uint32_t event; /* the first of the thread that goes on */
  uint32_t from, to;
  enum { COULD_NOT_GO_ON, COULD_GO_ON, MAY_HAVE_GONE_ON } left; /* thread `from` */
};
typedef vec(struct context_switch) context_switches;

/* Of the run the mapping holds; replaces what `out` holds. Exact when the run was made with
 * PLAN_ENABLED; else it is only known of threads whose next operation never has to wait. */
void schedule_switches(const struct shm *, context_switches *out);
/* How often a thread was left that could have gone on. */
uint32_t schedule_preemptions(const struct shm *);

#endif
