/* What a process is told of itself is the same in every run; see identity.c. */
#ifndef RADDLE_RUNTIME_IDENTITY_H
#define RADDLE_RUNTIME_IDENTITY_H

/* Beyond the largest number that Linux gives to a process (2^22): a signal sent there by code
 * that nobody models reaches nobody. */
enum { IDENTITY_PID = 1000000004, IDENTITY_PARENT = 1000000003 };

#endif
