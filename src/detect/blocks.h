/* A run cut into blocks, which a schedule moves as a whole; and what is left of it when some of
 * them do not happen. */
#ifndef RADDLE_DETECT_BLOCKS_H
#define RADDLE_DETECT_BLOCKS_H

#include "base/vec.h"
#include "explore/history/order.h"

#define NO_BLOCK UINT32_MAX

/* STEPS: a block is a step, with what the run had fused with it. ACCESSES: every plain access is
 * a block, also one that is fused; only atomic sections and the write of a copy stay with what
 * began them. */
enum cut { CUT_STEPS, CUT_ACCESSES };

struct fusing {
  uint32_t block; /* the thread's last one */
  uint32_t depth; /* of atomic sections */
};

struct blocks {
  const struct order *order; /* of the events */
  const struct event *event;
  uint32_t count;
  vec(uint32_t) block;   /* by event: the first event of its block; NO_BLOCK for notes */
  vec(uint8_t) is_out;   /* by first event */
  vec(uint32_t) sources; /* blocks; what comes after one of them is out */
  struct fusing *fusing; /* scratch, by thread: zero when nothing is read */
};

/* What was read before is forgotten. The order must stay as it is. */
void blocks_read(struct blocks *, const struct order *, const struct event *, uint32_t count, enum cut);
void blocks_free(struct blocks *);

/* Nothing is out, and there are no sources. */
void blocks_restore(struct blocks *);
/* Which of the first `count` events are out: each source, and what comes after it; but not block
 * `kept`, whatever it comes after. */
void blocks_leave_out(struct blocks *, uint32_t count, uint32_t kept);
/* Does event i come after a source, or belong to it? */
bool blocks_depends(const struct blocks *, uint32_t i);
/* Is event i, a note perhaps, among what is left? */
bool blocks_is_left(const struct blocks *, uint32_t i);

#endif
