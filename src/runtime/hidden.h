/* State of the library that threads share unseen; see hidden.c. */
#ifndef RADDLE_RUNTIME_HIDDEN_H
#define RADDLE_RUNTIME_HIDDEN_H

#include "runtime/rt.h"

enum hidden_part { HIDDEN_RANDOM, HIDDEN_DATE, HIDDEN_ENVIRONMENT, HIDDEN_LOCALE, HIDDEN_TEXT, HIDDEN_PARTS };

struct hidden_access {
  uint16_t tag; /* segment of the thread's life, 0: none */
  uint32_t thread;
};

struct hidden_state {
  struct hidden_access last[HIDDEN_PARTS][2]; /* read, write */
};

void hidden_begin(void) RT(hidden_begin); /* of a run */
/* The program calls a library function of that name. */
void hidden_use(const char *name) RT(hidden_use);

#endif
