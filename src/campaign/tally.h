/* What one worker counts by itself. The campaign gets it from time to time (ledger_add): so a
 * run that shows nothing new costs no lock. */
#ifndef RADDLE_CAMPAIGN_TALLY_H
#define RADDLE_CAMPAIGN_TALLY_H

#include "explore/expr_hash.h"
#include "campaign/facts.h"

struct tally {
  uint64_t executions, confirmations, races_unturned, diverged, blocked;
  uint64_t incomplete[INCOMPLETE_COUNT];
  vec(uint64_t) seen; /* by bug: how often it was seen again */

  /* Of one exploration: worth nothing once the campaign has started over. */
  uint64_t exploration; /* the campaign's count of restarts when it began */
  uint64_t classes, redundant, pruned;
  uint64_t plain_paths; /* paths of runs without threads: each is another one */
  vec(uint64_t) paths;  /* of new classes with threads: hashes */

  /* Kept. */
  uint32_t threads;  /* the most that a run had */
  uint8_t *is_noted; /* by site: bit (1 << reason) once the campaign was told of the place */
  uint32_t site_count;
  struct expr_store store; /* of the target that the runs are made with */
  struct expr_hashes hashes;
  uint64_t *by_thread; /* scratch */
};

void tally_open(struct tally *, uint32_t site_count);
/* Before the first run. */
void tally_set_store(struct tally *, const struct expr_store *);
void tally_close(struct tally *);
/* Everything but what is kept. */
void tally_clear(struct tally *);
/* Counts a run. True if there is more to it, for ledger_run. */
bool tally_run(struct tally *, const struct run *, enum verdict_of_run, enum tests_wanted);
/* The bug, by its index, was seen again. */
void tally_bug(struct tally *, size_t bug);

#endif
