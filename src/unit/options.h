/* What the user asks of unit mode (cli/options.def). */
#ifndef RADDLE_UNIT_OPTIONS_H
#define RADDLE_UNIT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { UNIT_THREADS_MAX = 32, UNIT_MAX_CALLS = 3 };

struct unit_options {
  const char *functions;    /* --function: names with commas, or "all"; NULL: no unit mode */
  const char *sequence;     /* --sequence; NULL: none */
  const char *share;        /* --share: "all", "none", names with commas; NULL: pointers */
  const char *precondition; /* names of functions; NULL: none */
  const char *invariant;
  const char *check_result;
  uint32_t threads; /* 0: the functions are called one after the other */
  uint32_t max_calls;
  bool symbolic_globals;
};

#endif
