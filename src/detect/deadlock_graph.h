/* Who waits for whom at the end of a run; for deadlock.c and deadlock_text.c.
 *
 * Each waiting thread waits for at most one other: "waits for" is a function. */
#ifndef RADDLE_DETECT_DEADLOCK_GRAPH_H
#define RADDLE_DETECT_DEADLOCK_GRAPH_H

#include "detect/place.h"

#define NOBODY UINT32_MAX

struct deadlock_graph {
  const struct waiting *at;
  const struct waiting_stack *stacks;
  uint32_t count;
  uint32_t *next; /* by index: of the thread it waits for, NOBODY if that does not wait itself */
  /* By index: which reason for the others to wait it belongs to (deadlock.h): a cycle, or a
   * thread alone, from 1 on; 0: none. */
  uint32_t *part;
  uint32_t part_count;
  bool has_cycle;
};

struct deadlock_graph deadlock_graph_of(const struct trace *, const struct shm *);
void deadlock_graph_free(struct deadlock_graph *);

static inline struct stack deadlock_stack(const struct deadlock_graph *g, uint32_t i) {
  uint32_t count = g->at[i].stack_count;
  return (struct stack){g->stacks[i].pc, count < TRACE_STACK_MAX ? count : TRACE_STACK_MAX, false};
}
struct place deadlock_waiting_place(const struct places *, const struct deadlock_graph *, uint32_t i);

#endif
