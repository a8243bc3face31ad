/* Paths, from the leaves up; then cells: the accesses of all events cut memory at their ends,
 * and what lies between two cuts is a cell; then, thread by thread, who feeds which read. */
#include "explore/strategy/interfere/layout.h"
#include "base/check.h"
#include <string.h>

void layout_close(struct layout *l) {
  vec_free(&l->scenario.threads);
  vec_free(&l->scenario.events);
  vec_free(&l->scenario.couplings);
  vec_free(&l->scenario.counts);
  vec_free(&l->where);
  vec_free(&l->bounds);
  vec_free(&l->last);
}

static bool accesses(const struct event *e) { return (event_reads(e) || event_writes(e)) && e->aux; }

/* ---- paths ---- */

static void add_thread(struct layout *l, uint32_t leaf) {
  struct scenario *s = &l->scenario;
  const struct node *n = forest_node(l->forest, leaf);
  uint32_t first = (uint32_t)s->events.count, count = n->depth + 1;
  vec_push(&s->threads, ((struct scene_thread){.number = n->label.thread, .first = first, .count = count}));
  vec_reserve(&s->events, first + (size_t)count);
  s->events.count += count;
  for (uint32_t i = count, at = leaf; i-- > 0; at = n->parent) {
    n = forest_node(l->forest, at);
    s->events.at[first + i] = (struct scene_event){
        .label = n->label, .node = at, .slot = (uint32_t)s->threads.count - 1, .ordinal = n->ordinal};
    l->where.at[at] = first + i;
  }
}

static void add_threads(struct layout *l, const struct candidates *c, const struct candidate *x) {
  struct scenario *s = &l->scenario;
  const uint32_t *leaves = candidate_leaves(c, x);
  vec_clear(&s->threads);
  vec_clear(&s->events);
  while (l->where.count < l->forest->nodes.count) vec_push(&l->where, NONE);
  for (uint32_t i = 0; i < x->leaves; i++) add_thread(l, leaves[i]);
  for (size_t t = 0; t < s->threads.count; t++) {
    uint32_t create = forest_node(l->forest, s->events.at[s->threads.at[t].first].node)->parent;
    s->threads.at[t].created = create == NONE ? NONE : l->where.at[create];
    check(create == NONE || s->events.at[s->threads.at[t].created].node == create); /* it is closed */
  }
  s->sink = l->where.at[x->sink];
  check(s->events.at[s->sink].node == x->sink);
}

/* ---- cells ---- */

