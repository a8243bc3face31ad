/* A run is read event by event; each thread walks down its tree, and what is new is added with its
 * alternatives, which dangle.
 *
 * A thread is followed up to the first read, beyond what was foreseen for it, of something that
 * another thread wrote (section 7.3): that read dangles, unless it was met before. So does the last
 * step of a run that was cut because it went on for long. An operation that the chosen thread could
 * not carry out because it would have had to wait dangles too: the search for a scenario in which
 * the thread can go on will find that others have to go on first (section 7.4; barriers, joins and
 * condition variables likewise).
 *
 * A round of a waiting loop has no effect, so the events behind the round can be reached without
 * it, if the loop begins later. A run that scouts may wait, and its threads are followed up to
 * there; other runs are cut where their thread would.
 *
 * This file reads events itself, and not the steps and clocks of explore/history: nodes are events,
 * and a thread's writes, decisions and objects count only as far as the thread is followed. */
#include "explore/strategy/interfere/extract.h"
#include "base/check.h"
#include "explore/strategy/interfere/cancelled.h"
#include "explore/strategy/interfere/counts.h"
#include "explore/strategy/interfere/outcomes.h"
#include "explore/sync/relations.h"
#include <assert.h>
#include <errno.h>
#include <string.h>

#define REPEATS_MAX 256 /* times that a thread's decision at one place is tried the other way, in one run */

void extraction_close(struct extraction *x) {
  vec_free(&x->dangling);
  vec_free(&x->writes);
  vec_free(&x->syncs);
  vec_free(&x->edges);
  vec_free(&x->leaf);
  vec_free(&x->until);
  vec_free(&x->is_cut);
  vec_free(&x->freed);
  table_free(&x->last);
  table_free(&x->seen);
  vec_free(&x->witnesses);
  vec_free(&x->witness_leaves);
  vec_free(&x->cancelled);
  vec_free(&x->blocked);
  vec_free(&x->causes);
}

/* ---- memory ---- */

static void note_write(struct extraction *x, const struct event *e, uint32_t node) {
  for (uint32_t i = 0; i < e->aux; i++) table_at(&x->last, e->addr + i)->value = node;
}

static uint32_t last_writer(const struct extraction *x, uint64_t address) {
  const struct noted *writer = table_find(&x->last, address);
  return writer ? writer->value : NONE;
}

static uint32_t foreign_writer(const struct extraction *x, const struct forest *f, const struct event *e,
                               uint32_t byte) {
  uint32_t w = last_writer(x, e->addr + byte);
  return w != NONE && forest_node(f, w)->label.thread != e->thread ? w : NONE;
}

static bool reads_foreign(const struct extraction *x, const struct forest *f, const struct event *e) {
  for (uint32_t i = 0; i < e->aux; i++)
    if (foreign_writer(x, f, e, i) != NONE) return true;
  return false;
}

static void note_edge(struct extraction *x, uint32_t read, uint32_t write, uint32_t byte) {
  for (size_t i = x->edges.count; i > 0; i--) {
    struct edge *e = &x->edges.at[i - 1];
    if (e->read != read) break;
    if (e->write != write) continue;
    e->bytes |= 1u << byte;
    return;
  }
  check(byte < 32);
  vec_push(&x->edges, ((struct edge){read, write, 1u << byte}));
}

static void note_edges(struct extraction *x, const struct forest *f, const struct event *e, uint32_t node) {
  for (uint32_t i = 0; i < e->aux; i++) {
    uint32_t w = foreign_writer(x, f, e, i);
    if (w != NONE) note_edge(x, node, w, i);
  }
}

static void note_initial(struct forest *f, uint32_t epoch, const struct event *e) {
  for (uint32_t i = 0; i < e->aux; i++)
    forest_note_byte(f, &(struct initial_byte){.key = {e->addr + i, epoch},
                                               .expr = e->expr,
                                               .index = (uint8_t)i,
                                               .value = (uint8_t)(e->value >> 8 * i)});
}

/* Has the object been made or destroyed, or the routine begun, in this run? Then what came
 * before does not matter. */
