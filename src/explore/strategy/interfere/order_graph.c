/* A partial order of blocks, closed under transitivity as edges are added.
 *
 * The blocks of a slot are in program order, so the blocks before b are, for each slot, its first
 * before[b][slot] ones, and those after b begin at after[b][slot]: both are clocks rather than
 * sets. A new edge a -> b moves the clocks of the blocks at and after b, and of those at and before
 * a; along a slot the update stops at the first block whose clock does not move.
 *
 * An edge keeps its cause: an item, and a pair of blocks whose order, known at that time, forced
 * it. To explain an edge is to find a path for that pair among older edges, and to explain these
 * edges: the cause is well-founded, and each edge is explained once.
 *
 * Invariant: no cycle; before and after are each other's inverse. */
#include "explore/strategy/interfere/order_graph.h"
#include "base/check.h"
#include "explore/strategy/interfere/scenario.h"
#include <string.h>

void order_graph_free(struct order_graph *g) {
  vec_free(&g->before);
  vec_free(&g->after);
  vec_free(&g->edges);
  vec_free(&g->first_in);
  vec_free(&g->seen);
  vec_free(&g->via);
  vec_free(&g->stack);
  vec_free(&g->todo);
}

void order_graph_begin(struct order_graph *g, const struct place *place, uint32_t blocks,
                       const uint32_t *base, const uint32_t *counts, uint32_t slots) {
  g->place = place, g->blocks = blocks;
  g->base = base, g->counts = counts, g->slots = slots;
  vec_clear(&g->edges);
  vec_reserve(&g->before, (size_t)blocks * slots);
  vec_reserve(&g->after, (size_t)blocks * slots);
  vec_reserve(&g->first_in, (size_t)blocks);
  vec_reserve(&g->via, (size_t)blocks);
  while (g->seen.count < blocks) vec_push(&g->seen, 0);
  memset(g->first_in.at, 0xff, blocks * sizeof *g->first_in.at);
  memset(g->before.at, 0, (size_t)blocks * slots * sizeof *g->before.at);
  for (uint32_t b = 0; b < blocks; b++) {
    uint32_t *before = g->before.at + (size_t)b * slots, *after = g->after.at + (size_t)b * slots;
    memcpy(after, counts, slots * sizeof *after);
    check(place[b].slot < slots && base[place[b].slot] + place[b].position == b);
    before[place[b].slot] = place[b].position;
    after[place[b].slot] = place[b].position + 1;
  }
}

/* ---- adding ---- */

/* The blocks of a slot from `position` on come after everything that a does, and after a. */
static void move_before(struct order_graph *g, uint32_t a, uint32_t slot, uint32_t position) {
  const uint32_t *from = g->before.at + (size_t)a * g->slots;
  for (; position < g->counts[slot]; position++) {
    uint32_t *to = g->before.at + (size_t)(g->base[slot] + position) * g->slots;
    bool has_moved = false;
    for (uint32_t s = 0; s < g->slots; s++) {
      uint32_t known = s == g->place[a].slot ? g->place[a].position + 1 : from[s];
      if (to[s] < known) to[s] = known, has_moved = true;
    }
    if (!has_moved) break;
  }
}

/* The first `count` blocks of a slot come before everything that b does, and before b. */
static void move_after(struct order_graph *g, uint32_t b, uint32_t slot, uint32_t count) {
  const uint32_t *from = g->after.at + (size_t)b * g->slots;
  while (count-- > 0) {
    uint32_t *to = g->after.at + (size_t)(g->base[slot] + count) * g->slots;
    bool has_moved = false;
    for (uint32_t s = 0; s < g->slots; s++) {
      uint32_t known = s == g->place[b].slot ? g->place[b].position : from[s];
      if (to[s] > known) to[s] = known, has_moved = true;
    }
    if (!has_moved) break;
  }
}

