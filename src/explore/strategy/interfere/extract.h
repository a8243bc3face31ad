/* What a run adds to the forest (algorithm 2, ExtractISCs, with sections 7.3 and 7.4); see
 * extract.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_EXTRACT_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_EXTRACT_H

#include "explore/strategy.h"
#include "explore/strategy/interfere/forest.h"

/* An interference. Other writes may feed other bytes of the read. */
struct edge {
  uint32_t read, write; /* nodes */
  uint32_t bytes;       /* bit k: byte k of the read */
};

/* How a run that scouts came to a node: the last nodes of all threads then, itself included, and
 * how many interferences there had been. */
struct witness {
  uint32_t node;
  size_t leaf, leaves; /* of `witness_leaves` */
  size_t edges;
};

/* A thread had to wait behind this node; how the step would begin if it were cancelled, and what
 * CANCEL_POINT looks at. */
struct blocked {
  uint32_t node;
  struct event step;
  uint64_t flag;
};

/* An event that gives other operations on the object another outcome; see outcomes.c. */
struct cause {
  uint64_t object;
  enum { CAUSE_DIED, CAUSE_LOST } kind;
};

struct freed {
  uint64_t start, end;
};

struct noted {
  uint64_t key;
  uint32_t value;
};

struct extraction {
  const struct expr_store *store;

  /* What the run has brought. */
  vec(uint32_t) dangling;        /* new nodes that it did not carry out */
  vec(uint32_t) writes;          /* new write nodes */
  vec(uint32_t) syncs;           /* new nodes that sync_changes_others */
  vec(struct edge) edges;        /* the interferences of the run, in the order of their reads */
  vec(uint32_t) leaf;            /* by thread number: the last node; NONE: it had no such thread */
  vec(struct witness) witnesses; /* for operations on synchronisation objects, when scouting */
  vec(uint32_t) witness_leaves;
  bool has_unforeseen; /* it ended at an unforeseen interference */

  vec(uint32_t) cancelled;     /* of all runs: threads that somebody cancels */
  vec(struct cause) causes;    /* of all runs */
  vec(struct blocked) blocked; /* of all runs */
  vec(uint32_t) until;         /* by thread number: nodes of the path that was foreseen */
  vec(bool) is_cut;            /* by thread number: read something unforeseen, what follows is left out */
  vec(struct freed) freed;     /* memory, in this run */
  table(struct noted) last;    /* in this run, by address: the node that wrote the byte last */
  table(struct noted) seen;    /* how often a thread has decided a condition, or anything at a place */
  bool is_scouting;            /* the run shows what there is; nothing is met, and nothing was foreseen */
  bool is_behind; /* what is read now comes behind the failure of a thread, which ended the run */
  const struct event *events_end; /* of the run, ghosts included */
  const struct event *last_step;  /* of a run that was cut because it went on for long; else NULL */
  uint64_t bounded;               /* decisions that were left out, of all runs */
  uint64_t misused; /* operations that may be allowed at times that are not known, of all runs */
  uint32_t run;     /* number of the run, set by the caller */
};

void extraction_close(struct extraction *);
/* The label as an alternative to the other children of the parent, if it is new. */
void extraction_dangle(struct extraction *, struct forest *, uint32_t parent, const struct event *label);
/* `leaves` are the last nodes foreseen, one for each thread of the scenario that was to be
 * realized. */
void extract(struct extraction *, struct forest *, const struct run *, const uint32_t *leaves,
             uint32_t leaf_count, uint32_t chosen);
/* The same for a run that was not made for any scenario: nothing is met, what is new dangles. */
void extract_all(struct extraction *, struct forest *, const struct run *);

#endif
