/* For programs that show what synchronisation functions return. */
#ifndef SYNC_H
#define SYNC_H

#include "show.h"

/* Runs the function in another thread; elsewhere() until it has ended. */
static inline void *call_function(void *f) {
  ((void (*)(void))f)();
  return NULL;
}
static inline pthread_t start(void (*f)(void)) {
  pthread_t t;
  if (pthread_create(&t, NULL, call_function, (void *)f)) abort();
  return t;
}
static inline void elsewhere(void (*f)(void)) {
  if (pthread_join(start(f), NULL)) abort();
}

static const struct timespec past = {1, 0}, before_1970 = {-5, 0}, too_many = {1, 1000000000},
                             negative = {1, -1};
/* Times that come while one waits, and times that do not. */
static inline const struct timespec *at_time(struct timespec t) {
  static _Thread_local struct timespec times[4];
  static _Thread_local unsigned next;
  times[next++ % 4] = t;
  return &times[(next - 1) % 4];
}
#define SOON(clock) at_time(in_future(clock, 20))
#define LATER(clock) at_time(in_future(clock, 60000))

#endif