static uint32_t *is_made(struct extraction *x, uint64_t object) {
  return &table_at(&x->seen, 1ull << 62 | object)->value;
}

static bool makes(const struct event *e) {
  return e->kind == EV_INIT || e->kind == EV_DESTROY || e->kind == EV_ONCE_BEGIN;
}

static void note_held(struct forest *f, uint32_t epoch, const struct event *e) {
  bool is_once = e->aux == EVENT_HELD_ONCE;
  forest_note_count(f, e->addr, epoch, is_once ? ONCE_IN_MAIN : LOCK_TAKEN + e->aux);
}

static bool is_freed(const struct extraction *x, uint64_t address) {
  for (size_t i = 0; i < x->freed.count; i++)
    if (x->freed.at[i].start <= address && address < x->freed.at[i].end) return true;
  return false;
}

static void note_gone(struct extraction *x, struct forest *f, uint32_t epoch, const struct event *e) {
  if (e->value >> EVENT_MISUSE == MISUSE_BUSY || is_freed(x, e->addr)) return;
  forest_note_count(f, e->addr, epoch, OBJECT_GONE);
}

static void note_once(struct forest *f, uint32_t epoch, const struct event *e) {
  if (e->kind == EV_ONCE_PASS) forest_note_count(f, e->addr, epoch, ONCE_WAS_RUN);
}

static void note_semaphore(struct forest *f, uint32_t epoch, const struct event *e) {
  if (e->kind == EV_POST) forest_note_count(f, e->addr, epoch, (uint32_t)e->value - 1);
  if (e->kind == EV_SEM_WAIT) forest_note_count(f, e->addr, epoch, (uint32_t)e->value + 1);
  if (e->kind == EV_SEM_FAIL && !sync_is_cancelled(e)) /* a cancelled wait does not tell */
    forest_note_count(f, e->addr, epoch, e->value == EOVERFLOW ? COUNT_MAX : 0);
  if (e->kind == EV_SEM_VALUE) forest_note_count(f, e->addr, epoch, (uint32_t)e->value);
}

/* What an object was like before the first operation on it, as that tells. */
static void note_object(struct extraction *x, struct forest *f, uint32_t epoch, const struct event *e) {
  if (e->kind == EV_HELD) note_held(f, epoch, e);
  if (e->kind == EV_FREE) vec_push(&x->freed, ((struct freed){e->addr, e->addr + e->aux}));
  if (!event_is_visible(e) || event_is_access(e) || *is_made(x, e->addr)) return;
  note_semaphore(f, epoch, e);
  note_once(f, epoch, e);
  if (e->kind == EV_MISUSE) note_gone(x, f, epoch, e);
  if (makes(e)) *is_made(x, e->addr) = 1;
}

/* ---- alternatives ---- */

void extraction_dangle(struct extraction *x, struct forest *f, uint32_t parent, const struct event *label) {
  bool is_new;
  uint32_t n = forest_child(f, parent, label, &is_new);
  if (!is_new) return;
  f->nodes.at[n].run = x->run;
  vec_push(&x->dangling, n);
  outcomes_note(x, f, n);
}

/* How often this was seen in the run before. */
static uint32_t see(struct extraction *x, uint64_t key) { return table_at(&x->seen, key)->value++; }

/* A condition that the thread has decided before cannot go the other way now. */
static bool is_decided(struct extraction *x, const struct event *e) {
  return see(x, (uint64_t)e->thread << 32 | e->expr);
}

static bool is_repeated(struct extraction *x, const struct event *e) {
  return see(x, 1ull << 63 | (uint64_t)e->thread << 32 | e->site) >= REPEATS_MAX;
}

static bool can_flip(const struct event *e) {
  return e->kind == EV_BRANCH || e->kind == EV_BOUNDS || e->kind == EV_DIVISOR ||
         (e->kind == EV_ASSUME && !e->taken);
}

static void dangle_as(struct extraction *x, struct forest *f, uint32_t parent, struct event e,
                      enum event_kind kind, uint32_t aux, uint64_t value) {
  e.kind = (uint8_t)kind;
  e.aux = aux;
  e.value = value;
  extraction_dangle(x, f, parent, &e);
}

