/* Vector clocks of the threads of one run, for race.c.
 *
 * A thread's own entry counts its releases; an access at clock c of thread u happens before
 * everything a thread t does from the moment clock[t][u] >= c. Vectors lie in one array with
 * room for one entry for each thread of the run; a vector is named by its offset there, 0 being
 * "none yet" (all zeros). Its first word says how many entries have been written, the others are
 * zero: thousands of threads that know little of each other cost little. */
#ifndef RADDLE_DETECT_CLOCKS_H
#define RADDLE_DETECT_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define CLOCK_STRIDE 4u /* widths are multiples of this, so that joins need no odd end */

typedef uint64_t clock_id;

struct clocks {
  uint32_t *at;
  uint64_t used;
  uint32_t stride; /* room of a vector */
  bool is_full;    /* there was no room for a vector; what follows means nothing */
};

void clocks_open(struct clocks *);
void clocks_close(struct clocks *);
/* Forgets all vectors. */
void clocks_begin(struct clocks *, uint32_t thread_count);

clock_id clock_new(struct clocks *);
/* Makes the vector, which is new, that of a thread: its entry is 1. */
void clock_start(struct clocks *, clock_id, uint32_t thread);
void clock_widen(struct clocks *, clock_id, uint32_t width);

static inline uint32_t clock_entry(const struct clocks *c, clock_id clock, uint32_t thread) {
  return thread < c->at[clock] ? c->at[clock + 1 + thread] : 0;
}

/* Raises the entry of the thread that the vector is of. */
static inline void clock_tick(struct clocks *c, clock_id clock, uint32_t thread) {
  c->at[clock + 1 + thread]++;
}

static inline void clock_join(struct clocks *c, clock_id to, clock_id from) {
  uint32_t width = c->at[from];
  if (c->at[to] < width) clock_widen(c, to, width);
  uint32_t *a = &c->at[to + 1];
  const uint32_t *b = &c->at[from + 1];
  for (uint32_t i = 0; i < width; i += CLOCK_STRIDE)
    for (uint32_t k = i; k < i + CLOCK_STRIDE; k++) a[k] = a[k] > b[k] ? a[k] : b[k];
}

/* To a vector that is new. */
static inline void clock_copy(struct clocks *c, clock_id to, clock_id from) {
  memcpy(&c->at[to], &c->at[from], (1 + c->at[from]) * sizeof *c->at);
}

#endif
