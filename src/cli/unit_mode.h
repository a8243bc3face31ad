/* Unit mode on the command line: from the names of functions to a program that calls them. */
#ifndef RADDLE_CLI_UNIT_MODE_H
#define RADDLE_CLI_UNIT_MODE_H

#include "cli/options.h"
#include <stddef.h>

/* Was unit mode asked for? */
bool unit_is_wanted(const struct options *);
/* --function all */
bool unit_is_all(const struct options *);

/* What the program was made from. */
struct unit_program {
  char *program;  /* in a folder of build_folder, with driver.c beside it; NULL: that was stopped */
  char **sources; /* .c files of the user; the driver includes the first one */
  size_t source_count;
};

/* `raddle test --function all`: a campaign for each exported function, in a process of its own, and
 * a table of what they came to. The exit code. */
int unit_test_all(const struct options *);
/* Ends the process with a sentence if there can be no such program. */
struct unit_program unit_compile(const struct options *);
/* The same program from a driver that was written before; as build_program. */
char *unit_build(const char *driver, char *const *sources, size_t count);
#define UNIT_DRIVER "driver.c"

#endif
