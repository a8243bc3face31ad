/* A candidate with sink s stands for all scenarios that contain it: those that go on from its
 * paths, have its interferences and perhaps more, and leave its frozen reads local. If it is
 * unrealizable, its blame says that every realizable one of them has an interference for a blamed
 * read or goes on in a blamed thread. So its children are: for the i-th blamed read and each write
 * that could feed it, the candidate with that interference, the path to the write, and the blamed
 * reads before the i-th frozen; for each blamed thread and each way to its next synchronisation,
 * the candidate with that path and all blamed reads frozen. A scenario is in at most one child that
 * comes from a read, and nothing is lost: so no scenario is looked at twice by way of other reads
 * (section 7.5, duplication freedom); what paths that are extended in another order make again, the
 * table of known candidates finds.
 *
 * A blamed read waits for writes that are met later, a blamed thread for synchronisation that is.
 *
 * Invariant: leaves and what is above them are met, but for the sink; they are closed under
 * creation: a thread is there with its creator's path up to it, and as soon as that is there. */
#include "explore/strategy/interfere/candidates.h"
#include "base/check.h"
#include "explore/sync/relations.h"
#include <string.h>

void candidates_open(struct candidates *c, struct forest *f, const struct candidate_options *options) {
  *c = (struct candidates){.forest = f, .options = *options};
}

void candidates_close(struct candidates *c) {
  check(table_is_sound(&c->known) && table_is_sound(&c->writes));
  check(table_is_sound(&c->waiting_reads) && table_is_sound(&c->waiting_ends));
  vec_free(&c->all);
  vec_free(&c->words);
  vec_free(&c->fresh);
  table_free(&c->waiting_reads);
  table_free(&c->waiting_ends);
  table_free(&c->writes);
  vec_free(&c->waiters);
  vec_free(&c->write_entries);
  table_free(&c->known);
  vec_free(&c->leaves);
  vec_free(&c->edges);
  vec_free(&c->frozen);
}

/* ---- lists ---- */

static uint32_t list_first(const lists *l, uint64_t key) {
  const struct list_head *head = table_find(l, key);
  return head ? head->first - 1 : NONE;
}

/* Returns what was the first one. */
static uint32_t list_put(lists *l, uint64_t key, uint32_t entry) {
  check(entry != NONE);
  struct list_head *head = table_at(l, key);
  uint32_t before = head->first - 1;
  head->first = entry + 1;
  return before;
}

static uint64_t granule(uint64_t address) { return address / 8; }
static uint64_t last_granule(const struct event *e) { return granule(e->addr + (e->aux ? e->aux - 1 : 0)); }

/* ---- making one ---- */

static bool add_path(struct candidates *c, uint32_t node);

/* The thread's START brings its creator's path with it. */
static bool add_creator(struct candidates *c, uint32_t node) {
  uint32_t create = forest_node(c->forest, forest_start(c->forest, node))->parent;
  return create == NONE || add_path(c, create);
}

/* The threads that were created on the way from `above` (NONE: the start) are there from then
 * on. */
static void add_created(struct candidates *c, uint32_t node, uint32_t above) {
  for (; node != above; node = forest_node(c->forest, node)->parent) {
    const struct node *n = forest_node(c->forest, node);
    if (n->label.kind == EV_START) return;
    for (uint32_t s = n->label.kind == EV_CREATE ? n->child : NONE; s != NONE;
         s = forest_node(c->forest, s)->sibling)
      if (forest_node(c->forest, s)->label.kind == EV_START) add_path(c, s);
  }
}

/* Leaves are ordered by thread number, one for each thread. */
static bool leaves_ascend(const struct candidates *c) {
  for (size_t i = 1; i < c->leaves.count; i++)
    if (forest_node(c->forest, c->leaves.at[i - 1])->label.thread >=
        forest_node(c->forest, c->leaves.at[i])->label.thread)
      return false;
  return true;
}

