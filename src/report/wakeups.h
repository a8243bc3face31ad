/* Whom a signal wakes: told by the rest of the run, since any thread that waits may be the one. */
#ifndef RADDLE_REPORT_WAKEUPS_H
#define RADDLE_REPORT_WAKEUPS_H

#include "base/vec.h"
#include "wire/trace.h"

struct wakeup {
  uint32_t signal; /* event: SIGNAL or BROADCAST */
  uint32_t thread; /* that it woke; WAKEUP_NOBODY: none had gone on when the run ended */
};
#define WAKEUP_NOBODY UINT32_MAX
typedef vec(struct wakeup) wakeups;

/* In the order of the signals; one entry for each thread that a signal wakes. Replaces what
 * `out` holds. */
void wakeups_read(const struct event *, uint32_t count, wakeups *out);

#endif
