/* Limits that the shell set for the process (ulimit): who complains of an error names the one
 * that may be behind it. */
#ifndef RADDLE_BASE_RLIMIT_H
#define RADDLE_BASE_RLIMIT_H

/* For an error of the system: the rest of a sentence, to be freed; "" if there is nothing to
 * say. */
char *rlimit_blame(int error);
/* The same for a failure whose cause is not known: all limits that are in force. */
char *rlimit_list(void);

#endif