static void insert_leaf(struct candidates *c, size_t at, uint32_t node) {
  check(at <= c->leaves.count);
  vec_push(&c->leaves, 0);
  memmove(c->leaves.at + at + 1, c->leaves.at + at, (c->leaves.count - 1 - at) * sizeof *c->leaves.at);
  c->leaves.at[at] = node;
  check(leaves_ascend(c));
}

/* The scenario gets this node and all before it in its thread; false: its thread goes another
 * way. */
static bool add_path(struct candidates *c, uint32_t node) {
  const struct forest *f = c->forest;
  uint32_t thread = forest_node(f, node)->label.thread, old = NONE;
  size_t i = 0;
  while (i < c->leaves.count && forest_node(f, c->leaves.at[i])->label.thread < thread) i++;
  if (i < c->leaves.count && forest_node(f, c->leaves.at[i])->label.thread == thread) old = c->leaves.at[i];
  if (old != NONE && forest_is_above(f, node, old)) return true;
  if (old != NONE && !forest_is_above(f, old, node)) return false;
  if (old == NONE)
    insert_leaf(c, i, node);
  else
    c->leaves.at[i] = node;
  add_created(c, node, old);
  return old != NONE || add_creator(c, node);
}

static void add_frozen(struct candidates *c, uint32_t read) {
  size_t i = c->frozen.count;
  vec_push(&c->frozen, read);
  for (; i > 0 && c->frozen.at[i - 1] > read; i--) c->frozen.at[i] = c->frozen.at[i - 1];
  c->frozen.at[i] = read;
  check(i + 1 == c->frozen.count || c->frozen.at[i + 1] > read);
}

static void add_edge(struct candidates *c, struct edge e) {
  size_t i = c->edges.count;
  vec_push(&c->edges, e);
  for (; i > 0 && (c->edges.at[i - 1].read > e.read ||
                   (c->edges.at[i - 1].read == e.read && c->edges.at[i - 1].write > e.write));
       i--)
    c->edges.at[i] = c->edges.at[i - 1];
  c->edges.at[i] = e;
  check(e.bytes && e.read < c->forest->nodes.count && e.write < c->forest->nodes.count);
}

static void begin_empty(struct candidates *c) {
  vec_clear(&c->leaves);
  vec_clear(&c->edges);
  vec_clear(&c->frozen);
}

static void begin_from(struct candidates *c, const struct candidate *x) {
  begin_empty(c);
  const uint32_t *w = c->words.at + x->at;
  for (uint32_t i = 0; i < x->leaves; i++) vec_push(&c->leaves, *w++);
  for (uint32_t i = 0; i < x->edges; i++, w += EDGE_WORDS)
    vec_push(&c->edges, ((struct edge){w[0], w[1], w[2]}));
  for (uint32_t i = 0; i < x->frozen; i++) vec_push(&c->frozen, *w++);
}

/* ---- known ones ---- */

static uint64_t hash_from(const struct candidates *c, uint32_t sink, uint64_t seed) {
  uint64_t h = hash_mix(seed, sink);
  for (size_t i = 0; i < c->leaves.count; i++) h = hash_mix(h, c->leaves.at[i]);
  h = hash_mix(h, UINT64_MAX);
  for (size_t i = 0; i < c->edges.count; i++) {
    h = hash_mix(h, (uint64_t)c->edges.at[i].read << 32 | c->edges.at[i].write);
    h = hash_mix(h, c->edges.at[i].bytes);
  }
  h = hash_mix(h, UINT64_MAX);
  for (size_t i = 0; i < c->frozen.count; i++) h = hash_mix(h, c->frozen.at[i]);
  return h;
}

static bool is_known(struct candidates *c, uint32_t sink) {
  if (c->options.no_dedup) return false;
  struct known_candidate k = {
      {hash_from(c, sink, 0x243f6a8885a308d3ull), hash_from(c, sink, 0x13198a2e03707344ull)}};
  bool is_new = table_add(&c->known, k.key);
  c->duplicates += !is_new;
  return !is_new;
}

