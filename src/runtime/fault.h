/* Signals; see fault.c. */
#ifndef RADDLE_RUNTIME_FAULT_H
#define RADDLE_RUNTIME_FAULT_H

#include "runtime/rt.h"

struct fault_state {
  char stack[64 << 10] __attribute__((aligned(64)));
};

void fault_open(void) RT(fault_open);

#endif
