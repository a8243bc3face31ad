/* The steps of one run and what they touch.
 *
 * A step is a visible operation with what is fused to it and what its thread does up to its next
 * one: the events from its first up to the next step's. Two steps conflict if they touch common
 * bytes with conflicting effects; then their order matters. Threads are numbered by creation, as in
 * the words of PLAN_ENABLED. Runs that begin alike number alike what they have in common.
 *
 * Behind the steps that were made come, in `pending`, the operations that threads still waited for
 * when the run ended.
 * Invariant: touches are in the order of the steps; nothing here points into the run. */
#ifndef RADDLE_EXPLORE_STRATEGY_BACKTRACK_STEPS_H
#define RADDLE_EXPLORE_STRATEGY_BACKTRACK_STEPS_H

#include "explore/strategy.h"

#define STEP_NONE ORDER_NONE

struct touch {
  uint64_t first, end; /* bytes */
  uint64_t value;
  uint8_t effect; /* enum effect */
  uint8_t kind;   /* enum event_kind */
  bool is_head;   /* of the operation itself, not of what is fused to it */
};

struct run_step {
  uint32_t thread;
  uint32_t event; /* its first one; STEP_NONE: never made, or not survived */
  uint32_t last;  /* last event of its thread in it */
  uint32_t end;   /* behind its last event of any thread */
  uint32_t
      before; /* last event of its thread before it, or the one that created the thread; STEP_NONE: none */
  uint32_t touch, touch_count;
  uint32_t enabled, words; /* who could go on: words of `enabled` */
  uint64_t near;           /* some bits for what it touches: steps without a common one do not conflict */
  uint64_t print;          /* who, where and what */
  bool has_waited;         /* could not have gone on before it did (EVENT_WAITED) */
  bool is_cancelled;       /* what it waited for is not known: a cancellation came instead */
};

struct steps {
  vec(struct run_step) made;
  vec(struct run_step) pending;
  vec(struct touch) touches;
  vec(uint64_t) enabled;
  vec(uint32_t) number;      /* of each thread */
  const struct stop *stop;   /* of the strategy; may be NULL */
  const struct order *order; /* of the run being learnt, ghosts included */
  bool is_cut_short;         /* what the threads would still have done is not known */
};

/* Reads a run, after run_class: its order is used. False: its steps are not those that were
 * scheduled. */
bool steps_read(struct steps *, const struct run *);
void steps_free(struct steps *);

static inline bool touches_conflict(const struct touch *a, const struct touch *b) {
  return a->first < b->end && b->first < a->end &&
         effects_conflict((enum effect)a->effect, (enum effect)b->effect);
}
/* Does the step conflict with that? */
bool step_touches(const struct steps *, const struct run_step *, const struct touch *);
bool steps_conflict(const struct steps *, const struct run_step *, const struct run_step *);

static inline bool words_have(const uint64_t *words, uint32_t count, uint32_t thread) {
  return thread / 64 < count && words[thread / 64] >> thread % 64 & 1;
}
static inline bool step_enables(const struct steps *s, const struct run_step *at, uint32_t thread) {
  return words_have(s->enabled.at + at->enabled, at->words, thread);
}

/* Is step i ordered before the event? */
static inline bool step_is_known(const struct steps *s, const struct run_step *i, uint32_t event) {
  return event != STEP_NONE && i->event != STEP_NONE && order_before(s->order, i->event, event);
}

#endif
