/* Processes and temporary files of `raddle cc`. */
#ifndef RADDLE_COMPILE_CC_RUN_H
#define RADDLE_COMPILE_CC_RUN_H

#include "compile/cc_args.h"

/* Runs a program (argv[0]), waits, and empties the list. Its standard error goes to the file
 * `errors`, if given. Returns its exit code, or 128 plus the signal that ended it. */
int run(words *command, const char *errors, bool is_verbose);
/* Is there a program of this name on the PATH? */
bool can_find(const char *program);
/* Strings live as long as the process, which does one command and ends. */
char *keep(char *text);
/* A new name in a directory of our own; everything there is removed at exit. */
char *temp_path(const char *suffix);
/* lib/raddle/NAME of this installation. */
char *resource(const char *name);

#endif
