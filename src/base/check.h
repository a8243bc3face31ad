/* Invariants too slow for every run: check(x) asks only in `make debug` builds. */
#ifndef RADDLE_BASE_CHECK_H
#define RADDLE_BASE_CHECK_H

#ifdef RADDLE_CHECKS
#include "base/die.h"
#define check(x) ((x) ? (void)0 : die("internal error: %s does not hold (%s:%d)", #x, __FILE__, __LINE__))
#else
#define check(x) ((void)0)
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is each number larger than the one before it? */
static inline bool numbers_ascend(const uint32_t *at, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (at[i - 1] >= at[i]) return false;
  return true;
}

#endif
