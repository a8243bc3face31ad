/* A deadlock as a bug. */
#include "detect/deadlock.h"
#include "detect/detector.h"
#include <string.h>

/* A waiting loop knows only of the visible memory it reads. In a run that found more to be
 * visible, it may wait for what has happened already; the runs with the larger set will tell. */
static bool is_doubtful(const struct trace *t, const struct waiting *waiting) {
  if (!t->discovered) return false;
  for (uint32_t i = 0; i < t->waiting_count; i++)
    if (waiting[i].kind == EV_SPIN) return true;
  return false;
}

static void read(const struct places *p, const struct trace *t, struct bug *b, struct place *place) {
  *place = deadlock_place(p, t, &b->thread);
  b->message = t->waiting_count ? deadlock_text(p, t) : xstrdup(bug_kind_help(b->kind));
  b->stack = bug_stack_of_thread(p, t, b->thread, place);
  b->waits = deadlock_cycle(p, t);
  b->stacks = deadlock_stacks(p, t);
}

static bool is_same(const struct bug *a, const struct bug *b) {
  if (!a->waits || !*a->waits) return bug_has_same_place(a, b);
  return b->waits && !strcmp(a->waits, b->waits);
}

/* All who wait have failed. */
static void add_causes(struct bug_scenario *s, const struct shm *shm, const struct bug *bug) {
  if (!shm->trace.waiting_count) {
    bug_scenario_add_failure(s, shm, bug);
    return;
  }
  for (uint32_t i = 0; i < shm->trace.waiting_count && i < LAYOUT_THREADS; i++)
    bug_scenario_add_failed(s, shm_waiting(shm)[i].thread);
  s->failed_wait = true;
}

const struct detector detector_deadlock = {.kinds = BUG_BIT(BUG_DEADLOCK),
                                           .proof = PROOF_SAME_END,
                                           .has_message_list = true,
                                           .is_doubtful = is_doubtful,
                                           .identity = deadlock_identity,
                                           .read = read,
                                           .is_same = is_same,
                                           .add_causes = add_causes};
