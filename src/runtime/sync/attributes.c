/* Attribute objects: the library's own functions, which touch nothing else. What is added is
 * that arguments are fixed and the program's memory is accessed as the program would. */
#include "runtime/sync/object.h"
#include "runtime/threads/native.h"
#include <pthread.h>

/* OBJECT(name, type): init and destroy. FIELD(set, get, type): an int of it. */
#define ATTRIBUTES(OBJECT, FIELD)                                                                            \
  OBJECT(pthread_mutexattr, pthread_mutexattr_t)                                                             \
  OBJECT(pthread_condattr, pthread_condattr_t)                                                               \
  OBJECT(pthread_rwlockattr, pthread_rwlockattr_t)                                                           \
  OBJECT(pthread_barrierattr, pthread_barrierattr_t)                                                         \
  FIELD(pthread_mutexattr_settype, pthread_mutexattr_gettype, pthread_mutexattr_t)                           \
  FIELD(pthread_mutexattr_setrobust, pthread_mutexattr_getrobust, pthread_mutexattr_t)                       \
  FIELD(pthread_mutexattr_setprotocol, pthread_mutexattr_getprotocol, pthread_mutexattr_t)                   \
  FIELD(pthread_mutexattr_setpshared, pthread_mutexattr_getpshared, pthread_mutexattr_t)                     \
  FIELD(pthread_mutexattr_setprioceiling, pthread_mutexattr_getprioceiling, pthread_mutexattr_t)             \
  FIELD(pthread_condattr_setclock, pthread_condattr_getclock, pthread_condattr_t)                            \
  FIELD(pthread_condattr_setpshared, pthread_condattr_getpshared, pthread_condattr_t)                        \
  FIELD(pthread_rwlockattr_setkind_np, pthread_rwlockattr_getkind_np, pthread_rwlockattr_t)                  \
  FIELD(pthread_rwlockattr_setpshared, pthread_rwlockattr_getpshared, pthread_rwlockattr_t)                  \
  FIELD(pthread_barrierattr_setpshared, pthread_barrierattr_getpshared, pthread_barrierattr_t)

#define OBJECT(name, type)                                                                                   \
  int __raddle_do_##name##_init(type *a) {                                                                   \
    if (!run_active) return name##_init(a);                                                                  \
    NATIVE_TAKE(__raddle_do_##name##_init, (uint64_t)a);                                                     \
    type copy = {0};                                                                                         \
    int error = name##_init(&copy);                                                                          \
    native_write(a, &copy, sizeof copy);                                                                     \
    return error;                                                                                            \
  }                                                                                                          \
  int __raddle_do_##name##_destroy(type *a) {                                                                \
    if (!run_active) return name##_destroy(a);                                                               \
    NATIVE_TAKE(__raddle_do_##name##_destroy, (uint64_t)a);                                                  \
    type copy;                                                                                               \
    native_read(&copy, a, sizeof copy);                                                                      \
    return name##_destroy(&copy);                                                                            \
  }
#define FIELD(set, get, type)                                                                                \
  int __raddle_do_##set(type *a, int value) {                                                                \
    if (!run_active) return set(a, value);                                                                   \
    NATIVE_TAKE(__raddle_do_##set, (uint64_t)a, (uint32_t)value);                                            \
    type copy;                                                                                               \
    native_read(&copy, a, sizeof copy);                                                                      \
    int error = set(&copy, value);                                                                           \
    if (!error) native_write(a, &copy, sizeof copy);                                                         \
    return error;                                                                                            \
  }                                                                                                          \
  int __raddle_do_##get(const type *a, int *value) {                                                         \
    if (!run_active) return get(a, value);                                                                   \
    NATIVE_TAKE(__raddle_do_##get, (uint64_t)a, (uint64_t)value);                                            \
    type copy;                                                                                               \
    native_read(&copy, a, sizeof copy);                                                                      \
    int now = 0, error = get(&copy, &now);                                                                   \
    if (!error) native_tell(value, now);                                                                     \
    return error;                                                                                            \
  }
ATTRIBUTES(OBJECT, FIELD)
