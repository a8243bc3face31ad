/* Memory and synchronisation objects as blocks change them; see sync_model.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_SYNC_MODEL_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_SYNC_MODEL_H

#include "explore/strategy/interfere/temporal_blocks.h"
#include "explore/sync/object.h"

/* Why a block cannot go on now: an item that stands in the way (ITEM_NONE: none, somebody else
 * must go on first, or the scenario says so), or that no thread is through that could help. */
struct refusal {
  enum { REFUSED_BY_ITEM, REFUSED_BY_ENDS } kind;
  uint32_t item;
};

struct sync_model {
  const struct blocks *blocks;
  const struct item_set *strict; /* items that are not relaxed */
  vec(uint32_t) word;            /* the state */
  uint32_t hashed;               /* words that the rest follows from */
  sync_log log;
  struct refusal refusal;
  uint32_t done, ended, loose, last; /* where parts of the state begin; positions come first */
  uint32_t pending, writes_left, ops_left;
  vec(struct sync_object) object; /* by object: its state, among the words */
  vec(uint32_t) readers;          /* by op: of a write, strict reads that are coupled with it */
};

void sync_model_begin(struct sync_model *, const struct blocks *, const struct item_set *strict);
void sync_model_free(struct sync_model *);
static inline uint32_t sync_model_position(const struct sync_model *m, uint32_t slot) {
  return m->word.at[slot];
}
/* False: it cannot go on, m->refusal says why in the state that it has come to; the caller
 * undoes that. */
bool sync_model_do(struct sync_model *, uint32_t block);
void sync_model_undo(struct sync_model *, size_t mark); /* mark: m->log.count as it was */
/* If the block can go on, is it safe to let it? */
bool sync_model_is_safe(const struct sync_model *, uint32_t block);

#endif
