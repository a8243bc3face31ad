/* A block comes after a source if one of its events does in the partial order of the trace
 * (explore/history/order.h). A block of which only a later part does is left out as a whole, and
 * with it what comes after its earlier parts: it becomes another source, and the search starts
 * again. */
#include "detect/blocks.h"
#include "wire/layout.h"
#include <string.h>

/* ---- cutting ---- */

static bool is_access_block(const struct event *e, struct fusing *f) {
  bool is_inside = f->depth > 0;
  if (e->kind == EV_ATOMIC_BEGIN) f->depth++;
  if (e->kind == EV_ATOMIC_END && f->depth) f->depth--;
  bool is_plain = e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_FREE;
  return event_is_step(e) || (is_plain && !is_inside && !(e->taken & EVENT_BOUND));
}

static void find_blocks(struct blocks *b, enum cut cut) {
  if (!b->fusing) b->fusing = xcalloc(LAYOUT_THREADS, sizeof *b->fusing);
  for (uint32_t i = 0; i < b->count; i++) {
    const struct event *e = &b->event[i];
    struct fusing *f = &b->fusing[e->thread];
    b->block.at[i] = NO_BLOCK;
    if (!event_is_visible(e)) continue;
    if (cut == CUT_STEPS ? event_is_step(e) : is_access_block(e, f)) f->block = i;
    b->block.at[i] = f->block;
  }
  for (uint32_t i = 0; i < b->count; i++) b->fusing[b->event[i].thread] = (struct fusing){0};
}

void blocks_read(struct blocks *b, const struct order *order, const struct event *event, uint32_t count,
                 enum cut cut) {
  b->order = order;
  b->event = event;
  b->count = count;
  vec_reserve(&b->block, count + 1);
  vec_reserve(&b->is_out, count + 1);
  find_blocks(b, cut);
  blocks_restore(b);
}

void blocks_free(struct blocks *b) {
  vec_free(&b->block);
  vec_free(&b->is_out);
  vec_free(&b->sources);
  free(b->fusing);
}

/* ---- leaving out ---- */

void blocks_restore(struct blocks *b) {
  memset(b->is_out.at, 0, b->count);
  vec_clear(&b->sources);
}

bool blocks_depends(const struct blocks *b, uint32_t i) {
  for (size_t k = 0; k < b->sources.count; k++) {
    uint32_t source = b->sources.at[k];
    if (source <= i && (source == i || order_before(b->order, source, i))) return true;
  }
  return false;
}

bool blocks_is_left(const struct blocks *b, uint32_t i) {
  return b->block.at[i] == NO_BLOCK ? !blocks_depends(b, i) : !b->is_out.at[b->block.at[i]];
}

/* Is part of the block i belongs to, before i, still in? */
static bool has_part_before(const struct blocks *b, uint32_t i) {
  uint32_t block = b->block.at[i];
  return block != i && !b->is_out.at[block];
}

/* The search for blocks to leave out; true if it has found another source. */
static bool spread(struct blocks *b, uint32_t from, uint32_t count, uint32_t kept) {
  for (uint32_t i = from; i < count; i++) {
    uint32_t block = b->block.at[i];
    if (block == NO_BLOCK || block == kept || b->is_out.at[block] || !blocks_depends(b, i)) continue;
    bool is_new_source = has_part_before(b, i);
    b->is_out.at[block] = 1;
    if (!is_new_source) continue;
    vec_push(&b->sources, block);
    return true;
  }
  return false;
}

void blocks_leave_out(struct blocks *b, uint32_t count, uint32_t kept) {
  uint32_t from = count;
  for (size_t k = 0; k < b->sources.count; k++)
    if (b->sources.at[k] < from) from = b->sources.at[k];
  while (spread(b, from, count, kept))
    if (vec_last(&b->sources) < from) from = vec_last(&b->sources);
}
