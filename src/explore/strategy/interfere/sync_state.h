/* The words of a sync_model, for sync_model.c, which says what they are, and sync_operations.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_SYNC_STATE_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_SYNC_STATE_H

#include "explore/strategy/interfere/sync_model.h"

enum { THROUGH = 1, CREATED = 2 };
enum { ONCE_FRESH, ONCE_RUN, ONCE_RUNNING };
enum { LOCK_OWNER, LOCK_LEFT, LOCK_HOLDS };
enum { LEFT_WELL, LEFT_DYING, LEFT_LOST }; /* LOCK_LEFT */
enum { COND_WAITING, COND_TOKENS, COND_QUEUE };
#define QUEUED 0x80000000u
#define SLOT_BITS 16
#define SLOT_MASK 0xffffu

static inline bool is_strict(const struct sync_model *m, uint32_t item) {
  return item == ITEM_NONE || item_set_has(m->strict, item);
}

static inline uint32_t get(const struct sync_model *m, uint32_t at) { return m->word.at[at]; }

static inline void set(struct sync_model *m, uint32_t at, uint32_t value) {
  if (m->word.at[at] == value) return;
  vec_push(&m->log, ((struct change){at, m->word.at[at]}));
  m->word.at[at] = value;
}

static inline bool refuse(struct sync_model *m, uint32_t item) {
  m->refusal = (struct refusal){REFUSED_BY_ITEM, item};
  return false;
}

/* Only possible if another thread could help. */
static inline bool only_if_loose(struct sync_model *m) {
  if (get(m, m->loose)) return true;
  m->refusal = (struct refusal){REFUSED_BY_ENDS, ITEM_NONE};
  return false;
}

static inline bool is_through(const struct sync_model *m, uint32_t slot) {
  return get(m, m->done + slot) & THROUGH;
}

/* The thread might go on, and give back what it holds. */
static inline bool is_released(const struct sync_model *m, uint32_t slot) {
  return is_through(m, slot) && !is_strict(m, blocks_end(m->blocks, slot));
}

/* What that thread holds is in the way. */
static inline bool refuse_for(struct sync_model *m, uint32_t slot) {
  return refuse(m, is_through(m, slot) ? blocks_end(m->blocks, slot) : ITEM_NONE);
}

/* Operations on objects. False: refused. */
bool sync_operation(struct sync_model *, const struct op *);

#endif
