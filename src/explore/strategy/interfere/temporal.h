/* Temporal consistency TC (figure 5): is there an order of the events of a scenario that a run
 * could have? See temporal.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_H

#include "base/stop.h"
#include "explore/strategy/interfere/scenario.h"

enum feasibility { INFEASIBLE, FEASIBLE, UNDECIDED };

/* The threads in the order in which they take their steps. */
struct interleaving {
  vec(uint32_t) slots;
};

struct temporal_counts {
  uint64_t asked, by_propagation, by_search, by_z3, undecided;
};

struct temporal;
/* Once the token (may be NULL) is set it answers UNDECIDED. */
struct temporal *temporal_open(const struct stop *);
void temporal_close(struct temporal *);
/* FEASIBLE: `order` says who takes the steps (events with event_is_step), one entry for each.
 * INFEASIBLE: `why` holds a minimal set of local reads and thread ends that are to blame. */
enum feasibility temporal_check(struct temporal *, const struct scenario *, struct interleaving *order,
                                struct blame *why);
const struct temporal_counts *temporal_counts(const struct temporal *);
/* Is the order one that the scenario allows? For tests and `make debug`. */
bool temporal_is_order(const struct scenario *, const struct interleaving *order);

#endif
