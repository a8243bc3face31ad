/* The interference forest (definition 5.1): what threads were seen to do, whatever the values that
 * they read.
 *
 * A node is an event of a thread. Its label says what the thread does, over inputs and read
 * variables (wire/expr.def, READ); where the value of a read comes from is not part of it. So the
 * nodes of a thread are the tree of its symbolic execution with its reads as further inputs, and
 * the same read fed by another write is the same node: which writes feed which reads is the
 * business of a candidate (candidates.h). The first node of a thread, START, hangs under the CREATE
 * node of its creator.
 *
 * Children of a node are alternatives: the outcomes of one condition, of one attempt to take a
 * lock, and so on. A node is *met* once a run has carried it out; until then it is dangling
 * (algorithm 2). START counts as met once a run went on with its thread.
 *
 * Invariant: no two children of a node have the same label; a parent is older than its children. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_FOREST_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_FOREST_H

#include "base/table.h"
#include "explore/rebuild.h"
#include "explore/strategy/interfere/scenario.h"

/* The start of a thread: a kind that no node has otherwise. */
#define EV_START EV_INPUT

struct node {
  struct event label;
  uint32_t parent;         /* NONE: main's START */
  uint32_t child, sibling; /* the youngest child, the next older one of the same parent; NONE: none */
  uint32_t depth;          /* nodes of its thread before it */
  uint32_t ordinal;        /* reads of its thread before it */
  uint32_t epoch;          /* the first CREATE node of main before it, or itself; NONE: there is none yet */
  uint32_t run;            /* that it was found in */
  bool is_met;
  bool is_open; /* a fused operation comes behind it, and no decision in between: they happen together */
  bool
      is_in_section; /* its thread is in an atomic section behind it: the next node happens together with it, whatever is decided */
  bool is_cut;       /* the run that found it was cut there, having gone on for long enough */
};

/* The value of a byte before anybody touched it: byte `index` of an expression, or the constant. */
struct byte_key {
  uint64_t address, epoch;
};
struct initial_byte {
  struct byte_key key;
  expr_id expr;
  uint8_t index, value;
};

struct initial_count {
  uint64_t object;
  uint32_t epoch, count;
};

struct forest {
  vec(struct node) nodes;
  table(struct initial_byte) initial;
  vec(struct initial_count) counts; /* of semaphores */
};

void forest_open(struct forest *);
void forest_close(struct forest *);
static inline const struct node *forest_node(const struct forest *f, uint32_t n) { return &f->nodes.at[n]; }

/* The child with this label, made if need be; *is_new tells. A fused operation opens what it
 * goes with. */
uint32_t forest_child(struct forest *, uint32_t parent, const struct event *label, bool *is_new);
/* The node of the same thread at that depth, at or above n. */
uint32_t forest_above(const struct forest *, uint32_t n, uint32_t depth);
bool forest_is_above(const struct forest *, uint32_t a, uint32_t n); /* a is n or an ancestor in its thread */
/* Has the thread whose last node is `at` passed n, or one of the counts that n stands for? */
bool forest_has_passed(const struct forest *, uint32_t n, uint32_t at);
uint32_t forest_start(const struct forest *, uint32_t n); /* of its thread */

void forest_note_byte(struct forest *, const struct initial_byte *);
/* Never NULL for a byte that a run of this epoch has accessed. */
const struct initial_byte *forest_byte(const struct forest *, uint32_t epoch, uint64_t address);
void forest_note_count(struct forest *, uint64_t object, uint32_t epoch, uint32_t count);

/* What a node leaves out of the event: values that are in variables, or that its thread does not
 * get to know. */
struct event forest_label(const struct event *);
/* The read by which a join gets the result of a thread: that is no interference. */
bool forest_is_result(const struct forest *, uint32_t read);
bool forest_is_sound(const struct forest *);

#endif
