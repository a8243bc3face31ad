/* How long to spin before sleeping, for both sides of the hand-over.
 *
 * On two idle cores an answer is there after a few hundred pauses and sleeping would cost a hundred times that. On a
 * busy machine the other side cannot even run while we spin. So the limit grows while spinning pays and shrinks
 * towards 0 while it does not; now and then a long spin is tried again. */
#ifndef RADDLE_WIRE_SPIN_H
#define RADDLE_WIRE_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#define SPIN_MAX 2000u
#define SPIN_RETRY 256u /* every so many waits */

struct spin {
  uint32_t limit, waits;
};

static inline uint32_t spin_limit(struct spin *s) { return s->waits++ % SPIN_RETRY ? s->limit : SPIN_MAX; }

static inline void spin_learn(struct spin *s, bool has_paid) {
  uint32_t more = s->limit + s->limit / 2 + 50;
  s->limit = !has_paid ? s->limit / 4 : more < SPIN_MAX ? more : SPIN_MAX;
}

#endif
