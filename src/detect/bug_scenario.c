/* A bug happens after the last event of the thread that failed; a deadlock after the last events
 * of all who wait; a race at its two accesses, wherever the run then went. */
#include "detect/bug_scenario.h"
#include "detect/detector.h"

void bug_scenario_add_failed(struct bug_scenario *s, uint32_t thread) {
  vec_push(&s->failed, thread);
  causal_add(&s->causal, thread, UINT32_MAX);
}

void bug_scenario_add_failure(struct bug_scenario *s, const struct shm *shm, const struct bug *bug) {
  (void)bug;
  bug_scenario_add_failed(s, shm->trace.thread);
}

void bug_scenario_read(struct bug_scenario *s, const struct shm *shm, const struct bug *bug) {
  const struct event *events = shm_event(shm);
  uint32_t count = shm->trace.event_count;
  *s = (struct bug_scenario){.race = {UINT32_MAX, UINT32_MAX}};
  interferences_read(events, count, &s->all);
  detector_of(bug->kind)->add_causes(s, shm, bug);
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
  if (detector_of(bug->kind)->proof == PROOF_FAIR_END)
    return INTERFERENCES_UNKNOWN; /* no past leads to its end */
  bug_scenario_read(&s, shm, bug);
  uint32_t degree = causal_degree(&s.causal, shm_event(shm), &s.all);
  bug_scenario_free(&s);
  return degree;
}
