/* What race.c and race_marks.c share: the tables of a race_finder.
 *
 * Memory is cut into granules of 8 bytes; bytes of a granule are bits of a mask, so everything
 * is exact to the byte. Each granule that was touched has a slot in a table; synchronisation
 * objects have slots too, under their address with SYNC_KEY. A thread's number belongs to the
 * present run if its stamp does: nothing is cleared between runs, nothing is allocated unless a
 * run is larger than all before it. */
#ifndef RADDLE_DETECT_RACE_STATE_H
#define RADDLE_DETECT_RACE_STATE_H

#include "base/table.h"
#include "base/vec.h"
#include "detect/clocks.h"
#include "detect/race.h"

#define GRANULE 8u
#define SYNC_KEY (1ull << 63)

/* How an access takes part in races, by strength. */
enum part { ATOMIC_READS, ATOMIC_WRITES, READS, WRITES };

/* An access. */
struct mark {
  uint8_t part, mask;
  uint16_t thread; /* index in the run */
  uint32_t clock;  /* of its thread */
  uint32_t event;
  uint32_t next; /* 0: last */
};

/* One to more than a few granules is not taken apart. */
struct wide {
  uint64_t first, last; /* bytes */
  struct mark mark;
};
typedef vec(struct wide) wide_list;

/* What was made known by atomic writes of exactly these bytes, or by atomic sections that read
 * or write them. */
enum released_by { BY_ATOMICS, BY_READING_SECTIONS, BY_WRITING_SECTIONS };
struct released {
  uint16_t mask, by; /* by: enum released_by */
  uint32_t next;     /* 0: last */
  clock_id clock;
};

struct slot {
  uint64_t key;
  union {
    struct {             /* memory: lists */
      uint32_t front;    /* marks, newest first */
      uint32_t dropped;  /* marks that left the front and were not looked at since, the last one first */
      uint32_t behind;   /* and those that were */
      uint32_t released; /* what atomic accesses and sections made known */
    };
    struct {               /* a synchronisation object */
      clock_id clock;      /* what its releases made known; of a barrier: in the present round */
      clock_id read_clock; /* what giving back read locks made known: only writers learn it */
    };
  };
};

struct actor {
  uint32_t stamp;
  uint16_t index;
  uint16_t depth; /* of atomic sections */
  clock_id round; /* of the barrier round it has arrived in */
};

struct race_finder {
  uint32_t stamp;
  uint32_t thread_count, known_count; /* known: threads that have an index */
  struct clocks clocks;
  struct actor *actors;     /* by thread id */
  vec(clock_id) own;        /* by index: the thread's vector; 0 before it is created */
  table(struct slot) slots; /* of the run */
  vec(struct mark) marks;   /* [0] is no mark */
  vec(struct released) released;
  wide_list wides, dropped_wides, wides_behind;
  vec(uint32_t) inside; /* accesses of atomic sections that have not ended */
  bool has_inits;       /* the run makes synchronisation objects: their uses count as accesses */
  bool is_full;
  uint64_t overflows;

  const struct event *events; /* of the run */
  race_wanted *wanted;
  void *context;
  struct race *out;
  bool is_found;
};

/* Valid until the next call. */
static inline struct slot *race_slot(struct race_finder *f, uint64_t key) { return table_at(&f->slots, key); }

/* Bytes [first, last] of the granule that begins at `start`. */
static inline uint8_t byte_mask(uint64_t start, uint64_t first, uint64_t last) {
  unsigned from = first > start ? (unsigned)(first - start) : 0;
  unsigned to = last < start + GRANULE - 1 ? (unsigned)(last - start) : GRANULE - 1;
  return (uint8_t)((0xffu >> (GRANULE - 1 - to)) & (0xffu << from));
}

/* ---- race_marks.c ---- */

void marks_begin(struct race_finder *);
/* The access of event e by the thread with that index: compared with those before it, then kept. */
void marks_access(struct race_finder *, uint32_t thread, const struct event *, uint64_t size, enum part);

#endif
