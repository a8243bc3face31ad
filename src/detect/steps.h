/* A schedule as it is written, step by step. */
#ifndef RADDLE_DETECT_STEPS_H
#define RADDLE_DETECT_STEPS_H

#include "base/vec.h"
#include "wire/plan.h"

struct step_list {
  vec(struct plan_run) runs;
};

static inline void steps_add(struct step_list *s, uint32_t thread) {
  if (s->runs.count && vec_last(&s->runs).thread == thread)
    vec_last(&s->runs).count++;
  else
    vec_push(&s->runs, ((struct plan_run){thread, 1}));
}

#endif
