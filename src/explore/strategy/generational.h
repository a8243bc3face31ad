/* Generational search over branches: every open branch of a run becomes a pending flip at once.
 * Strategies differ in which flip goes first.
 *
 * A `record` is one run: its path and input, shared by the flips that start from it. A flip is
 * (record, decision). Flips wait in buckets. Those of the lowest bucket go first, the flip that was
 * filed last before the others. A flip that belongs into a higher bucket by the time it comes up is
 * filed again.
 * Invariant: each decision of each path is filed at most once, since a run files only decisions
 * behind the one it flipped. So every path is reached once, and the search ends when the program
 * is finite. */
#ifndef RADDLE_EXPLORE_STRATEGY_GENERATIONAL_H
#define RADDLE_EXPLORE_STRATEGY_GENERATIONAL_H

#include "explore/strategy/strategies.h"

struct record {
  size_t users;
  struct input input;
  struct path path;
};

struct flip {
  struct record *record;
  uint32_t decision;
};
typedef vec(struct flip) flip_list;

struct generational;
/* Where the flip is to wait. */
typedef size_t flip_bucket(struct generational *, const struct flip *);

struct generational {
  struct smt *smt;
  struct strategy_env env;
  flip_bucket *bucket_of;
  vec(flip_list) buckets;
  size_t lowest;       /* no flip waits in a bucket below this one */
  struct flip current; /* that is being run; record NULL: the first run */
  struct input next_input;
  vec(bool) excluded; /* of the decisions that are being filed: their flips need not be asked for */
  struct strategy_stats stats;
  bool has_started;
};

void generational_open(struct generational *, const struct strategy_env *, flip_bucket *);
void generational_close(struct generational *);
enum proposal generational_next(struct generational *, struct plan *);
/* False: the run left the predicted path. */
bool generational_follows(const struct generational *, const struct run *);
/* A run that did not: files its flips. */
enum verdict_of_run generational_learn(struct generational *, const struct run *);
void generational_stats(const struct generational *, struct strategy_stats *);

#endif
