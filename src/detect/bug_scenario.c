/* A bug happens after the last event of the thread that failed; a deadlock after the last events of all who wait; a race at
 * its two accesses, wherever the run then went. */
#include "detect/bug_scenario.h"

static void add_failed(struct bug_scenario *s, uint32_t thread) {
  vec_push(&s->failed, thread);
  causal_add(&s->causal, thread, UINT32_MAX);
}

static void add_waiting(struct bug_scenario *s, const struct shm *shm) {
  for (uint32_t i = 0; i < shm->trace.waiting_count && i < LAYOUT_THREADS; i++)
    add_failed(s, shm_waiting(shm)[i].thread);
}

static void add_race(struct bug_scenario *s, const struct event *events) {
  for (int i = 0; i < 2; i++) causal_add(&s->causal, events[s->race[i]].thread, s->race[i] + 1);
}

void bug_scenario_read(struct bug_scenario *s, const struct shm *shm, const struct bug *bug) {
  const struct event *events = shm_event(shm);
  uint32_t count = shm->trace.event_count;
  *s = (struct bug_scenario){.race = {UINT32_MAX, UINT32_MAX}};
  interferences_read(events, count, &s->all);
  if (bug->kind == BUG_RACE) {
    s->race[0] = bug->event2, s->race[1] = bug->event;
    add_race(s, events);
  } else if (bug->kind == BUG_DEADLOCK && shm->trace.waiting_count)
    add_waiting(s, shm);
  else
    add_failed(s, shm->trace.thread);
  causal_close(&s->causal, events, count, &s->all);
}

void bug_scenario_free(struct bug_scenario *s) {
  vec_free(&s->all);
  vec_free(&s->failed);
  causal_free(&s->causal);
}

uint32_t bug_degree(const struct shm *shm, const struct bug *bug) {
  struct bug_scenario s;
  if (shm->trace.thread_count < 2 || shm->trace.discovered) return INTERFERENCES_UNKNOWN;
  if (bug->kind == BUG_LIVELOCK) return INTERFERENCES_UNKNOWN; /* it has no end that a past could lead to */
  bug_scenario_read(&s, shm, bug);
  uint32_t degree = causal_degree(&s.causal, shm_event(shm), &s.all);
  bug_scenario_free(&s);
  return degree;
}
