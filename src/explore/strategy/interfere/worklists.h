/* The candidates that wait (algorithm 1); see worklists.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_WORKLISTS_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_WORKLISTS_H

#include "explore/strategy/interfere/candidates.h"

/* First in, first out. */
struct queue {
  vec(uint32_t) items;
  size_t head;
};

enum priority { UNCOVERED, COVERED, LAST, PRIORITIES }; /* LAST: to go on with what may have no end */

struct worklist {
  struct queue queue[PRIORITIES];
};

struct worklists {
  struct candidates *candidates;
  bool has_priority;
  vec(struct worklist) work; /* by degree: W of the paper */
  vec(uint32_t) urgent;      /* the last one first */
  struct queue late;         /* for the same sinks, made before these: they go behind all others */
  vec(uint32_t) tries;       /* by node: candidates for it that were taken */
  vec(uint8_t) covered;      /* by 2 * site + outcome */
  uint32_t degree;           /* of the worklist looked at last */
};

void worklists_open(struct worklists *, struct candidates *, bool has_priority);
void worklists_close(struct worklists *);
/* Takes in what was made (candidates.fresh). */
void worklists_file(struct worklists *);
/* False: nothing is left. */
bool worklists_take(struct worklists *, uint32_t *candidate);
/* Few candidates for its sink have not sufficed: is a run due that shows a way? Then the
 * candidate, just taken, is put back. */
bool worklists_wants_scout(struct worklists *, uint32_t candidate);
/* A run did this. */
void worklists_note(struct worklists *, const struct event *);
/* Is anything left that has fewer interferences than that? Urgent ones are taken out of turn. */
bool worklists_has_below(const struct worklists *, uint32_t degree);
uint64_t worklists_pending(const struct worklists *);

#endif
