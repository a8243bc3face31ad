/* The strategies there are (strategies.def), and what they share. */
#ifndef RADDLE_EXPLORE_STRATEGY_STRATEGIES_H
#define RADDLE_EXPLORE_STRATEGY_STRATEGIES_H

#include "explore/input.h"
#include "explore/strategy.h"

#define STRATEGY(name) extern const struct strategy_vtable strategy_##name;
#include "explore/strategy/strategies.def"
#undef STRATEGY

/* For strategy_vtable.options: the rows describe a struct of this type, which must fit into
 * strategy_settings. */
#define OWN_OPTIONS(type, rows) {rows, sizeof(rows) / sizeof((rows)[0]) / (sizeof(type) <= STRATEGY_OWN_SIZE)}

/* For strategy_vtable.gaps. */
#define GAP(key, name, meaning, advice)                                                                      \
  {                                                                                                          \
    key, { name, meaning, advice }                                                                           \
  }

void plan_set_input(struct plan *, const struct input *);
/* Did the run go as predicted: the first n steps of `prefix` as they are, ... */
bool path_agrees(const struct decision *run, size_t run_count, const struct decision *prefix, size_t n);
/* ... and step n the other way? */
bool path_follows(const struct decision *run, size_t run_count, const struct decision *prefix, size_t n);
/* One more count of the strategy's own; the name lasts as long as the program. */
void strategy_count(struct strategy_stats *, const char *name, uint64_t value);

#endif
