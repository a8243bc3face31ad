/* Compiling on the fly what the user named. */
#ifndef RADDLE_CLI_BUILD_H
#define RADDLE_CLI_BUILD_H

#include "base/stop.h"

/* Compiles into a temporary directory of its own; the program is to be moved away, or removed
 * with build_remove. Ends the process with a sentence if it does not compile. NULL: the token
 * was set meanwhile, by whomever, or here at the deadline (CLOCK_MONOTONIC seconds; 0: none). */
char *build_sources(char **sources, size_t count, struct stop *stop, double deadline);
/* With its directory. */
void build_remove(const char *program);

#endif
