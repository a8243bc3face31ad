/* A race as a bug: both accesses with place, stack, thread and locks. */
#ifndef RADDLE_DETECT_RACE_BUG_H
#define RADDLE_DETECT_RACE_BUG_H

#include "detect/bug.h"
#include "detect/race.h"

/* Of the run the mapping holds. The stacks are those of the plan's stack_at, [0] for the first access. */
struct bug race_bug(const struct shm *, struct symbolizer *, const struct race *);

/* Does the run the mapping holds have a race at these two places, in either order? For replays: the bug it makes, then,
 * without stacks. A place inside a library function is known by its stack alone and taken for granted. */
bool race_bug_find(const struct shm *, struct symbolizer *, const char *file, uint32_t line,
                   const char *file2, uint32_t line2, struct bug *out);

#endif