/* At another time the operation may be allowed. It is left out if it is not known when, or as which
 * operation. */
static void dangle_allowed(struct extraction *x, struct forest *f, uint32_t parent, const struct event *e) {
  enum event_kind kind = (enum event_kind)e->aux;
  enum misuse why = (enum misuse)(e->value >> EVENT_MISUSE);
  bool is_known = kind != EV_BARRIER_ARRIVE && (kind != EV_WAIT || why != MISUSE_BUSY);
  x->misused += !is_known || why == MISUSE_BLANK; /* plain stores may make it */
  uint32_t aux = kind == EV_SEM_VALUE ? COUNT_MAX : (uint32_t)e->value;
  if (is_known) dangle_as(x, f, parent, *e, kind, aux, 0);
}

/* How else the operation could have ended. */
static void dangle_alternatives(struct extraction *x, struct forest *f, uint32_t node) {
  const struct event e = forest_node(f, node)->label;
  uint32_t parent = forest_node(f, node)->parent;
  struct event other;
  if (e.kind == EV_SEM_VALUE)
    counts_note(x, f, node);
  else if (e.kind == EV_MISUSE)
    dangle_allowed(x, f, parent, &e);
  else if (sync_other_outcome(&e, &other))
    extraction_dangle(x, f, parent, &other);
}

static void dangle_dual(struct extraction *x, struct forest *f, uint32_t node) {
  struct event e = forest_node(f, node)->label;
  e.taken = !e.taken;
  extraction_dangle(x, f, forest_node(f, node)->parent, &e);
}

/* ---- events ---- */

/* What a thread does; the rest is notes, or what nobody else can tell. */
static bool is_node(const struct event *e) {
  const uint64_t left_out = 1ull << EV_INPUT | 1ull << EV_OBSERVE | 1ull << EV_EXTERNAL | 1ull << EV_DETACH |
                            1ull << EV_GATE | 1ull << EV_EXPECT | 1ull << EV_INITIAL | 1ull << EV_STOPPED |
                            1ull << EV_HELD | 1ull << EV_SPIN | 1ull << EV_FAIL | 1ull << EV_EXIT;
  return !(left_out >> e->kind & 1);
}
static_assert(EV_COUNT <= 64, "is_node has a bit for each kind");

static const struct event *next_of_thread(const struct extraction *x, const struct event *e) {
  for (const struct event *next = e + 1; next < x->events_end; next++)
    if (next->thread == e->thread) return next;
  return NULL;
}

static void note_new(struct extraction *x, struct forest *f, uint32_t node, const struct event *seen) {
  const struct event e = forest_node(f, node)->label;
  if (event_writes(&e) && !x->is_behind) vec_push(&x->writes, node);
  if (sync_changes_others((enum event_kind)e.kind) && !x->is_behind) vec_push(&x->syncs, node);
  if (e.kind == EV_CANCEL) cancelled_note_request(x, f, &e);
  if (e.kind == EV_CANCEL_POINT) cancelled_note_point(x, f, node, next_of_thread(x, seen));
  if (!event_is_visible(&e)) return;
  dangle_alternatives(x, f, node);
  outcomes_note(x, f, node);
}

static void set_thread(struct extraction *x, uint32_t thread, uint32_t node) {
  while (x->leaf.count <= thread) vec_push(&x->leaf, NONE);
  while (x->until.count <= thread) vec_push(&x->until, 0);
  while (x->is_cut.count <= thread) vec_push(&x->is_cut, false);
  x->leaf.at[thread] = node;
}

/* The new thread's START dangles until a run goes on with it. */
static void start_thread(struct extraction *x, struct forest *f, uint32_t create) {
  struct event start = {.kind = EV_START, .thread = (uint16_t)forest_node(f, create)->label.aux};
  bool is_new;
  uint32_t n = forest_child(f, create, &start, &is_new);
  set_thread(x, start.thread, n);
  if (!is_new) return;
  f->nodes.at[n].run = x->run;
  vec_push(&x->dangling, n);
}

