/* Signals; see fault.c. */
#ifndef RADDLE_RUNTIME_FAULT_H
#define RADDLE_RUNTIME_FAULT_H

#include "runtime/rt.h"
#include "wire/trace.h"
#include <signal.h>

struct fault_state {
  char stack[64 << 10] __attribute__((aligned(64)));
  enum end_kind end; /* of the run that a signal ended */
  char leaving[16 << 10] __attribute__((aligned(64)));
};

void fault_open(void) RT(fault_open);
bool fault_handles(const struct sigaction *) RT(fault_handles); /* the handler is ours, not the program's */

#endif
