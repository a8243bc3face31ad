/* The lock of the tables that the targets of a campaign share (wire/shm.h). It is held for a few stores, seldom, and by
 * processes that may be killed at any time: whoever finds it held by a process that is gone takes it over. Entries are written
 * before they are counted, so that a half-made one does no harm. */
#include "runtime/state.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

void tables_lock(void) {
  int32_t self = getpid();
  for (;;) {
    int32_t holder = 0;
    if (atomic_compare_exchange_strong(&TABLES->lock, &holder, self)) return;
    if (kill(holder, 0) && errno == ESRCH && atomic_compare_exchange_strong(&TABLES->lock, &holder, self))
      return;
    sched_yield();
  }
}

void tables_unlock(void) { atomic_store(&TABLES->lock, 0); }
