/* Pairs of places that raced, with what became of them. */
#ifndef RADDLE_CAMPAIGN_RACE_PAIRS_H
#define RADDLE_CAMPAIGN_RACE_PAIRS_H

#include "wire/shm.h"
#include <stdbool.h>
#include <stddef.h>

struct race_pair {
  uint64_t key;
  size_t bug;                    /* 1 + index of the bug it was reported as; 0: not reported */
  uint64_t last_run, failed_run; /* in which it was counted; in which a replay failed */
  uint64_t seen, next_try;
  uint32_t failed; /* replays */
};

struct race_pairs;
struct race_pairs *race_pairs_open(const struct shm *);
void race_pairs_close(struct race_pairs *);

/* The same for both orders of the two accesses. */
uint64_t race_pair_key(const struct shm *, const struct event *, const struct event *);
/* Valid until the next call. */
struct race_pair *race_pair_of(struct race_pairs *, const struct event *, const struct event *);

/* In this run there is nothing more to learn about the pair. Often forgotten, and of some pairs
 * never known: it only saves looking for them. */
void race_pair_settle(struct race_pairs *, const struct event *, const struct event *, uint64_t run);
bool race_pair_is_settled(const struct race_pairs *, const struct event *, const struct event *,
                          uint64_t run);

#endif
