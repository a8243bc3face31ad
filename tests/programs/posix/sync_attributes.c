/* Attributes of synchronisation objects. */
#define _GNU_SOURCE
#include "sync.h"

#define SHOW_INT(set, get, object, ...)                                                                      \
  do {                                                                                                       \
    int value = -77;                                                                                         \
    SHOW(get(object, &value));                                                                               \
    SHOW_NUMBER(value);                                                                                      \
    static const int tried[] = {__VA_ARGS__};                                                                \
    for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {                                            \
      SHOW_NUMBER(tried[i]);                                                                                 \
      SHOW(set(object, tried[i]));                                                                           \
      SHOW(get(object, &value));                                                                             \
      SHOW_NUMBER(value);                                                                                    \
    }                                                                                                        \
  } while (0)

int main(void) {
  pthread_mutexattr_t m;
  pthread_condattr_t c;
  pthread_rwlockattr_t r;
  pthread_barrierattr_t b;
  SHOW(pthread_mutexattr_init(&m));
  SHOW_INT(pthread_mutexattr_settype, pthread_mutexattr_gettype, &m, 0, 1, 2, 3, 4, -1, 0);
  SHOW_INT(pthread_mutexattr_setrobust, pthread_mutexattr_getrobust, &m, 0, 1, 2, -1, 0);
  SHOW_INT(pthread_mutexattr_setprotocol, pthread_mutexattr_getprotocol, &m, 0, 1, 2, 3, -1, 0);
  SHOW_INT(pthread_mutexattr_setpshared, pthread_mutexattr_getpshared, &m, 0, 1, 2, -1, 0);
  SHOW_INT(pthread_mutexattr_setprioceiling, pthread_mutexattr_getprioceiling, &m, 0, 1, 99, 100, -1, 7);
  SHOW_INT(pthread_mutexattr_settype, pthread_mutexattr_gettype, &m, 2);
  SHOW(pthread_mutexattr_destroy(&m));
  SHOW(pthread_condattr_init(&c));
  SHOW_INT(pthread_condattr_setclock, pthread_condattr_getclock, &c, 0, 1, 2, 3, 7, -1, 0);
  SHOW_INT(pthread_condattr_setpshared, pthread_condattr_getpshared, &c, 0, 1, 2, -1, 0);
  SHOW(pthread_condattr_destroy(&c));
  SHOW(pthread_rwlockattr_init(&r));
  SHOW_INT(pthread_rwlockattr_setkind_np, pthread_rwlockattr_getkind_np, &r, 0, 1, 2, 3, -1, 0);
  SHOW_INT(pthread_rwlockattr_setpshared, pthread_rwlockattr_getpshared, &r, 0, 1, 2, -1, 0);
  SHOW(pthread_rwlockattr_destroy(&r));
  SHOW(pthread_barrierattr_init(&b));
  SHOW_INT(pthread_barrierattr_setpshared, pthread_barrierattr_getpshared, &b, 0, 1, 2, -1, 0);
  SHOW(pthread_barrierattr_destroy(&b));
  return 0;
}