bool order_graph_add(struct order_graph *g, uint32_t from, uint32_t to, struct order_cause why) {
  struct order_edge e = {.from = from, .to = to, .next_in = g->first_in.at[to], .why = why};
  check(from < g->blocks && to < g->blocks);
  if (from == to || order_graph_precedes(g, from, to)) return true;
  if (order_graph_precedes(g, to, from)) {
    g->conflict = e;
    return false;
  }
  g->first_in.at[to] = (uint32_t)g->edges.count;
  vec_push(&g->edges, e);
  for (uint32_t s = 0; s < g->slots; s++) {
    bool is_own = s == g->place[to].slot;
    move_before(g, from, s, is_own ? g->place[to].position : g->after.at[(size_t)to * g->slots + s]);
  }
  for (uint32_t s = 0; s < g->slots; s++) {
    bool is_own = s == g->place[from].slot;
    move_after(g, to, s, is_own ? g->place[from].position + 1 : g->before.at[(size_t)from * g->slots + s]);
  }
  check(order_graph_precedes(g, from, to) && !order_graph_precedes(g, to, from));
  return true;
}

/* ---- explaining ---- */

static void want(struct order_graph *g, uint32_t edge) {
  check(edge < g->edges.count);
  if (g->edges.at[edge].is_explained) return;
  g->edges.at[edge].is_explained = true;
  vec_push(&g->todo, edge);
}

static void visit(struct order_graph *g, uint32_t block, uint32_t via) {
  if (g->seen.at[block] == g->stamp) return;
  g->seen.at[block] = g->stamp;
  g->via.at[block] = via;
  vec_push(&g->stack, block);
}

static void want_path(struct order_graph *g, uint32_t at, uint32_t to) {
  while (at != to) {
    uint32_t edge = g->via.at[at];
    if (edge != NONE) want(g, edge);
    at = edge == NONE ? at + 1 : g->edges.at[edge].to;
  }
}

/* Marks the edges of a path, all older than `limit`, from block a to block b. Searched from b
 * back; via says how one goes on. */
static void find_path(struct order_graph *g, uint32_t a, uint32_t b, uint32_t limit) {
  const struct place start = g->place[a];
  g->stamp++;
  vec_clear(&g->stack);
  visit(g, b, NONE);
  while (g->stack.count) {
    uint32_t at = vec_pop(&g->stack);
    if (g->place[at].slot == start.slot && g->place[at].position >= start.position) {
      want_path(g, at, b);
      return;
    }
    if (!order_graph_precedes(g, a, at)) continue;
    if (g->place[at].position) visit(g, at - 1, NONE);
    for (uint32_t e = g->first_in.at[at]; e != NONE; e = g->edges.at[e].next_in)
      if (e < limit) visit(g, g->edges.at[e].from, e);
  }
}

static void take_cause(struct order_graph *g, struct order_cause why, uint32_t limit,
                       const struct item_set *all_ends, struct item_set *to) {
  if (why.item == ITEM_ALL_ENDS)
    for (size_t i = 0; i < all_ends->words.count; i++) to->words.at[i] |= all_ends->words.at[i];
  else if (why.item != ITEM_NONE)
    item_set_add(to, why.item);
  if (why.earlier != NONE) find_path(g, why.earlier, why.later, limit);
}

static void finish(struct order_graph *g, const struct item_set *all_ends, struct item_set *to) {
  while (g->todo.count) {
    uint32_t edge = vec_pop(&g->todo);
    take_cause(g, g->edges.at[edge].why, edge, all_ends, to);
  }
}

void order_graph_explain_edge(struct order_graph *g, uint32_t edge, const struct item_set *all_ends,
                              struct item_set *to) {
  want(g, edge);
  finish(g, all_ends, to);
}

void order_graph_explain_conflict(struct order_graph *g, const struct item_set *all_ends,
                                  struct item_set *to) {
  uint32_t limit = (uint32_t)g->edges.count;
  take_cause(g, g->conflict.why, limit, all_ends, to);
  find_path(g, g->conflict.to, g->conflict.from, limit);
  finish(g, all_ends, to);
}
