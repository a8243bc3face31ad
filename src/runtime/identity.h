/* Every run gives a process the same answers about itself; see identity.c. */
#ifndef RADDLE_RUNTIME_IDENTITY_H
#define RADDLE_RUNTIME_IDENTITY_H

/* Larger than any process number of Linux (2^22), so that a signal sent by unmodelled code
 * reaches no process. */
enum { IDENTITY_PID = 1000000004, IDENTITY_PARENT = 1000000003 };

#endif