static int by_address(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static size_t bound_of(const struct layout *l, uint64_t address) {
  size_t low = 0, high = l->bounds.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (l->bounds.at[middle] < address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void find_bounds(struct layout *l) {
  const struct scenario *s = &l->scenario;
  vec_clear(&l->bounds);
  for (size_t i = 0; i < s->events.count; i++) {
    const struct event *e = &s->events.at[i].label;
    if (!accesses(e)) continue;
    vec_push(&l->bounds, e->addr);
    vec_push(&l->bounds, e->addr + e->aux);
  }
  if (l->bounds.count) qsort(l->bounds.at, l->bounds.count, sizeof *l->bounds.at, by_address);
  size_t kept = 0;
  for (size_t i = 0; i < l->bounds.count; i++)
    if (!i || l->bounds.at[i] != l->bounds.at[i - 1]) l->bounds.at[kept++] = l->bounds.at[i];
  l->bounds.count = kept;
}

static void find_cells(struct layout *l) {
  struct scenario *s = &l->scenario;
  find_bounds(l);
  s->cell_count = (uint32_t)l->bounds.count; /* a few of them are gaps: they cost nothing */
  for (size_t i = 0; i < s->events.count; i++) {
    struct scene_event *e = &s->events.at[i];
    if (!accesses(&e->label)) continue;
    e->cell = (uint32_t)bound_of(l, e->label.addr);
    uint64_t end = e->label.addr + e->label.aux;
    for (e->cells = 0; l->bounds.at[e->cell + e->cells] < end;) e->cells++;
    check(l->bounds.at[e->cell] == e->label.addr && l->bounds.at[e->cell + e->cells] == end);
  }
}

/* ---- who feeds whom ---- */

static expr_id bytes_of(const struct layout *l, expr_id e, unsigned index, unsigned bytes) {
  if (!index && l->store->node[e].width == 8 * bytes) return e;
  return rebuild_node(
      l->store,
      (struct expr){.op = EX_EXTRACT, .width = (uint8_t)(8 * bytes), .lo = (uint16_t)(8 * index), .a = e});
}

/* The initial value of these bytes, put together from pieces that belong to one expression. */
static void set_initial(const struct layout *l, struct coupling *c, uint32_t epoch, uint64_t address) {
  bool is_symbolic = false;
  for (uint32_t i = 0; i < c->bytes; i++) {
    const struct initial_byte *b = forest_byte(l->forest, epoch, address + i);
    if (!b) continue;
    c->value |= (uint64_t)b->value << 8 * i;
    is_symbolic |= b->expr != 0;
  }
  for (uint32_t i = 0; is_symbolic && i < c->bytes;) {
    const struct initial_byte *b = forest_byte(l->forest, epoch, address + i);
    expr_id e = b ? b->expr : 0, part;
    uint32_t n = 1;
    for (; i + n < c->bytes; n++) {
      const struct initial_byte *next = forest_byte(l->forest, epoch, address + i + n);
      if ((next ? next->expr : 0) != e || (e && next->index != b->index + n)) break;
    }
    part = e ? bytes_of(l, e, b->index, n) : rebuild_const(l->store, 8 * n, c->value >> 8 * i);
    c->initial = c->initial
                     ? rebuild_node(l->store, (struct expr){.op = EX_CONCAT, .a = part, .b = c->initial})
                     : part;
    i += n;
  }
}

static uint32_t edge_for(const struct layout *l, const struct candidates *c, const struct candidate *x,
                         uint32_t node, uint32_t byte) {
  for (uint32_t i = 0; i < x->edges; i++) {
    struct edge e = candidate_edge(c, x, i);
    if (e.read == node && e.bytes >> byte & 1) return l->where.at[e.write];
  }
  return NONE;
}

static bool is_frozen(const struct candidates *c, const struct candidate *x, uint32_t node) {
  const uint32_t *frozen = candidate_frozen(c, x);
  for (uint32_t i = 0; i < x->frozen; i++)
    if (frozen[i] == node) return true;
  return false;
}

static void couple(struct layout *l, const struct candidates *c, const struct candidate *x,
                   struct scene_event *e) {
  struct scenario *s = &l->scenario;
  bool stays = is_frozen(c, x, e->node);
  e->coupling = (uint32_t)s->couplings.count;
  for (uint32_t k = 0; k < e->cells; k++) {
    uint64_t address = l->bounds.at[e->cell + k];
    struct coupling p = {.cell = e->cell + k,
                         .first = (uint8_t)(address - e->label.addr),
                         .bytes = (uint8_t)(l->bounds.at[e->cell + k + 1] - address)};
    check(p.first == (k ? vec_last(&s->couplings).first + vec_last(&s->couplings).bytes : 0));
    p.write = edge_for(l, c, x, e->node, p.first);
    p.is_fixed = p.write != NONE || stays;
    if (p.write == NONE) p.write = l->last.at[p.cell];
    if (p.write == NONE) set_initial(l, &p, forest_node(l->forest, e->node)->epoch, address);
    vec_push(&s->couplings, p);
  }
}

static void couple_all(struct layout *l, const struct candidates *c, const struct candidate *x) {
  struct scenario *s = &l->scenario;
  vec_clear(&s->couplings);
  for (size_t t = 0; t < s->threads.count; t++) {
    vec_clear(&l->last);
    for (uint32_t k = 0; k < s->cell_count; k++) vec_push(&l->last, NONE);
    for (uint32_t i = 0; i < s->threads.at[t].count; i++) {
      struct scene_event *e = &s->events.at[s->threads.at[t].first + i];
      if (!e->cells) continue;
      if (event_reads(&e->label)) couple(l, c, x, e);
      for (uint32_t k = 0; event_writes(&e->label) && k < e->cells; k++)
        l->last.at[e->cell + k] = s->threads.at[t].first + i;
    }
  }
}

static void add_counts(struct layout *l, uint32_t epoch) {
  struct scenario *s = &l->scenario;
  vec_clear(&s->counts);
  for (size_t i = 0; i < l->forest->counts.count; i++) {
    const struct initial_count *n = &l->forest->counts.at[i];
    if (n->epoch == epoch) vec_push(&s->counts, ((struct scene_count){n->object, n->count}));
  }
}

bool layout_make(struct layout *l, const struct candidates *c, const struct candidate *x) {
  if (!rebuild_has_room(l->store)) return false;
  add_threads(l, c, x);
  find_cells(l);
  couple_all(l, c, x);
  add_counts(l, forest_node(l->forest, x->sink)->epoch);
  return true;
}
