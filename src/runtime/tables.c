/* The lock of the tables that the targets of a campaign share (wire/shm.h). It is held for a few
 * stores, seldom, and by processes that may be killed at any time: whoever finds it held by a
 * process that is gone takes it over. Entries are written before they are counted, so that a
 * half-made one does no harm. */
#include "runtime/state.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* We are on the program's stack, and it may look at what we leave there (a pointer to a variable
 * that is gone): nothing that is another number in each process. */
void tables_lock(void) {
  volatile int32_t self = getpid();
  for (bool is_ours = false; !is_ours;) {
    int32_t holder = 0;
    is_ours =
        atomic_compare_exchange_strong(&TABLES->lock, &holder, self) ||
        (kill(holder, 0) && errno == ESRCH && atomic_compare_exchange_strong(&TABLES->lock, &holder, self));
    if (!is_ours) sched_yield();
  }
  self = 0;
}

void tables_unlock(void) { atomic_store(&TABLES->lock, 0); }
