/* Our own failures: one sentence that says what happened and what to do, exit code 3 (2 for
 * usage). */
#ifndef RADDLE_BASE_DIE_H
#define RADDLE_BASE_DIE_H

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* malloc that cannot fail. */
void *xmalloc(unsigned long size);
void *xcalloc(unsigned long count, unsigned long size);
void *xrealloc(void *p, unsigned long size);
char *xstrdup(const char *s);
char *xprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
