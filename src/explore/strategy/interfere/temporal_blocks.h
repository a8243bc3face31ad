/* A scenario cut into blocks: events of one thread with no other thread in between; see
 * temporal_blocks.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_BLOCKS_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_BLOCKS_H

#include "explore/strategy/interfere/order_graph.h"
#include "explore/strategy/interfere/scenario.h"

enum op_kind {
  OP_READ,  /* one coupling */
  OP_WRITE, /* one cell of a write */
  OP_SYNC,
  OP_CREATE, /* of a thread that is in no slot */
  OP_DONE,   /* the thread has done the last event of its path */
};

/* May a block that can go on go at once, without trying anything else instead? All its
 * operations must be safe. */
enum op_safety {
  SAFE,
  SAFE_ALONE, /* if no other slot has operations on the object left */
  SAFE_WRITE, /* if nobody reads it, or if no other slot has writes to the cell left */
  SAFE_FREE,  /* if no other slot has writes to the cell left */
  SAFE_ONCE,  /* if the routine has been run */
  UNSAFE,
};

struct op {
  uint8_t kind, safety;
  uint32_t block;
  uint32_t slot; /* who does it: in a block of its creator, if it belongs to the start of a thread */
  uint32_t event;
  uint32_t object; /* reads and writes: live cell; else index into objects, NONE: none */
  uint32_t
      feeder; /* reads: the write it is coupled with; FEEDER_INITIAL, FEEDER_IMPOSSIBLE. JOIN: slot, NONE: in no slot */
  uint32_t item; /* reads: ITEM_NONE for an interference */
  uint32_t life; /* operations that need an object to be there: index into objects; NONE: it is */
  uint32_t
      left; /* writes, operations on objects: how many on the same one its slot has left, this one included */
  uint32_t readers; /* writes: reads in other blocks that are coupled with it, strict or not */
};
#define FEEDER_INITIAL UINT32_MAX
#define FEEDER_IMPOSSIBLE (UINT32_MAX - 1)

struct scene_object {
  uint64_t address;
  enum event_object class
      ;             /* ON_ANY: whether there is an object at the address, only if it may be destroyed */
  uint32_t next;    /* in its hash chain */
  uint32_t initial; /* as the first word of its state, see explore/sync/object.h */
  uint32_t readers; /* lock: how often main has read-locked it at the beginning */
  uint32_t size;    /* barriers: as one who arrives says */
  bool has_probes;  /* somebody looks whether it is taken, how much is left, ... */
  bool has_inits;   /* somebody makes it anew */
  bool has_sizes;   /* barriers: not always the same */
  bool has_holders; /* locks: several may hold it or queue for it */
};

/* A thread holds a lock, or runs a once routine, from one block to another. */
struct section {
  uint32_t object, slot;
  uint32_t from, to; /* blocks; to NONE: until the end of the path */
  uint32_t previous; /* of the same slot and object */
  bool is_read;
};

/* Operations sorted by what they touch: those of k are ops[first[k]] ... ops[first[k + 1] - 1],
 * in order. */
struct op_list {
  vec(uint32_t) ops, first;
};

#define OBJECT_CHAINS 256

struct blocks {
  const struct scenario *scenario;
  uint32_t slots, sink_slot, cells;
  uint32_t items; /* the end of slot i is item i, the others are reads */
  vec(uint32_t) read_of_item;
  struct item_set all_ends; /* of the slots that might go on */

  vec(struct op) ops;      /* by block */
  vec(struct place) place; /* by block */
  vec(uint32_t) first_op;  /* by block, and one more */
  uint32_t block_count;
  vec(uint32_t) base, counts; /* by slot */
  vec(uint32_t) creator;      /* by slot: the block that creates it; NONE: none */
  vec(uint32_t) last;         /* by slot: the block with the last event of its path */
  vec(uint32_t) ended;        /* by slot: the block with its END_THREAD; NONE: none */
  vec(uint32_t) block_of;     /* by event */

  struct op_list writes, reads; /* by live cell */
  struct op_list syncs;         /* by object */
  vec(uint32_t) exits;          /* blocks */
  vec(struct scene_object) objects;
  vec(struct section) sections;
  vec(uint32_t) last_section; /* [object][slot] */

  /* Scratch. */
  vec(uint32_t) child, live, touched, counter;
  uint32_t chain[OBJECT_CHAINS];
};

void blocks_make(struct blocks *, const struct scenario *);
void blocks_close(struct blocks *);
static inline const struct event *blocks_event(const struct blocks *b, const struct op *op) {
  return &b->scenario->events.at[op->event].label;
}
static inline enum misuse blocks_misuse(const struct event *e) {
  return (enum misuse)(e->value >> EVENT_MISUSE);
}
/* The item of a slot's end; ITEM_NONE if the thread cannot go on: it is the sink's, or has
 * ended. */
static inline uint32_t blocks_end(const struct blocks *b, uint32_t slot) {
  return item_set_has(&b->all_ends, slot) ? slot : ITEM_NONE;
}

#endif