static bool is_equality(const struct extraction *x, const struct event *e, expr_id *left) {
  const struct expr *n = &x->store->node[e->expr];
  if (e->kind != EV_BRANCH || n->op != EX_EQ || x->store->node[n->b].op != EX_CONST) return false;
  *left = n->a;
  return true;
}

/* Where the runtime asks "which value is it?" it records "it is this one" (runtime/record.c),
 * another one in another run. The tree asks for one value after the other, in the order in which
 * they were met: those before it are passed by. */
static uint32_t pass_other_values(struct extraction *x, struct forest *f, uint32_t parent,
                                  const struct event *e) {
  expr_id left, other;
  if (!e->taken || !is_equality(x, e, &left)) return parent;
  for (uint32_t c = forest_node(f, parent)->child; c != NONE;) {
    const struct node *n = forest_node(f, c);
    bool is_passed = n->label.thread == e->thread && !n->label.taken && n->label.expr != e->expr &&
                     is_equality(x, &n->label, &other) && other == left;
    if (is_passed) parent = c;
    if (is_passed && !x->is_behind) f->nodes.at[c].is_met = true;
    c = is_passed ? n->child : n->sibling;
  }
  return parent;
}

/* The node is as far as this thread is followed. */
static void cut_at(struct extraction *x, struct forest *f, uint32_t node, bool is_new, bool is_unforeseen) {
  uint32_t thread = forest_node(f, node)->label.thread;
  x->is_cut.at[thread] = true;
  x->has_unforeseen |= is_unforeseen;
  if (!is_new) return;
  f->nodes.at[node].is_cut = !is_unforeseen;
  vec_push(&x->dangling, node);
}

static void add_witness(struct extraction *x, const struct forest *f, uint32_t node) {
  const struct event *e = &forest_node(f, node)->label;
  if (!event_is_visible(e) || event_is_access(e)) return;
  struct witness w = {node, x->witness_leaves.count, 0, x->edges.count};
  for (size_t t = 0; t < x->leaf.count; t++)
    if (x->leaf.at[t] != NONE) vec_push(&x->witness_leaves, x->leaf.at[t]), w.leaves++;
  vec_push(&x->witnesses, w);
}

/* A node seen behind the failure of another thread is not met: the node dangles until a run shows
 * it before any failure. */
static bool is_seen_first(struct extraction *x, struct forest *f, uint32_t node, bool is_new) {
  if (x->is_behind) {
    if (is_new) vec_push(&x->dangling, node);
    if (x->is_scouting && !forest_node(f, node)->is_met) add_witness(x, f, node);
    return is_new;
  }
  bool was_met = forest_node(f, node)->is_met;
  f->nodes.at[node].is_met = true;
  return !was_met;
}

static void meet(struct extraction *x, struct forest *f, const struct event *e) {
  uint32_t parent = pass_other_values(x, f, x->leaf.at[e->thread], e);
  const struct event label = forest_label(e);
  bool can_go_otherwise = event_is_path(e) && can_flip(e) && !is_decided(x, e), is_new;
  bool is_bounded = can_go_otherwise && is_repeated(x, e);
  bool is_beyond = forest_node(f, parent)->depth + 1 >= x->until.at[e->thread];
  bool is_unforeseen = is_beyond && !x->is_scouting && event_reads(e) && reads_foreign(x, f, e);
  uint32_t node = forest_child(f, parent, &label, &is_new);
  check(forest_is_above(f, x->leaf.at[e->thread], node)); /* the thread walks down its tree */
  x->leaf.at[e->thread] = node;
  if (is_new) f->nodes.at[node].run = x->run;
  if (is_unforeseen || e == x->last_step) return cut_at(x, f, node, is_new, is_unforeseen);
  if (event_reads(e)) note_edges(x, f, e, node);
  if (event_writes(e)) note_write(x, e, node);
  if (is_seen_first(x, f, node, is_new)) {
    x->bounded += is_bounded;
    if (can_go_otherwise && !is_bounded) dangle_dual(x, f, node);
    note_new(x, f, node, e);
  }
  if (e->kind == EV_CREATE) start_thread(x, f, node);
}

