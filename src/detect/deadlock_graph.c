/* Every cycle of a function is found by walking along it with the number of the walk left behind
 * as a mark. */
#include "detect/deadlock_graph.h"
#include "base/check.h"

static uint32_t thread_limit(const struct waiting *w, uint32_t count) {
  uint32_t limit = 0;
  for (uint32_t i = 0; i < count; i++)
    if (w[i].thread >= limit) limit = w[i].thread + 1;
  return limit;
}

static void find_next(struct deadlock_graph *g) {
  uint32_t limit = thread_limit(g->at, g->count);
  uint32_t *place = xmalloc((limit + 1) * sizeof *place);
  for (uint32_t t = 0; t < limit; t++) place[t] = NOBODY;
  for (uint32_t i = 0; i < g->count; i++) place[g->at[i].thread] = i;
  for (uint32_t i = 0; i < g->count; i++)
    g->next[i] = g->at[i].holder < limit ? place[g->at[i].holder] : NOBODY;
  free(place);
}

static void mark_cycle(struct deadlock_graph *g, uint32_t from) {
  g->has_cycle = true;
  g->part_count++;
  for (uint32_t i = from; !g->part[i]; i = g->next[i]) {
    check(g->next[i] < g->count); /* whoever is in a cycle waits for somebody in it */
    g->part[i] = g->part_count;
  }
}

static void find_cycles(struct deadlock_graph *g) {
  uint32_t *walk = xcalloc(g->count + 1, sizeof *walk);
  for (uint32_t start = 0; start < g->count; start++) {
    uint32_t i = start;
    while (i != NOBODY && !walk[i]) walk[i] = start + 1, i = g->next[i];
    if (i != NOBODY && walk[i] == start + 1) mark_cycle(g, i);
  }
  free(walk);
}

static void find_roots(struct deadlock_graph *g) {
  bool has_orphan = false;
  for (uint32_t i = 0; i < g->count; i++) has_orphan |= g->at[i].is_ended != 0;
  for (uint32_t i = 0; i < g->count; i++)
    if (has_orphan ? g->at[i].is_ended != 0 : g->next[i] == NOBODY) g->part[i] = ++g->part_count;
}

struct deadlock_graph deadlock_graph_of(const struct trace *t, const struct shm *program) {
  struct deadlock_graph g = {
      .at = shm_waiting(program), .stacks = shm_waiting_stack(program), .count = t->waiting_count};
  if (g.count > LAYOUT_THREADS) g.count = LAYOUT_THREADS;
  g.next = xcalloc(g.count + 1, sizeof *g.next);
  g.part = xcalloc(g.count + 1, sizeof *g.part);
  find_next(&g);
  find_cycles(&g);
  if (!g.has_cycle) find_roots(&g);
  return g;
}

void deadlock_graph_free(struct deadlock_graph *g) { free(g->next), free(g->part); }

struct place deadlock_waiting_place(const struct places *p, const struct deadlock_graph *g, uint32_t i) {
  return place_of(p, g->at[i].site, deadlock_stack(g, i));
}
