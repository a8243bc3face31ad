/* A livelock as a bug. */
#include "detect/detector.h"
#include "detect/livelock.h"

static void read(const struct places *p, const struct trace *t, struct bug *b, struct place *place) {
  *place = livelock_place(p, t, &b->thread);
  b->message = livelock_text(p, t);
  b->stack = bug_stack_of_thread(p, t, b->thread, place);
  b->stacks = livelock_stacks(p, t);
}

/* Here begins what is repeated. */
static uint32_t heading_at(const struct trace *t) { return t->cycle_event; }

static void heading(const struct trace *t, struct buffer *b) {
  uint32_t steps = t->cycle_steps;
  buffer_format(b, "=== from here to the end: %u step%s that repeat%s for ever", steps, steps == 1 ? "" : "s",
                steps == 1 ? "s" : "");
}

const struct detector detector_livelock = {.kinds = BUG_BIT(BUG_LIVELOCK),
                                           .proof = PROOF_FAIR_END,
                                           .read = read,
                                           .add_causes = bug_scenario_add_failure,
                                           .heading_at = heading_at,
                                           .heading = heading};
