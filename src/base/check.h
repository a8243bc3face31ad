/* Invariants too slow for every run: check(x) asks only in `make debug` builds. */
#ifndef RADDLE_BASE_CHECK_H
#define RADDLE_BASE_CHECK_H

#ifdef RADDLE_CHECKS
#include "base/die.h"
#define check(x) ((x) ? (void)0 : die("internal error: %s does not hold (%s:%d)", #x, __FILE__, __LINE__))
#else
#define check(x) ((void)0)
#endif

#endif
