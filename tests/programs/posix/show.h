/* What a call returned, by name: the programs here print the same natively and under raddle. */
#ifndef SHOW_H
#define SHOW_H

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline const char *error_name(int error) {
  switch (error) {
  case 0: return "0";
  case EPERM: return "EPERM";
  case ENOENT: return "ENOENT";
  case ESRCH: return "ESRCH";
  case EINTR: return "EINTR";
  case EAGAIN: return "EAGAIN";
  case ENOMEM: return "ENOMEM";
  case EACCES: return "EACCES";
  case EFAULT: return "EFAULT";
  case EBUSY: return "EBUSY";
  case EEXIST: return "EEXIST";
  case EINVAL: return "EINVAL";
  case ERANGE: return "ERANGE";
  case EDEADLK: return "EDEADLK";
  case ENAMETOOLONG: return "ENAMETOOLONG";
  case ENOTSUP: return "ENOTSUP";
  case EOVERFLOW: return "EOVERFLOW";
  case ETIMEDOUT: return "ETIMEDOUT";
  case EOWNERDEAD: return "EOWNERDEAD";
  case ENOTRECOVERABLE: return "ENOTRECOVERABLE";
  default: return "?";
  }
}

static inline void show_error(const char *call, int error) {
  if (*error_name(error) == '?')
    printf("%s: %d\n", call, error);
  else
    printf("%s: %s\n", call, error_name(error));
}
static inline void show_number(const char *call, long number) { printf("%s = %ld\n", call, number); }

/* A call that returns an error number; one that returns -1 and sets errno; any other number. */
#define SHOW(call) show_error(#call, call)
#define SHOW_ERRNO(call) show_error(#call, (call) == -1 ? errno : 0)
#define SHOW_NUMBER(call) show_number(#call, (long)(call))

/* Waiting without help from what is tested. */
static inline void wait_for(atomic_int *flag) {
  while (!atomic_load(flag)) sched_yield();
}

/* A time some milliseconds from now. */
static inline struct timespec in_future(clockid_t clock, long milliseconds) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += milliseconds % 1000 * 1000000;
  t.tv_sec += milliseconds / 1000 + t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

#endif
