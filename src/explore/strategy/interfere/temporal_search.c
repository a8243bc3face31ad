/* Depth-first search over interleavings of blocks, within the orders that the graph forces.
 *
 * Safe moves come first and are not forks. A block that can go on is safe to take if every way to
 * go on from here can be turned into one that begins with it, by moving it to the front. For its
 * operations:
 *   - a read, a failed attempt, and what else changes nothing that others see, may come earlier if
 *     it can go on now;
 *   - a write comes earlier than reads of another value only if none is pending, as is known if it
 *     can go on. It comes earlier than another write w'; that matters only to a read of it that w'
 *     is before: so if there is none, or no such w', it is safe. (To free memory hurts those who
 *     write to it: it is safe once nobody else does);
 *   - giving back, posting, ending and cancelling only help those who wait, and hurt those who look
 *     whether it has happened: safe without any of them;
 *   - any operation on an object that no other slot will touch again.
 * All this holds whatever is relaxed. A relaxed thread that is through earlier only helps.
 *
 * A state that has failed once is noted, and compared in full, so no state is searched twice.
 *
 * Why there is no order: at each fork and dead end every block that cannot go on is refused
 * because of items, or because a block has to come first, by an edge that depends on items. With
 * all these items strict, and the others relaxed, the same search would find the same blocks
 * refused: so they suffice. (A search with others relaxed could take the same safe moves.) */
#include "explore/strategy/interfere/temporal_search.h"
#include "base/check.h"
#include <string.h>

struct context {
  struct search *s;
  const struct blocks *b;
  struct order_graph *g;
  struct item_set *why;
};

void search_free(struct search *s) {
  sync_model_free(&s->model);
  vec_free(&s->order);
  vec_free(&s->forks);
  vec_free(&s->failed);
  vec_free(&s->older);
  table_free(&s->by_hash);
}

/* ---- states that failed ---- */

static const uint32_t *failed_words(const struct search *s, uint32_t index) {
  return s->failed.at + (size_t)index * s->model.hashed;
}

static uint64_t state_hash(const struct search *s) {
  return hash_bytes(s->model.word.at, s->model.hashed * sizeof *s->model.word.at);
}

static bool has_failed(const struct search *s) {
  const struct sync_model *m = &s->model;
  const struct same_state_hash *same = table_find(&s->by_hash, state_hash(s));
  for (uint32_t i = same ? same->newest : 0; i; i = s->older.at[i - 1])
    if (!memcmp(failed_words(s, i - 1), m->word.at, m->hashed * sizeof *m->word.at)) return true;
  return false;
}

static void forget_failed(struct search *s) {
  table_clear(&s->by_hash);
  vec_clear(&s->failed);
  vec_clear(&s->older);
}

static void note_failed(struct search *s) {
  struct same_state_hash *same = table_at(&s->by_hash, state_hash(s));
  check(!has_failed(s));
  vec_append(&s->failed, s->model.word.at, s->model.hashed);
  vec_push(&s->older, same->newest);
  same->newest = (uint32_t)s->older.count;
}

/* ---- what can go on ---- */

static bool is_due(const struct context *c, uint32_t block) {
  const uint32_t *before = c->g->before.at + (size_t)block * c->b->slots;
  for (uint32_t s = 0; s < c->b->slots; s++)
    if (before[s] > sync_model_position(&c->s->model, s)) return false;
  return true;
}

static bool is_over(const struct context *c, uint32_t block) {
  const struct place *p = &c->b->place.at[block];
  return sync_model_position(&c->s->model, p->slot) > p->position;
}

/* An edge from a block that has to come first; rather one that depends on no item. */
static void explain_order(struct context *c, uint32_t block) {
  uint32_t edge = NONE;
  for (uint32_t e = c->g->first_in.at[block]; e != NONE; e = c->g->edges.at[e].next_in) {
    const struct order_edge *x = &c->g->edges.at[e];
    if (is_over(c, x->from)) continue;
    if (x->is_explained || (x->why.item == ITEM_NONE && x->why.earlier == NONE)) return;
    edge = e;
  }
  if (edge != NONE) order_graph_explain_edge(c->g, edge, &c->b->all_ends, c->why);
}

