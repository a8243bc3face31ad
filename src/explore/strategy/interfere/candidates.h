/* Interference scenario candidates (definition 7.1) and how they are made from one another
 * (algorithm 3, ExploreISCs); see candidates.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_CANDIDATES_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_CANDIDATES_H

#include "base/table.h"
#include "explore/strategy/interfere/extract.h"

/* Its parts lie one after the other in `words`: the last node of each thread, by thread number;
 * the interferences, by read; the reads that stay local in all that is made from it, by node.
 * Behind them, once it was found unrealizable, its blame. */
#define EDGE_WORDS 3
struct candidate {
  uint32_t sink;
  uint32_t at; /* index into words */
  uint32_t leaves, edges, frozen;
  uint32_t degree; /* edges that are interferences: results of threads that were joined are none */
  uint32_t blamed_reads, blamed_ends;
  uint32_t blame; /* index into words */
};

/* A candidate that waits for writes to a read that it blames, or for more of a thread. */
struct waiter {
  uint32_t candidate, which; /* index of the blamed read, or of the blamed end */
  uint32_t next;
};

/* Lists by key: the last one first. */
struct list_head {
  uint64_t key;
  uint32_t first; /* 1 + its index */
};
typedef table(struct list_head) lists;

struct known_candidate {
  struct {
    uint64_t a, b; /* two hashes of it */
  } key;
};

struct write_entry {
  uint32_t node, next;
};

struct candidate_options {
  bool no_unsat_core, no_dedup;
  uint32_t kmax;
};

struct candidates {
  struct forest *forest;
  struct candidate_options options;
  vec(struct candidate) all;
  vec(uint32_t) words;
  vec(uint32_t) fresh;        /* candidates that were made and not yet taken up */
  lists waiting_reads;        /* by granule of memory */
  lists waiting_ends;         /* by node */
  lists writes;               /* write nodes by granule */
  vec(struct waiter) waiters; /* of both */
  vec(struct write_entry) write_entries;
  table(struct known_candidate) known;
  vec(uint32_t) leaves; /* of the candidate being made */
  vec(struct edge) edges;
  vec(uint32_t) frozen;
  uint64_t duplicates, too_deep; /* candidates made twice; left out because of kmax */
};

void candidates_open(struct candidates *, struct forest *, const struct candidate_options *);
void candidates_close(struct candidates *);

static inline const uint32_t *candidate_leaves(const struct candidates *c, const struct candidate *x) {
  return c->words.at + x->at;
}
static inline struct edge candidate_edge(const struct candidates *c, const struct candidate *x, uint32_t i) {
  const uint32_t *w = c->words.at + x->at + x->leaves + EDGE_WORDS * (size_t)i;
  return (struct edge){w[0], w[1], w[2]};
}
static inline const uint32_t *candidate_frozen(const struct candidates *c, const struct candidate *x) {
  return c->words.at + x->at + x->leaves + EDGE_WORDS * (size_t)x->edges;
}

/* The causal scenario of a node (definition 5.3) without interferences, or with those of the run
 * that found it, as far as they are in its past. NONE: it is known already. */
void candidates_add_local(struct candidates *, uint32_t sink);
void candidates_add_seen(struct candidates *, uint32_t sink, const struct edge *, size_t edge_count);

/* A scenario with these paths and interferences, which a run has had. */
void candidates_add_witness(struct candidates *, uint32_t sink, const uint32_t *leaves, size_t leaf_count,
                            const struct edge *, size_t edge_count);

/* The candidate cannot be realized: makes the candidates that have to be tried instead, now and
 * when more writes are known. The blame: nodes of reads and last nodes of threads. */
void candidates_explore(struct candidates *, uint32_t candidate, const uint32_t *reads, size_t read_count,
                        const uint32_t *ends, size_t end_count);
/* A new node: gives the node to the candidates that wait for it. */
void candidates_new_write(struct candidates *, uint32_t node);
void candidates_new_sync(struct candidates *, uint32_t node);

#endif
