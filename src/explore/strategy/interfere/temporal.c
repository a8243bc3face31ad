/* Temporal consistency (con2colic, figure 5, TC): forced orders first (temporal_rules.c), a search
 * for what stays open (temporal_search.c), and if there is no order, whose fault that is.
 *
 * Blame. Let S be the scenario, and S' one that contains it: paths go on, reads that were local get
 * interferences. The sink's path is the same in both, and a path that has its END goes no further.
 * The items are the local reads of S (S' may interfere them) and the ends of the other threads (S'
 * may extend them). A set of items is to blame if S stays impossible with only these strict and all
 * others relaxed. That is sound if every order of S', with what is not in S left out, is one of S
 * with those items relaxed that S' has changed. It is, event by event:
 *   - The order of S' respects program order and creation, and couples each read that it has not
 *     interfered with the same write as S; no write of S comes between, as none of S' does. A
 *     relaxed read may have any writer, also one that is not in S: nothing is asked.
 *   - Until the first relaxed thread is through (has done all its events of S) no event of S' is
 *     left out, so all objects are exactly as in S. A thread that is in no slot of S comes into
 *     being by an event that its creator does later, or by a CREATE of S: it counts as part of its
 *     creator, which is therefore `loose` from that CREATE on.
 *   - After that, what S' has more may change anything but this: a lock, read lock, place in a
 *     queue of writers or once routine that a thread has taken which is not through or not relaxed
 *     is its own until an event of S; a thread has ended, a flag is set, a routine has been run for
 *     ever. So LOCK and READ_LOCK wait only for holders that are not released in this sense,
 *     ONCE_BEGIN and ONCE_PASS for such a runner, JOIN for a thread that is not relaxed or not
 *     through; CANCEL_POINT without and JOIN_FAIL are judged as always. Everything else counts as
 *     possible: tokens, posts, counts, arrivals, a lock found taken, cancellation, an object that
 *     was made anew. (A lock that is made anew while somebody holds it would be free. That is a
 *     misuse, and not looked for.)
 * To relax more never makes an order impossible, so dropping items one at a time leaves a minimal
 * set. Items that were never needed to refute are dropped at once: both the graph and the search
 * say which they used.
 *
 * Empty blame: with everything relaxed there is no order; no scenario that contains this one has
 * one. */
#include "explore/strategy/interfere/temporal.h"
#include "explore/strategy/interfere/temporal_rules.h"
#include "explore/strategy/interfere/temporal_search.h"
#include <string.h>

#define BUDGET 20000      /* states with several ways to go on */
#define BUDGET_BLAME 2000 /* the same while minimising: an item may stay in vain */

struct temporal {
  struct blocks blocks;
  struct order_graph graph;
  struct search search;
  struct item_set strict, core, why;
  struct temporal_counts counts;
};

struct temporal *temporal_open(const struct stop *stop) {
  struct temporal *t = xcalloc(1, sizeof *t);
  t->graph.stop = stop;
  return t;
}

void temporal_close(struct temporal *t) {
  blocks_close(&t->blocks);
  order_graph_free(&t->graph);
  search_free(&t->search);
  vec_free(&t->strict.words);
  vec_free(&t->core.words);
  vec_free(&t->why.words);
  free(t);
}

const struct temporal_counts *temporal_counts(const struct temporal *t) { return &t->counts; }

/* ---- sets of items ---- */

static void set_all(const struct temporal *t, struct item_set *s, bool are_in) {
  size_t count = (t->blocks.items + 63) / 64;
  vec_reserve(&s->words, count);
  s->words.count = count;
  memset(s->words.at, are_in ? 0xff : 0, count * sizeof *s->words.at);
}

static void copy(struct item_set *to, const struct item_set *from) {
  memcpy(to->words.at, from->words.at, from->words.count * sizeof *from->words.at);
}

/* ---- with t->strict, and the others relaxed; t->why says what it took to refute it ---- */

static enum feasibility decide(struct temporal *t, uint32_t budget, bool *is_by_propagation) {
  set_all(t, &t->why, false);
  *is_by_propagation = !rules_apply(&t->blocks, &t->strict, &t->graph, &t->why);
  if (stop_is_wanted(t->graph.stop)) return UNDECIDED;
  if (*is_by_propagation) return INFEASIBLE;
  return search_run(&t->search, &t->blocks, &t->strict, &t->graph, budget, &t->why);
}

