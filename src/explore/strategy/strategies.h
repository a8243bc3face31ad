/* The strategies there are, and what they share. A new one: its file here, a line below and one in the
 * table of explore/strategy.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_STRATEGIES_H
#define RADDLE_EXPLORE_STRATEGY_STRATEGIES_H

#include "explore/input.h"
#include "explore/strategy.h"

extern const struct strategy_vtable strategy_coverage;
extern const struct strategy_vtable strategy_dfs;
extern const struct strategy_vtable strategy_dpor;
extern const struct strategy_vtable strategy_exhaustive;
extern const struct strategy_vtable strategy_fgdpor;
extern const struct strategy_vtable strategy_interfere;
extern const struct strategy_vtable strategy_pct;
extern const struct strategy_vtable strategy_raceflip;
extern const struct strategy_vtable strategy_random;

void plan_set_input(struct plan *, const struct input *);
/* Did the run go as predicted: the first n steps of `prefix` as they are, ... */
bool path_agrees(const struct step *run, size_t run_count, const struct step *prefix, size_t n);
/* ... and step n the other way? */
bool path_follows(const struct step *run, size_t run_count, const struct step *prefix, size_t n);
/* One more count of the strategy's own; the name lasts as long as the program. */
void strategy_count(struct strategy_stats *, const char *name, uint64_t value);

#endif
