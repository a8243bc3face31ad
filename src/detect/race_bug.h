/* A race as a bug: both accesses with place, stack, thread and locks. */
#ifndef RADDLE_DETECT_RACE_BUG_H
#define RADDLE_DETECT_RACE_BUG_H

#include "detect/bug.h"
#include "detect/race.h"

/* Of the run the mapping holds. The stacks are those of the plan's stack_at, [0] for the first
 * access. */
struct bug race_bug(const struct shm *, struct symbolizer *, const struct race *);

/* A race as it was recorded. */
struct race_places {
  const char *file, *file2; /* of the later access, and of the earlier one */
  uint32_t line, line2;
  uint32_t event, event2; /* the two accesses in the run; UINT32_MAX: not recorded */
};

/* Does the run the mapping holds have a race at these two places, in either order? For replays:
 * the bug it makes, then. The two recorded accesses are preferred. A place inside a library
 * function is known by its stack alone and taken for granted. */
bool race_bug_find(const struct shm *, struct symbolizer *, const struct race_places *, struct bug *out);

#endif
