/* Depth-first search over who goes on and which way branches go, with races as the reason to go
 * back.
 *
 * Common to raceflip and fgdpor, which differ in what is a race and in what they then try (struct
 * backtrack_rules). One turn:
 *
 *   next   goes back from the end of the last run to a node with something left to try, and plans it;
 *   learn  adds the new part of the run to the points, and tells the races in it.
 *
 * After its prefix a run goes on with sleepers postponed. The target does not know when they
 * wake up, so it may choose one that still sleeps; from there on the run shows nothing new and
 * is cut off. If a thread is there that does not sleep, the run is made again with that one
 * (RUN_EXTRA: the search has not got any further); if not, it is blocked. */
#ifndef RADDLE_EXPLORE_STRATEGY_BACKTRACK_BACKTRACK_H
#define RADDLE_EXPLORE_STRATEGY_BACKTRACK_BACKTRACK_H

#include "explore/strategy/backtrack/hidden.h"
#include "explore/strategy/backtrack/points.h"
#include "explore/strategy/backtrack/races.h"

struct backtrack_counts {
  uint64_t races;   /* found */
  uint64_t flips;   /* runs made because of them */
  uint64_t points;  /* children added because of them */
  uint64_t blocked; /* runs that came to where all sleep */
  uint64_t again;   /* runs that the target led to a sleeper */
};

struct backtrack;

struct backtrack_rules {
  enum race_rule rule;
  bool has_sleep;
  /* The step made at the point could be put off until another operation is done. */
  void (*race)(struct backtrack *, struct point *, const struct race *);
  /* Which child to explore next; STEP_NONE: none. */
  uint32_t (*choose)(struct backtrack *, struct point *);
};

struct backtrack {
  struct backtrack_rules rules;
  struct smt *smt;
  struct strategy_env env;
  struct points points;
  vec(uint32_t) number; /* of each thread */
  struct path path;
  vec(uint8_t) done; /* of the path: both outcomes are explored or impossible */
  uint32_t flipped;  /* branch that the planned run turns round; STEP_NONE: none */
  struct input input, next_input;
  bool has_started, is_extra;
  struct classes classes;
  struct hidden hidden;
  struct backtrack_counts counts;
  struct strategy_stats stats;
  struct steps steps; /* of the run learnt last */
};

struct backtrack *backtrack_open(const struct strategy_env *, const struct backtrack_rules *);
void backtrack_close(void *);
enum proposal backtrack_next(void *, struct plan *);
enum verdict_of_run backtrack_learn(void *, const struct run *);
/* The common part; the caller adds its own counts. */
void backtrack_stats(const struct backtrack *, struct strategy_stats *);

#endif
