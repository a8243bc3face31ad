/* What was done to each object of a run, in order; the end of a run can be forgotten.
 *
 * Memory is divided into cells of 8 bytes; an operation is noted in each cell it touches, with the bytes of it. Operations on
 * more than OBJECTS_WIDE bytes are noted once, as wide. Synchronisation objects and the lives of threads have a cell each; that of
 * a life has two bytes: whether the thread lives, and who may join it.
 * Invariant: the operations of a cell are in the order of the run; `journal` names the cell of every operation noted,
 * in the same order, so the last ones can be taken back. Cells stay from run to run: addresses mean the same. */
#ifndef RADDLE_EXPLORE_STRATEGY_DPOR_OBJECTS_H
#define RADDLE_EXPLORE_STRATEGY_DPOR_OBJECTS_H

#include "base/vec.h"
#include "explore/sync/relations.h"

#define OBJECTS_WIDE 512u

struct op {
  uint32_t step;
  uint32_t event; /* index into the trace */
  uint32_t index; /* elements of its thread up to and with it; see run.h */
  uint32_t same;  /* how many operations of the same effect come right before it in the cell */
  uint8_t bytes;  /* of the cell, a bit each */
  uint8_t effect; /* enum effect */
  uint8_t kind;   /* enum event_kind */
};

struct cell {
  uint64_t number; /* address / 8 */
  vec(struct op) ops;
};

struct wide {
  uint64_t first, end;
  struct op op;
};

struct objects {
  vec(struct cell) cells;
  uint32_t *table; /* index into cells + 1, by number; open addressing */
  uint32_t mask;
  vec(uint32_t) journal; /* UINT32_MAX: of a wide one */
  vec(struct wide) wides;
  bool has_queues;  /* writers have queued up for a lock, some time */
  bool has_readers; /* there have been read locks */
};

struct cell *objects_cell(struct objects *, uint64_t number);
void objects_note(struct objects *, uint64_t first, uint64_t size, struct op);
/* The operation noted last on the object at this address. */
struct op *objects_last(struct objects *, uint64_t address);
/* Forgets the operations of step `step` and of all behind it. */
void objects_cut(struct objects *, uint32_t step);
void objects_free(struct objects *);

/* Bytes of [first, end) in the cell. */
static inline uint8_t objects_share(uint64_t cell, uint64_t first, uint64_t end) {
  uint64_t start = 8 * cell;
  unsigned low = first > start ? (unsigned)(first - start) : 0,
           high = end < start + 8 ? (unsigned)(end - start) : 8;
  return (uint8_t)((1u << high) - (1u << low));
}

#endif
