/* Programs that raddle runs for itself (compilers, other campaigns): started, and waited for with
 * an eye on the stop token and the clock.
 *
 *     pid_t child = child_start(path, argv, &output, NULL);     output: to read what the child prints, or NULL
 *     int code = child_wait(child, stop, deadline);        CHILD_STOPPED: ended before it was done */
#ifndef RADDLE_BASE_CHILD_H
#define RADDLE_BASE_CHILD_H

#include "base/stop.h"
#include <sys/types.h>

enum { CHILD_STOPPED = -1 };

/* The child dies with this process. `errors` is a file for all that it prints, or NULL. `output` becomes a descriptor to read its standard output from,
 * unless it is NULL: then the child has ours. Dies with a sentence if there is no process to be had. */
pid_t child_start(const char *program, char *const *argv, int *output, const char *errors);
/* Its exit code; 3 if a signal ended it. The token is set at the deadline (CLOCK_MONOTONIC seconds;
 * 0: none). A child that is stopped has a moment to clean up. */
int child_wait(pid_t child, struct stop *stop, double deadline);
/* Asks it to end, and gives it so many seconds for that. */
void child_end(pid_t child, double patience);
/* Has it ended? Does not wait. Its exit code, or 3, goes to *code. */
bool child_has_ended(pid_t child, int *code);
/* Sets the token at the deadline; is it set? */
bool child_is_to_stop(struct stop *stop, double deadline);

#endif