static uint32_t degree_of(const struct candidates *c) {
  uint32_t degree = 0;
  for (size_t i = 0; i < c->edges.count; i++) degree += !forest_is_result(c->forest, c->edges.at[i].read);
  return degree;
}

static void keep(struct candidates *c, uint32_t sink) {
  uint32_t degree = degree_of(c);
  if (degree > c->options.kmax) {
    c->too_deep++;
    return;
  }
  if (is_known(c, sink)) return;
  struct candidate x = {.sink = sink,
                        .at = (uint32_t)c->words.count,
                        .leaves = (uint32_t)c->leaves.count,
                        .edges = (uint32_t)c->edges.count,
                        .frozen = (uint32_t)c->frozen.count,
                        .degree = degree};
  for (size_t i = 0; i < c->leaves.count; i++) vec_push(&c->words, c->leaves.at[i]);
  for (size_t i = 0; i < c->edges.count; i++) {
    vec_push(&c->words, c->edges.at[i].read);
    vec_push(&c->words, c->edges.at[i].write);
    vec_push(&c->words, c->edges.at[i].bytes);
  }
  for (size_t i = 0; i < c->frozen.count; i++) vec_push(&c->words, c->frozen.at[i]);
  vec_push(&c->fresh, (uint32_t)c->all.count);
  vec_push(&c->all, x);
}

/* A thread that takes a step takes the whole step, as far as the step is known and certain; of an
 * atomic section all that is known, with a candidate for each way through the section. The sink's
 * thread goes no further than it has to. */
static bool must_go_on(const struct forest *f, uint32_t leaf, bool is_sink) {
  const struct node *n = forest_node(f, leaf);
  return n->is_open || (n->is_in_section && !is_sink);
}

static void finish(struct candidates *c, uint32_t sink) {
  const struct forest *f = c->forest;
  uint32_t thread = forest_node(f, sink)->label.thread;
  for (size_t i = 0; i < c->leaves.count; i++) {
    uint32_t leaf = c->leaves.at[i];
    bool is_sink = forest_node(f, leaf)->label.thread == thread;
    if (!must_go_on(f, leaf, is_sink)) continue;
    for (uint32_t n = forest_node(f, leaf)->child; n != NONE; n = forest_node(f, n)->sibling) {
      const struct node *child = forest_node(f, n);
      if (child->label.thread != forest_node(f, leaf)->label.thread || !(child->is_met || is_sink)) continue;
      c->leaves.at[i] = n;
      finish(c, sink);
    }
    c->leaves.at[i] = leaf;
    return;
  }
  keep(c, sink);
}

/* ---- the first ones for a sink ---- */

void candidates_add_local(struct candidates *c, uint32_t sink) {
  begin_empty(c);
  add_path(c, sink);
  finish(c, sink);
}

static bool has_node(const struct candidates *c, uint32_t node) {
  for (size_t i = 0; i < c->leaves.count; i++)
    if (forest_node(c->forest, c->leaves.at[i])->label.thread == forest_node(c->forest, node)->label.thread)
      return forest_is_above(c->forest, node, c->leaves.at[i]);
  return false;
}

void candidates_add_seen(struct candidates *c, uint32_t sink, const struct edge *edges, size_t edge_count) {
  begin_empty(c);
  add_path(c, sink);
  for (size_t i = edge_count; i-- > 0;) {
    if (!has_node(c, edges[i].read)) continue;
    add_path(c, edges[i].write);
    add_edge(c, edges[i]);
  }
  if (c->edges.count) finish(c, sink);
}

void candidates_add_witness(struct candidates *c, uint32_t sink, const uint32_t *leaves, size_t leaf_count,
                            const struct edge *edges, size_t edge_count) {
  begin_empty(c);
  for (size_t i = 0; i < leaf_count; i++) add_path(c, leaves[i]);
  for (size_t i = 0; i < edge_count; i++) add_edge(c, edges[i]);
  finish(c, sink);
}

/* ---- children ---- */

static uint32_t overlap(const struct event *read, const struct event *w) {
  uint32_t bytes = 0;
  for (uint32_t k = 0; k < read->aux; k++)
    if (w->addr <= read->addr + k && read->addr + k < w->addr + w->aux) bytes |= 1u << k;
  return bytes;
}

