/* mtx_ and cnd_ of C11: the library's are its mutexes and condition variables under another
 * name, and so are ours. */
#include "runtime/sync/object.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <threads.h>

static int told(int error) {
  switch (error) {
  case 0: return thrd_success;
  case ENOMEM: return thrd_nomem;
  case ETIMEDOUT: return thrd_timedout;
  case EBUSY: return thrd_busy;
  default: return thrd_error;
  }
}

static struct sync *mutex_at(mtx_t *m) { return sync_at(m, SYNC_MUTEX); }
static struct sync *cond_at(cnd_t *c) { return sync_at(c, SYNC_COND); }

int __raddle_do_mtx_init(mtx_t *m, int type) {
  if (!run_active) return mtx_init(m, type);
  NATIVE_TAKE(__raddle_do_mtx_init, (uint64_t)m, (uint32_t)type);
  mtx_t fresh = {0};
  int error = mtx_init(&fresh, type);
  if (error == thrd_success) sync_init(m, SYNC_MUTEX, &fresh);
  return error;
}

void __raddle_do_mtx_destroy(mtx_t *m) {
  if (!run_active) return mtx_destroy(m);
  NATIVE_TAKE(__raddle_do_mtx_destroy, (uint64_t)m);
  mutex_destroy(mutex_at(m));
}

int __raddle_do_mtx_lock(mtx_t *m) {
  if (!run_active) return mtx_lock(m);
  NATIVE_TAKE(__raddle_do_mtx_lock, (uint64_t)m);
  return told(mutex_lock(mutex_at(m), PATIENCE_ENDLESS));
}

int __raddle_do_mtx_trylock(mtx_t *m) {
  if (!run_active) return mtx_trylock(m);
  NATIVE_TAKE(__raddle_do_mtx_trylock, (uint64_t)m);
  return told(mutex_try_lock(mutex_at(m)));
}

int __raddle_do_mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict abs) {
  if (!run_active) return mtx_timedlock(m, abs);
  NATIVE_TAKE(__raddle_do_mtx_timedlock, (uint64_t)m, (uint64_t)abs);
  return told(mutex_lock(mutex_at(m), patience_until(CLOCK_REALTIME, abs)));
}

int __raddle_do_mtx_unlock(mtx_t *m) {
  if (!run_active) return mtx_unlock(m);
  NATIVE_TAKE(__raddle_do_mtx_unlock, (uint64_t)m);
  return told(mutex_unlock(mutex_at(m)));
}

int __raddle_do_cnd_init(cnd_t *c) {
  if (!run_active) return cnd_init(c);
  NATIVE_TAKE(__raddle_do_cnd_init, (uint64_t)c);
  cnd_t fresh = {0};
  int error = cnd_init(&fresh);
  if (error == thrd_success) sync_init(c, SYNC_COND, &fresh);
  return error;
}

void __raddle_do_cnd_destroy(cnd_t *c) {
  if (!run_active) return cnd_destroy(c);
  NATIVE_TAKE(__raddle_do_cnd_destroy, (uint64_t)c);
  cond_destroy(cond_at(c));
}

int __raddle_do_cnd_wait(cnd_t *c, mtx_t *m) {
  if (!run_active) return cnd_wait(c, m); // NOLINT(bugprone-spuriously-wake-up-functions): the caller loops
  NATIVE_TAKE(__raddle_do_cnd_wait, (uint64_t)c, (uint64_t)m);
  return told(cond_wait(cond_at(c), mutex_at(m), PATIENCE_ENDLESS));
}

int __raddle_do_cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict abs) {
  if (!run_active) return cnd_timedwait(c, m, abs); // NOLINT(bugprone-spuriously-wake-up-functions)
  NATIVE_TAKE(__raddle_do_cnd_timedwait, (uint64_t)c, (uint64_t)m, (uint64_t)abs);
  struct sync *o = cond_at(c);
  struct patience p = patience_until(o->cond.clock_id, abs);
  return told(p.error == EINVAL ? EINVAL : cond_wait(o, mutex_at(m), p));
}

int __raddle_do_cnd_signal(cnd_t *c) {
  if (!run_active) return cnd_signal(c);
  NATIVE_TAKE(__raddle_do_cnd_signal, (uint64_t)c);
  return told(cond_signal(cond_at(c)));
}

int __raddle_do_cnd_broadcast(cnd_t *c) {
  if (!run_active) return cnd_broadcast(c);
  NATIVE_TAKE(__raddle_do_cnd_broadcast, (uint64_t)c);
  return told(cond_broadcast(cond_at(c)));
}
