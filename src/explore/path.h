/* A path: the symbolic decisions of one run, in order. The unit that strategies and the solver
 * speak of.
 *
 * A decision is a condition of width 1 and its outcome. Invariant: no condition occurs twice (a
 * repeated one was decided already and cannot be flipped); conditions are never constants. */
#ifndef RADDLE_EXPLORE_PATH_H
#define RADDLE_EXPLORE_PATH_H

#include "base/vec.h"
#include "wire/shm.h"

struct decision {
  expr_id cond;
  uint8_t taken;
  uint8_t kind; /* enum event_kind: whether it may be flipped */
  uint16_t thread;
  uint32_t site;
  uint32_t at; /* steps of the schedule before it */
};

struct path {
  vec(struct decision) decisions;
  size_t own; /* of these, those of the run itself; what is behind them the others would do after a failure */
};

/* Input bytes in the flat numbering (wire/trace.h, input_span); what the solver changes and a
 * plan carries. */
struct input {
  vec(uint8_t) bytes;
};

static inline int decision_can_flip(const struct decision *s) {
  return s->kind == EV_BRANCH || s->kind == EV_BOUNDS || s->kind == EV_DIVISOR ||
         (s->kind == EV_ASSUME && !s->taken);
}

/* Reads the path of a run. The builder keeps scratch memory between runs. */
struct path_builder;
struct path_builder *path_builder_open(void);
void path_builder_close(struct path_builder *);
void path_read(struct path_builder *, const struct event *, uint32_t count, struct path *out);
/* With what is behind the run. */
void path_read_all(struct path_builder *, const struct event *, uint32_t count, uint32_t ghost_count,
                   struct path *out);
bool path_is_sound(const struct path *);

#endif
