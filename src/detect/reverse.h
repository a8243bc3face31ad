/* The schedule that turns a race round: the second access before the first. */
#ifndef RADDLE_DETECT_REVERSE_H
#define RADDLE_DETECT_REVERSE_H

#include "detect/race.h"
#include "detect/steps.h"

/* Asked about races of one run after the other. The run is read when it is first asked about. */
struct reverser;
struct reverser *reverser_open(void);
void reverser_close(struct reverser *);
/* The events must stay as long as there are questions about them. */
void reverser_begin(struct reverser *, const struct event *, uint32_t event_count, uint32_t thread_count);
/* A schedule at access granularity that carries out race->second before race->first: the steps
 * before the second that do not depend on the first, then the second, then the first. At access
 * granularity every plain access is a step, also one that the run had fused with the step before
 * it; only atomic sections stay whole. Replaces what `out` holds. False if the second depends on
 * the first by way of a third: then no order of the same steps turns them round. */
bool reverser_steps(struct reverser *, const struct race *, struct step_list *out);

/* An access as it can be found again in a run where its thread does the same up to it. */
struct access_name {
  struct event event;
  uint32_t number; /* which visible operation of its thread, from 0 */
};
struct access_name access_name(const struct event *, uint32_t at);
/* Where it is; UINT32_MAX: nowhere. */
uint32_t access_find(const struct event *, uint32_t event_count, const struct access_name *);

#endif
