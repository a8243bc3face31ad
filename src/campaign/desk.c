#include "campaign/desk.h"
#include "base/check.h"
#include "campaign/ledger.h"

void desk_open(struct desk *d, struct campaign *c, pthread_mutex_t *lock, struct target *target) {
  *d = (struct desk){.campaign = c, .lock = lock, .target = target, .hints = hints_open()};
  tally_open(&d->tally, target_shm(target)->site_count);
}

void desk_close(struct desk *d) {
  tally_close(&d->tally);
  hints_close(d->hints);
}

struct campaign *desk_enter(struct desk *d) {
  struct campaign *c = d->campaign;
  pthread_mutex_lock(d->lock);
  check(!c->ended || !d->tally.executions); /* final facts do not change */
  c->target = d->target;
  ledger_add(c, &d->tally);
  hints_hand_over(d->hints, c->hints);
  return c;
}

void desk_leave(struct desk *d) { pthread_mutex_unlock(d->lock); }

size_t desk_bug_count(struct desk *d) {
  size_t count = desk_enter(d)->bugs.count;
  desk_leave(d);
  return count;
}

void desk_note(struct desk *d, enum incomplete_reason reason, const char *example) {
  incomplete_add(desk_enter(d), reason, 1, example);
  desk_leave(d);
}