/* The bytes of the read that the write would feed: those that it writes, unless another one
 * feeds them. So where several writes feed one read, the last of them has to be chosen first;
 * all are. */
static uint32_t bytes_for(const struct candidates *c, const struct candidate *x, uint32_t node,
                          const struct event *w) {
  uint32_t bytes = overlap(&forest_node(c->forest, node)->label, w);
  for (uint32_t i = 0; i < x->edges; i++) {
    struct edge e = candidate_edge(c, x, i);
    if (e.read == node) bytes &= ~e.bytes;
  }
  return bytes;
}

static void feed(struct candidates *c, uint32_t candidate, uint32_t which, uint32_t write, uint32_t bytes) {
  const struct candidate *x = &c->all.at[candidate];
  const uint32_t *blamed = c->words.at + x->blame;
  begin_from(c, x);
  if (!add_path(c, write)) return;
  add_edge(c, (struct edge){blamed[which], write, bytes});
  for (uint32_t i = 0; i < which && !c->options.no_dedup; i++) add_frozen(c, blamed[i]);
  finish(c, x->sink);
}

/* Blamed reads are frozen for those behind them. The write may come before writes of the read's
 * own thread, which then keep their bytes. */
static void interfere_read(struct candidates *c, uint32_t candidate, uint32_t which, uint32_t write) {
  const struct candidate *x = &c->all.at[candidate];
  const uint32_t *blamed = c->words.at + x->blame;
  uint32_t read = blamed[which];
  const struct event *r = &forest_node(c->forest, read)->label, *w = &forest_node(c->forest, write)->label;
  if (w->thread == r->thread || w->kind == EV_FREE) return;
  uint32_t bytes = bytes_for(c, x, read, w);
  if (bytes) feed(c, candidate, which, write, bytes);
  for (uint32_t n = forest_node(c->forest, read)->parent; bytes; n = forest_node(c->forest, n)->parent) {
    const struct event *own = &forest_node(c->forest, n)->label;
    if (own->kind == EV_START) return;
    uint32_t kept = event_writes(own) ? bytes & overlap(&forest_node(c->forest, read)->label, own) : 0;
    bytes &= ~kept;
    if (kept && bytes) feed(c, candidate, which, write, bytes);
  }
}

static void extend_end(struct candidates *c, uint32_t candidate, uint32_t node) {
  const struct candidate *x = &c->all.at[candidate];
  const uint32_t *blamed = c->words.at + x->blame;
  begin_from(c, x);
  if (!add_path(c, node)) return;
  for (uint32_t i = 0; i < x->blamed_reads && !c->options.no_dedup; i++) add_frozen(c, blamed[i]);
  finish(c, x->sink);
}

/* The next synchronisation below, all ways. The nodes of one thread are few between two of them. */
static void extend_below(struct candidates *c, uint32_t candidate, uint32_t above, uint32_t thread) {
  for (uint32_t n = forest_node(c->forest, above)->child; n != NONE; n = forest_node(c->forest, n)->sibling) {
    const struct node *child = forest_node(c->forest, n);
    if (child->label.thread != thread || !child->is_met) continue;
    if (sync_changes_others((enum event_kind)child->label.kind))
      extend_end(c, candidate, n);
    else
      extend_below(c, candidate, n, thread);
  }
}

static void wait_for(struct candidates *c, lists *l, uint64_t key, uint32_t candidate, uint32_t which) {
  uint32_t entry = (uint32_t)c->waiters.count;
  vec_push(&c->waiters, ((struct waiter){candidate, which, NONE}));
  c->waiters.at[entry].next = list_put(l, key, entry);
}

