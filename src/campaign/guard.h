/* A thread that keeps the limits of a campaign, whatever the others are doing: at --max-time, at
 * --max-memory, and after a signal it sets the stop token (base/stop.h) and ends the program
 * under test. All that works for long polls the token. Should a worker not come to an end all
 * the same, and the observer can give up (campaign/observer.h), the guard makes the reports in
 * the worker's place, from what the campaign knows: within a second of the limit, if the machine is not busy with other
 * programs.
 *
 *     struct guard *g = guard_open(crew, &limits);
 *     ... explore ...
 *     guard_claim(g);       from here on the reports are ours to make
 *     guard_close(g);
 */
#ifndef RADDLE_CAMPAIGN_GUARD_H
#define RADDLE_CAMPAIGN_GUARD_H

#include "campaign/crew.h"

struct guard_limits {
  double deadline;   /* CLOCK_MONOTONIC seconds; 0: none */
  uint64_t memory;   /* resident bytes of this process and of what the campaign started; 0: no limit */
  bool owns_process; /* all that this process started is the campaign's */
  /* Last resort: makes the reports and gives up; nobody else changes the campaign. */
  void (*end)(struct crew *);
};

struct guard;
struct guard *guard_open(struct crew *, const struct guard_limits *);
/* The caller has come to an end. Does not return if the guard has given up already. */
void guard_claim(struct guard *);
void guard_close(struct guard *);

/* Half of what the machine, or the control group, has. */
uint64_t guard_default_memory(void);

#endif
