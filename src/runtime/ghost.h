/* After a failure, what the others would do; see ghost.c. */
#ifndef RADDLE_RUNTIME_GHOST_H
#define RADDLE_RUNTIME_GHOST_H

#include "runtime/rt.h"

void ghost_begin(void) RT(ghost_begin); /* of a run */
/* The outcome is in the trace: shall the other threads go on? */
/* Is it one thread alone that fails? Then others may have to be looked at. */
bool ghost_survives(enum end_kind, enum bug_kind) RT(ghost_survives);
bool ghost_is_wanted(void) RT(ghost_is_wanted);
_Noreturn void ghost_go_on(void) RT(ghost_go_on); /* without the running thread */
bool ghost_is_on(void) RT(ghost_is_on);
/* The run is over: its outcome becomes the trace again. */
void ghost_end(void) RT(ghost_end);

#endif
