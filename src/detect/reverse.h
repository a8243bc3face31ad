/* The schedule that turns a race round: the second access before the first. */
#ifndef RADDLE_DETECT_REVERSE_H
#define RADDLE_DETECT_REVERSE_H

#include "base/vec.h"
#include "detect/race.h"
#include "explore/order.h"

struct step_list {
  vec(struct plan_run) runs;
};

/* A schedule at access granularity that carries out race->second before race->first: the steps before the second that do
 * not depend on the first, then the second, then the first. At access granularity every plain access is a step, also one
 * that the run had fused with the step before it; only atomic sections stay whole. Replaces what `out` holds. False
 * if the second depends on the first by way of a third: then no order of the same steps turns them round.
 * The order is scratch memory. */
bool steps_reversed(struct order *, const struct event *, uint32_t thread_count, const struct race *,
                    struct step_list *out);

/* An access as it can be found again in a run where its thread does the same up to it. */
struct access_name {
  struct event event;
  uint32_t number; /* which visible operation of its thread, from 0 */
};
struct access_name access_name(const struct event *, uint32_t at);
/* Where it is; UINT32_MAX: nowhere. */
uint32_t access_find(const struct event *, uint32_t event_count, const struct access_name *);

#endif