static void explain_refusal(struct context *c) {
  const struct sync_model *m = &c->s->model;
  if (m->refusal.kind == REFUSED_BY_ITEM) {
    if (m->refusal.item != ITEM_NONE) item_set_add(c->why, m->refusal.item);
    return;
  }
  for (uint32_t s = 0; s < c->b->slots; s++)
    if (m->word.at[m->done + s] && blocks_end(c->b, s) != ITEM_NONE) item_set_add(c->why, s);
}

static uint32_t next_block(const struct context *c, uint32_t slot) {
  uint32_t position = sync_model_position(&c->s->model, slot);
  return position < c->b->counts.at[slot] ? c->b->base.at[slot] + position : NONE;
}

static bool go_on(struct context *c, uint32_t block) {
  size_t mark = c->s->model.log.count;
  if (!sync_model_do(&c->s->model, block)) {
    sync_model_undo(&c->s->model, mark);
    return false;
  }
  vec_push(&c->s->order, block);
  return true;
}

/* The slot goes on as long as that is safe. */
static bool run_slot(struct context *c, uint32_t slot) {
  bool has_moved = false;
  for (uint32_t b; (b = next_block(c, slot)) != NONE; has_moved = true)
    if (!is_due(c, b) || !sync_model_is_safe(&c->s->model, b) || !go_on(c, b)) break;
  return has_moved;
}

static void run_safe(struct context *c) {
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    for (uint32_t s = 0; s < c->b->slots; s++) has_moved |= run_slot(c, s);
  }
}

/* ---- the search ---- */

static bool is_complete(const struct context *c) { return c->s->order.count == c->b->block_count; }

/* Goes on with the slot, or notes why that cannot be. */
static bool try_slot(struct context *c, uint32_t slot) {
  struct sync_model *m = &c->s->model;
  size_t mark = m->log.count;
  uint32_t b = next_block(c, slot);
  if (b == NONE) return false;
  if (!is_due(c, b)) {
    explain_order(c, b);
    return false;
  }
  if (sync_model_do(m, b)) {
    vec_push(&c->s->order, b);
    return true;
  }
  explain_refusal(c);
  sync_model_undo(m, mark);
  return false;
}

/* The slot that went last is tried first. */
static bool try_next(struct context *c, struct fork *f) {
  while (f->next < c->b->slots) {
    uint32_t slot = f->next++;
    if (try_slot(c, !slot ? f->last : slot <= f->last ? slot - 1 : slot)) {
      f->taken++;
      return true;
    }
  }
  return false;
}

/* Back to the last fork with a way left, and takes that. */
static bool backtrack(struct context *c) {
  struct search *s = c->s;
  while (s->forks.count) {
    struct fork *f = &vec_last(&s->forks);
    sync_model_undo(&s->model, f->mark);
    s->order.count = f->order;
    if (try_next(c, f)) return true;
    if (f->taken > 1) note_failed(s);
    s->forks.count--;
  }
  return false;
}

/* From a state without safe moves. */
static bool step(struct context *c) {
  struct search *s = c->s;
  if (!has_failed(s))
    vec_push(&s->forks, ((struct fork){s->model.log.count, s->order.count,
                                       c->b->place.at[vec_last(&s->order)].slot, 0, 0}));
  return backtrack(c);
}

enum feasibility search_run(struct search *s, const struct blocks *b, const struct item_set *strict,
                            struct order_graph *g, uint32_t budget, struct item_set *why) {
  struct context c = {s, b, g, why};
  sync_model_begin(&s->model, b, strict);
  vec_clear(&s->order);
  vec_clear(&s->forks);
  forget_failed(s);
  vec_push(&s->order, 0);
  if (!sync_model_do(&s->model, 0)) {
    explain_refusal(&c);
    return INFEASIBLE;
  }
  while (true) {
    run_safe(&c);
    if (is_complete(&c)) return FEASIBLE;
    if (!step(&c)) return INFEASIBLE;
    if (s->forks.count && (s->older.count > budget || stop_is_wanted(g->stop))) return UNDECIDED;
  }
}
