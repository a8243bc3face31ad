/* Compiling on the fly what the user named. */
#ifndef RADDLE_CLI_BUILD_H
#define RADDLE_CLI_BUILD_H

#include <stddef.h>

/* Compiles into a temporary directory of its own; the program is to be moved away, or removed with build_remove. Ends the process with
 * a sentence if it does not compile. */
char *build_sources(char **sources, size_t count);
/* With its directory. */
void build_remove(const char *program);

#endif