/* ---- blame ---- */

/* Relaxes up to `chunk` items of the core from `item` on; how far it went. */
static uint32_t relax(struct temporal *t, uint32_t item, uint32_t chunk) {
  for (; item < t->blocks.items && chunk; item++) {
    chunk -= item_set_has(&t->strict, item);
    item_set_drop(&t->strict, item);
  }
  return item;
}

static uint32_t next_in_core(const struct temporal *t, uint32_t item) {
  while (item < t->blocks.items && !item_set_has(&t->core, item)) item++;
  return item;
}

/* Items before `item` are needed. Several are tried at once as long as that goes well. */
static void minimise(struct temporal *t) {
  uint32_t item = next_in_core(t, 0), chunk = 1;
  bool is_by_propagation;
  while (item < t->blocks.items && !stop_is_wanted(t->graph.stop)) {
    copy(&t->strict, &t->core);
    relax(t, item, chunk);
    if (decide(t, BUDGET_BLAME, &is_by_propagation) == INFEASIBLE) {
      copy(&t->core, &t->why);
      chunk *= 2;
    } else if (chunk > 1) {
      chunk = 1;
      continue;
    } else {
      item++;
    }
    item = next_in_core(t, item);
  }
}

static void tell_blame(const struct temporal *t, struct blame *why) {
  for (uint32_t i = 0; i < t->blocks.items; i++) {
    if (!item_set_has(&t->core, i)) continue;
    if (i < t->blocks.slots)
      vec_push(&why->ends, i);
    else
      vec_push(&why->reads, t->blocks.read_of_item.at[i - t->blocks.slots]);
  }
}

/* ---- the interface ---- */

static void tell_order(const struct temporal *t, struct interleaving *order) {
  for (size_t i = 1; i < t->search.order.count; i++) /* the first is what main does before its first step */
    vec_push(&order->slots, t->blocks.place.at[t->search.order.at[i]].slot);
}

enum feasibility temporal_check(struct temporal *t, const struct scenario *s, struct interleaving *order,
                                struct blame *why) {
  bool is_by_propagation;
  vec_clear(&order->slots);
  vec_clear(&why->reads);
  vec_clear(&why->ends);
  blocks_make(&t->blocks, s);
  set_all(t, &t->strict, true);
  set_all(t, &t->core, false);
  enum feasibility answer = decide(t, BUDGET, &is_by_propagation);
  t->counts.asked++;
  t->counts.by_propagation += is_by_propagation;
  t->counts.by_search += !is_by_propagation && answer != UNDECIDED;
  t->counts.undecided += answer == UNDECIDED;
  if (answer == FEASIBLE) tell_order(t, order);
  if (answer != INFEASIBLE) return answer;
  copy(&t->core, &t->why);
  minimise(t);
  tell_blame(t, why);
  return INFEASIBLE;
}

/* ---- checking an order ---- */

/* Nothing but the model, step after step: neither the graph nor what the search takes for safe. */
static bool replay(const struct blocks *b, struct sync_model *m, const struct interleaving *order) {
  bool has_exited = false;
  if (order->slots.count + 1 != b->block_count || !sync_model_do(m, 0)) return false;
  for (size_t i = 0; i < order->slots.count; i++) {
    uint32_t slot = order->slots.at[i], position = sync_model_position(m, slot),
             block = b->base.at[slot] + position;
    uint32_t creator = b->creator.at[slot];
    if (has_exited || position >= b->counts.at[slot] || creator == NONE) return false;
    if (sync_model_position(m, b->place.at[creator].slot) <= b->place.at[creator].position) return false;
    if (!sync_model_do(m, block)) return false;
    for (size_t k = 0; k < b->exits.count; k++) has_exited |= b->exits.at[k] == block;
  }
  return true;
}

bool temporal_is_order(const struct scenario *s, const struct interleaving *order) {
  struct temporal *t = temporal_open(NULL);
  blocks_make(&t->blocks, s);
  set_all(t, &t->strict, true);
  sync_model_begin(&t->search.model, &t->blocks, &t->strict);
  bool is = replay(&t->blocks, &t->search.model, order);
  temporal_close(t);
  return is;
}
