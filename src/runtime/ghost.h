/* The steps of the other threads after a thread has failed; see ghost.c. */
#ifndef RADDLE_RUNTIME_GHOST_H
#define RADDLE_RUNTIME_GHOST_H

#include "runtime/rt.h"

void ghost_begin(void) RT(ghost_begin); /* of a run */
/* Does only one thread fail? Then the other threads may have to go on. */
bool ghost_survives(enum end_kind, enum bug_kind) RT(ghost_survives);
/* The trace holds the outcome: shall the other threads go on? */
bool ghost_is_wanted(void) RT(ghost_is_wanted);
_Noreturn void ghost_go_on(void) RT(ghost_go_on); /* without the running thread */
bool ghost_is_on(void) RT(ghost_is_on);
/* Ends the run: the kept outcome becomes the trace again. */
void ghost_end(void) RT(ghost_end);

#endif
