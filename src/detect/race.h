/* Data races of one run: a pure function of its events.
 *
 * Two accesses race when they touch a common byte, come from different threads, at least one
 * writes, at least one is plain (not atomic), and synchronisation orders them neither way. What
 * orders: program order; creating a thread, and its end before a join; giving back a lock before it
 * is taken again; signal before wake; post before a successful wait; all arrivals at a barrier
 * before all leaves of that round; a once routine before those who waited for it; an atomic write
 * before later atomic reads of its bytes; an atomic section before what conflicts with it in later
 * ones; cancel before the point that acts on it.
 *
 * Nothing orders that is not a dependency of explore/history/order.h. So the pairs of places
 * that race are the same in all traces of a class. */
#ifndef RADDLE_DETECT_RACE_H
#define RADDLE_DETECT_RACE_H

#include "wire/trace.h"
#include <stdbool.h>

struct race {
  uint32_t first, second; /* events, in the order of the run */
};

/* Says whether to stop at this race. */
typedef bool race_wanted(void *context, const struct event *events, const struct race *race);

/* The tables, kept from run to run. */
struct race_finder;
struct race_finder *race_finder_open(void);
void race_finder_close(struct race_finder *);
/* Goes through the run's races in order of their second access until one is wanted; false if
 * none is. Of accesses by one thread at one site, in one manner (as a race cares: plain or
 * atomic, reading or writing), that race with the same later one, the last to each byte is
 * looked at. So every pair of such accesses is shown, and every pair with no third access
 * between them in the partial order of the trace. thread_count: threads of the run. */
bool race_find(struct race_finder *, const struct event *events, uint32_t event_count, uint32_t thread_count,
               race_wanted *wanted, void *context, struct race *out);
/* Runs whose threads and objects were too many for the tables: their later events were not
 * looked at. */
uint64_t race_finder_overflows(const struct race_finder *);

#endif
