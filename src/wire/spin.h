/* Whether to spin before sleeping, for both sides of the hand-over.
 *
 * On two idle cores an answer is there after a few hundred pauses, and sleeping would cost ten
 * times that. On a busy machine the other side cannot even run while we spin. So waits come in
 * periods: SPIN_TRIAL waits spin; if most of them were in vain, the next SPIN_REST waits sleep at
 * once, and then it is tried again.
 * Invariant: `left` counts down the waits of the current period; all zero is the start of the
 * first trial. */
#ifndef RADDLE_WIRE_SPIN_H
#define RADDLE_WIRE_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#define SPIN_MAX 6000u /* pauses */
#define SPIN_TRIAL 16u
#define SPIN_REST 400u

struct spin {
  uint32_t left, vain;
  bool rests;
};

static inline uint32_t spin_limit(const struct spin *s) { return s->rests ? 0 : SPIN_MAX; }

static inline void spin_learn(struct spin *s, bool has_paid) {
  if (!s->left) s->left = SPIN_TRIAL;
  s->vain += !has_paid;
  if (--s->left) return;
  s->rests = !s->rests && s->vain > SPIN_TRIAL / 2;
  s->left = s->rests ? SPIN_REST : SPIN_TRIAL;
  s->vain = 0;
}

#endif