static void read_event(struct extraction *x, struct forest *f, const struct event *e) {
  uint32_t at = e->thread < x->leaf.count ? x->leaf.at[e->thread] : NONE;
  if (at == NONE || x->is_cut.at[e->thread]) return;
  uint32_t epoch = forest_node(f, at)->epoch;
  if (e->kind == EV_INITIAL) note_initial(f, epoch, e);
  if (e->kind == EV_GATE && x->is_scouting) x->is_cut.at[e->thread] = true;
  note_object(x, f, epoch, e);
  if (is_node(e)) meet(x, f, e);
}

/* What the chosen thread waits to do. */
static void read_waiting(struct extraction *x, struct forest *f, const struct run *run, uint32_t chosen) {
  for (uint32_t i = 0; i < run->trace->waiting_count; i++) {
    const struct waiting *w = &run->waiting[i];
    if (w->thread != chosen || w->kind == EV_SPIN || x->is_cut.at[chosen]) continue;
    struct event e = {.kind = (uint8_t)w->kind,
                      .thread = (uint16_t)w->thread,
                      .site = w->site,
                      .aux = w->error,
                      .addr = w->object};
    if (w->kind == EV_JOIN) e.aux = (uint32_t)w->object, e.addr = 0;
    cancelled_dangle_waiting(x, f, x->leaf.at[chosen], w, &e);
    if (w->kind != EV_ONCE_BEGIN) continue;
    e.kind = EV_ONCE_PASS;
    cancelled_dangle_waiting(x, f, x->leaf.at[chosen], w, &e);
  }
}

static void begin(struct extraction *x, struct forest *f, const uint32_t *leaves, uint32_t leaf_count) {
  bool is_new;
  vec_clear(&x->dangling);
  vec_clear(&x->writes);
  vec_clear(&x->syncs);
  vec_clear(&x->edges);
  vec_clear(&x->witnesses);
  vec_clear(&x->witness_leaves);
  vec_clear(&x->leaf);
  vec_clear(&x->until);
  vec_clear(&x->is_cut);
  vec_clear(&x->freed);
  x->has_unforeseen = false;
  table_clear(&x->last);
  table_clear(&x->seen);
  struct event start = {.kind = EV_START};
  set_thread(x, 0, forest_child(f, NONE, &start, &is_new));
  for (uint32_t i = 0; i < leaf_count; i++) {
    const struct node *n = forest_node(f, leaves[i]);
    set_thread(x, n->label.thread, n->label.thread ? NONE : 0);
    x->until.at[n->label.thread] = n->depth + 1;
  }
}

/* Of a run that was cut although the thread could go on; else NULL. */
static const struct event *last_step(const struct run *run, uint32_t chosen) {
  const struct event *last = NULL;
  if (run->trace->end != END_CUT || !run->trace->value) return NULL;
  for (uint32_t i = 0; i < run->trace->event_count; i++)
    if (run->events[i].thread == chosen && event_is_step(&run->events[i])) last = &run->events[i];
  return last;
}

static void read_events(struct extraction *x, struct forest *f, const struct run *run) {
  x->events_end = run->events + run->trace->event_count + run->trace->ghost_count;
  for (uint32_t i = 0; i < run->trace->event_count + run->trace->ghost_count; i++) {
    x->is_behind = x->is_scouting || i >= run->trace->event_count;
    read_event(x, f, &run->events[i]);
  }
}

void extract(struct extraction *x, struct forest *f, const struct run *run, const uint32_t *leaves,
             uint32_t leaf_count, uint32_t chosen) {
  begin(x, f, leaves, leaf_count);
  x->last_step = last_step(run, chosen);
  x->is_scouting = false;
  read_events(x, f, run);
  if (chosen < x->leaf.count && x->leaf.at[chosen] != NONE) read_waiting(x, f, run, chosen);
}

void extract_all(struct extraction *x, struct forest *f, const struct run *run) {
  begin(x, f, NULL, 0);
  x->last_step = NULL;
  x->is_scouting = true;
  read_events(x, f, run);
}
