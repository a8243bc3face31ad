/* The sizes of wire/limits.def that are in force. */
#ifndef RADDLE_EXPLORE_LIMITS_H
#define RADDLE_EXPLORE_LIMITS_H

#include "wire/limits.h"
#include <stdint.h>

uint32_t limit_of(enum limit);
/* Reads RADDLE_LIMITS, before anything else: "exprs=1000,events=200". Sizes only get smaller.
 * Dies if it makes no sense. */
void limits_read(const char *text);

#endif
