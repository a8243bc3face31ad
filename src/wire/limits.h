/* Sizes of what can run out. Both sides have a table of them: the explorer its own
 * (explore/limits.h), the target that of the mapping. */
#ifndef RADDLE_WIRE_LIMITS_H
#define RADDLE_WIRE_LIMITS_H

enum limit {
#define LIMIT(name, text, size, what) LIMIT_##name,
#include "wire/limits.def"
#undef LIMIT
  LIMIT_COUNT
};

#endif