static void explore_read(struct candidates *c, uint32_t candidate, uint32_t which) {
  const struct event r = forest_node(c->forest, c->words.at[c->all.at[candidate].blame + which])->label;
  for (uint64_t g = granule(r.addr); g <= last_granule(&r); g++) {
    for (uint32_t i = list_first(&c->writes, g); i != NONE; i = c->write_entries.at[i].next) {
      uint32_t w = c->write_entries.at[i].node;
      uint64_t first = granule(forest_node(c->forest, w)->label.addr);
      if (g == granule(r.addr) || first == g) interfere_read(c, candidate, which, w);
    }
    wait_for(c, &c->waiting_reads, g, candidate, which);
  }
}

void candidates_explore(struct candidates *c, uint32_t candidate, const uint32_t *reads, size_t read_count,
                        const uint32_t *ends, size_t end_count) {
  uint32_t blame = (uint32_t)c->words.count, count = (uint32_t)read_count;
  for (size_t i = 0; i < read_count; i++) vec_push(&c->words, reads[i]);
  for (size_t i = 0; i < end_count; i++) vec_push(&c->words, ends[i]);
  struct candidate *x = &c->all.at[candidate];
  x->blame = blame;
  x->blamed_reads = count;
  x->blamed_ends = (uint32_t)end_count;
  for (uint32_t i = 0; i < count; i++) explore_read(c, candidate, i);
  for (uint32_t i = 0; i < end_count; i++) {
    uint32_t end = ends[i];
    extend_below(c, candidate, end, forest_node(c->forest, end)->label.thread);
    wait_for(c, &c->waiting_ends, end, candidate, i);
  }
}

/* ---- what is found later ---- */

static bool is_wanted(const struct candidates *c, const struct waiter *w) {
  return !forest_node(c->forest, c->all.at[w->candidate].sink)->is_met;
}

/* Candidates that wait get the write, along each known way from the write to the end of its
 * step. */
static void hand_out(struct candidates *c, uint32_t node) {
  const struct event w = forest_node(c->forest, node)->label;
  for (uint64_t g = granule(w.addr); g <= last_granule(&w); g++)
    for (uint32_t i = list_first(&c->waiting_reads, g); i != NONE; i = c->waiters.at[i].next) {
      const struct waiter waiter = c->waiters.at[i];
      const struct candidate *x = &c->all.at[waiter.candidate];
      uint64_t first = granule(forest_node(c->forest, c->words.at[x->blame + waiter.which])->label.addr);
      if (is_wanted(c, &waiter) && (g == granule(w.addr) || g == first))
        interfere_read(c, waiter.candidate, waiter.which, node);
    }
}

void candidates_new_write(struct candidates *c, uint32_t node) {
  const struct event w = forest_node(c->forest, node)->label;
  for (uint64_t g = granule(w.addr); g <= last_granule(&w); g++) {
    uint32_t entry = (uint32_t)c->write_entries.count;
    vec_push(&c->write_entries, ((struct write_entry){node, NONE}));
    c->write_entries.at[entry].next = list_put(&c->writes, g, entry);
  }
  hand_out(c, node);
}

/* On another way through an atomic section its writes exist once more. */
static void hand_out_section(struct candidates *c, uint32_t end) {
  uint32_t n = forest_node(c->forest, end)->parent;
  for (; forest_node(c->forest, n)->is_in_section; n = forest_node(c->forest, n)->parent)
    if (event_writes(&forest_node(c->forest, n)->label)) hand_out(c, n);
}

void candidates_new_sync(struct candidates *c, uint32_t node) {
  uint32_t n = node;
  if (forest_node(c->forest, n)->label.kind == EV_ATOMIC_END) hand_out_section(c, n);
  do {
    if (forest_node(c->forest, n)->label.kind == EV_START) break;
    n = forest_node(c->forest, n)->parent;
    for (uint32_t i = list_first(&c->waiting_ends, n); i != NONE; i = c->waiters.at[i].next) {
      const struct waiter waiter = c->waiters.at[i];
      if (is_wanted(c, &waiter)) extend_end(c, waiter.candidate, node);
    }
  } while (!sync_changes_others((enum event_kind)forest_node(c->forest, n)->label.kind) ||
           forest_node(c->forest, n)->is_in_section);
}
