/* Data constraints DC (figure 5): are there inputs with which every branch of a scenario goes as
 * it says? See data.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_DATA_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_DATA_H

#include "explore/smt.h"
#include "explore/strategy/interfere/scenario.h"

struct data_counts {
  uint64_t asked, unsat;
  uint64_t
      by_constants; /* no condition was left that depends on inputs, or one was false whatever they are */
  uint64_t by_contradiction; /* a condition was to be true and false */
  uint64_t by_solver;
  uint64_t cyclic;  /* left to TC */
  uint64_t foreign; /* read variables of no event of the scenario: none, if all is well */
};

struct data;
/* The solver's expressions have to lie in a mapping (explore/rebuild.h). */
struct data *data_open(struct smt *);
void data_close(struct data *);
/* SMT_SAT: `out` holds inputs, `current` with as little changed as need be. SMT_UNSAT:
 * why->reads are the local reads that the unsatisfiable core depends on, ascending (why->ends is
 * left empty). SMT_UNKNOWN: the solver gave up, or there is no room for expressions. */
enum smt_answer data_check(struct data *, const struct scenario *, const struct input *current,
                           struct input *out, struct blame *why);
/* Did the last check find room for its expressions? */
bool data_had_room(const struct data *);
const struct data_counts *data_counts(const struct data *);

#endif
