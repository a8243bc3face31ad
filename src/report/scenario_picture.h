/* The interference scenario of a bug as a picture: a column for each thread, its events from top
 * to bottom in the order of the run, an arrow for each interference. What is drawn is decided
 * here, how it is written down in scenario_dot.c and scenario_svg.c. */
#ifndef RADDLE_REPORT_SCENARIO_PICTURE_H
#define RADDLE_REPORT_SCENARIO_PICTURE_H

#include "base/vec.h"
#include "detect/bug.h"
#include "base/buffer.h"

enum picture_node_kind {
#define PICTURE_NODES(NODE)                                                                                  \
  NODE(OPERATION, "operation")                                                                               \
  NODE(BRANCH, "branch")   /* a decision over the inputs */                                                  \
  NODE(FOLDED, "folded")   /* several events of a thread */                                                  \
  NODE(FAILURE, "failure") /* where the thread failed or waits for ever, or an access of a race */
#define NODE(name, text) NODE_##name,
  PICTURE_NODES(NODE)
#undef NODE
};

struct picture_node {
  enum picture_node_kind kind;
  uint32_t column;
  uint32_t event, count; /* its first event, and how many; count 0: the end of a thread */
  char *label, *place;   /* "read v->cnt 10", "file.c:12" or "" */
};

enum picture_edge_kind {
#define PICTURE_EDGES(EDGE)                                                                                  \
  EDGE(LOCAL, "local")                                                                                       \
  EDGE(CREATE, "create")                                                                                     \
  EDGE(INTERFERENCE, "interference")
#define EDGE(name, text) EDGE_##name,
  PICTURE_EDGES(EDGE)
#undef EDGE
};

struct picture_edge {
  enum picture_edge_kind kind;
  uint32_t from, to; /* nodes; from < to */
};

struct picture_column {
  uint32_t thread;
  char *title; /* "thread 1: work" */
};

/* Nodes are in the order of the run. */
struct picture {
  char *title; /* "assert at file.c:12: needs 1 interference" */
  vec(struct picture_column) columns;
  vec(struct picture_node) nodes;
  vec(struct picture_edge) edges;
};

/* Of the run that the mapping holds, which shows the bug. `symbols` may be NULL. */
void picture_make(struct picture *, const struct shm *, struct symbolizer *symbols, const struct bug *);
void picture_free(struct picture *);

const char *picture_node_name(enum picture_node_kind);
const char *picture_edge_name(enum picture_edge_kind);

void scenario_dot(struct buffer *, const struct picture *);
void scenario_svg(struct buffer *, const struct picture *);

#endif
