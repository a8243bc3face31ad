/* Terms are nodes; literals become edges x < y and x <= y, pairs x != y, equalities (nodes merged
 * into classes) and forbidden intervals of a class. One sort of order at a time, signed or
 * unsigned, with the values of the nodes moved so that the order is that of unsigned numbers
 * ("biased"): signed values are rotated by half the circle.
 *
 * SMT_UNSAT is a proof, whatever the terms are. Taking terms for free variables and leaving
 * literals out (of the other order, or of another kind) only adds solutions, so it is enough that
 * the relaxed problem has none:
 *   - a cycle of edges with a < in it, or x != y inside a class (classes: equalities and cycles of <=);
 *   - after merging cycles the graph is acyclic; going along it, low[y] is the smallest allowed value of y not below
 *     low[x] (+ 1 for <) of any x before it. By induction every solution has y >= low[y]. None allowed: no solution.
 *     high[] is the same from above;
 *   - x != y where both have low = high and the same value.
 * Without != between classes, choosing along the graph any allowed value between what the chosen
 * predecessors demand and high[] never gets stuck, so the answer is exact; with them a choice may
 * fail and the question passes on.
 *
 * SMT_SAT is never taken on trust: the model is evaluated. */
#include "explore/compare.h"
#include "base/check.h"
#include "explore/candidates.h"
#include "explore/sparse.h"

#define NODES_MAX 256
#define WORDS (NODES_MAX / 64)

struct node {
  expr_id term;
  uint32_t class; /* union-find */
  uint64_t bias, max;
  uint64_t low, high, value;
  uint32_t forbidden, forbidden_count; /* of a class: its part of the list */
  uint32_t waits;                      /* edges into it, while sorting */
};

struct edge {
  uint32_t from, to;
  bool is_strict;
};

struct forbidden {
  uint32_t node;
  uint64_t from, to;
};

struct place {
  uint32_t generation, at;
};

struct compare {
  struct place *place; /* by term */
  uint32_t generation;
  vec(struct node) nodes;
  vec(struct edge) edges, unequal;
  vec(struct forbidden) forbidden;
  vec(uint32_t) sorted; /* classes, along the edges */
  bool has_failed;      /* too many nodes */
};

struct compare *compare_open(void) {
  struct compare *s = xcalloc(1, sizeof *s);
  s->place = sparse_open(sizeof *s->place);
  return s;
}

void compare_close(struct compare *s) {
  sparse_close(s->place, sizeof *s->place);
  vec_free(&s->nodes);
  vec_free(&s->edges);
  vec_free(&s->unequal);
  vec_free(&s->forbidden);
  vec_free(&s->sorted);
  free(s);
}

/* ---- the graph ---- */

static uint32_t class_of(const struct compare *s, uint32_t n) {
  while (s->nodes.at[n].class != n) n = s->nodes.at[n].class;
  return n;
}

static void merge(struct compare *s, uint32_t x, uint32_t y) {
  s->nodes.at[class_of(s, x)].class = class_of(s, y);
}

/* All but the arc lo..hi: one interval, or two when it goes through 0. */
static void forbid_rest(struct compare *s, uint32_t n, uint64_t lo, uint64_t hi) {
  const struct node *p = &s->nodes.at[n];
  uint64_t from = (hi + 1 + p->bias) & p->max, to = (lo - 1 + p->bias) & p->max;
  if (from == ((to + 1) & p->max)) return;
  if (from <= to) {
    vec_push(&s->forbidden, ((struct forbidden){n, from, to}));
    return;
  }
  vec_push(&s->forbidden, ((struct forbidden){n, from, p->max}));
  vec_push(&s->forbidden, ((struct forbidden){n, 0, to}));
}

/* What the operator alone says about a term's values. */
static void forbid_impossible(struct compare *s, const struct query *q, uint32_t n) {
  const struct expr *e = query_node(q, s->nodes.at[n].term), *b = &q->store->node[e->b];
  unsigned w = expr_arity(e->op) ? query_node(q, e->a)->width : 0;
  uint64_t k = expr_arity(e->op) == 2 && b->op == EX_CONST ? expr_const_value(b) : 0;
  uint64_t half = w ? 1ull << (w - 1) : 0;
  if (e->op == EX_ZEXT) forbid_rest(s, n, 0, expr_mask(w));
  if (e->op == EX_SEXT) forbid_rest(s, n, (0 - half) & s->nodes.at[n].max, half - 1);
  if (e->op == EX_AND && k) forbid_rest(s, n, 0, k);
  if (e->op == EX_UREM && k) forbid_rest(s, n, 0, k - 1);
  if (e->op == EX_LSHR && k && k < e->width) forbid_rest(s, n, 0, expr_mask(e->width) >> k);
}

static uint32_t node_of(struct compare *s, const struct query *q, expr_id term, bool is_signed) {
  struct place *p = &s->place[term];
  unsigned w = query_node(q, term)->width;
  if (p->generation == s->generation) return p->at;
  if (s->nodes.count == NODES_MAX) return s->has_failed = true, 0;
  uint32_t n = (uint32_t)s->nodes.count;
  *p = (struct place){s->generation, n};
  vec_push(&s->nodes, ((struct node){.term = term, .class = n, .max = expr_mask(w)}));
  if (is_signed) s->nodes.at[n].bias = 1ull << (w - 1);
  forbid_impossible(s, q, n);
  return n;
}

static void add_pair(struct compare *s, const struct atom *a, uint32_t x, uint32_t y, enum atom_order order) {
  bool is_other = a->order && a->order != order;
  if (a->rel == REL_EQ)
    merge(s, x, y);
  else if (!(a->rel & REL_EQ) && (is_other || !a->order))
    vec_push(&s->unequal, ((struct edge){x, y, true}));
  else if (is_other)
    return;
  else if (a->rel & REL_LT)
    vec_push(&s->edges, ((struct edge){x, y, !(a->rel & REL_EQ)}));
  else
    vec_push(&s->edges, ((struct edge){y, x, !(a->rel & REL_EQ)}));
}

static void build(struct compare *s, const struct query *q, enum atom_order order) {
  bool is_signed = order == ORDER_SIGNED;
  if (!++s->generation) sparse_clear(s->place, sizeof *s->place), s->generation = 1;
  vec_clear(&s->nodes);
  vec_clear(&s->edges);
  vec_clear(&s->unequal);
  vec_clear(&s->forbidden);
  s->has_failed = false;
  for (size_t i = 0; i < q->lit.count && !s->has_failed; i++) {
    const struct atom *a = &q->lit.at[i]->atom;
    if (a->kind == ATOM_RANGE) forbid_rest(s, node_of(s, q, a->x, is_signed), a->lo, a->hi);
    if (a->kind != ATOM_PAIR) continue;
    uint32_t x = node_of(s, q, a->x, is_signed), y = node_of(s, q, a->y, is_signed);
    if (!s->has_failed) add_pair(s, a, x, y, order);
  }
}

/* ---- cycles ---- */

/* Kahn: false when there is a cycle. */
static bool sort_classes(struct compare *s) {
  size_t n = s->nodes.count, done = 0;
  vec_clear(&s->sorted);
  vec_reserve(&s->sorted, n);
  for (size_t i = 0; i < n; i++) s->nodes.at[i].waits = 0;
  for (size_t i = 0; i < s->edges.count; i++) s->nodes.at[s->edges.at[i].to].waits++;
  size_t classes = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (s->nodes.at[i].class != i) continue;
    classes++;
    if (!s->nodes.at[i].waits) s->sorted.at[s->sorted.count++] = i;
  }
  for (; done < s->sorted.count; done++)
    for (size_t i = 0; i < s->edges.count; i++)
      if (s->edges.at[i].from == s->sorted.at[done] && !--s->nodes.at[s->edges.at[i].to].waits)
        s->sorted.at[s->sorted.count++] = s->edges.at[i].to;
  return done == classes;
}

/* Edges between classes; false when one says x < x. */
static bool lift_edges(struct compare *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->edges.count; i++) {
    struct edge e = s->edges.at[i];
    e.from = class_of(s, e.from);
    e.to = class_of(s, e.to);
    if (e.from == e.to && e.is_strict) return false;
    if (e.from != e.to) s->edges.at[kept++] = e;
  }
  s->edges.count = kept;
  return true;
}

static bool lift_unequal(struct compare *s) {
  for (size_t i = 0; i < s->unequal.count; i++) {
    struct edge *e = &s->unequal.at[i];
    e->from = class_of(s, e->from);
    e->to = class_of(s, e->to);
    if (e->from == e->to) return false;
  }
  return true;
}

/* Warshall over what sorting left over; classes on a common cycle are equal. */
static void merge_cycles(struct compare *s) {
  static _Thread_local uint64_t reach[NODES_MAX][WORDS];
  size_t n = s->nodes.count, words = (n + 63) / 64;
  for (size_t i = 0; i < n; i++) memset(reach[i], 0, words * sizeof reach[i][0]);
  for (size_t i = 0; i < s->edges.count; i++)
    reach[s->edges.at[i].from][s->edges.at[i].to / 64] |= 1ull << s->edges.at[i].to % 64;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      if (reach[i][k / 64] >> k % 64 & 1)
        for (size_t j = 0; j < words; j++) reach[i][j] |= reach[k][j];
  for (size_t i = 0; i < s->edges.count; i++) {
    const struct edge *e = &s->edges.at[i];
    if (reach[e->to][e->from / 64] >> e->from % 64 & 1) merge(s, e->from, e->to);
  }
}

/* Acyclic afterwards; false: a contradiction. */
static bool untangle(struct compare *s) {
  if (!lift_edges(s)) return false;
  if (!sort_classes(s)) {
    merge_cycles(s);
    if (!lift_edges(s)) return false;
    sort_classes(s);
  }
  return lift_unequal(s);
}

/* ---- values ---- */

static int by_node_and_start(const void *x, const void *y) {
  const struct forbidden *a = x, *b = y;
  if (a->node != b->node) return a->node < b->node ? -1 : 1;
  return (a->from > b->from) - (a->from < b->from);
}

static void sort_forbidden(struct compare *s) {
  size_t n = s->forbidden.count;
  struct forbidden *f = s->forbidden.at;
  for (size_t i = 0; i < n; i++) f[i].node = class_of(s, f[i].node);
  if (n > 24)
    qsort(f, n, sizeof *f, by_node_and_start);
  else
    for (size_t i = 1; i < n; i++) {
      struct forbidden x = f[i];
      size_t j = i;
      for (; j && by_node_and_start(&f[j - 1], &x) > 0; j--) f[j] = f[j - 1];
      f[j] = x;
    }
}

/* The checker of what assign_forbidden leaves. */
static bool forbidden_are_apart(const struct compare *s) {
  const struct forbidden *f = s->forbidden.at;
  for (size_t i = 0; i < s->forbidden.count; i++) {
    if (f[i].from > f[i].to) return false;
    if (i && f[i - 1].node > f[i].node) return false;
    if (i && f[i - 1].node == f[i].node && (f[i].from <= f[i - 1].to || f[i].from == f[i - 1].to + 1))
      return false;
  }
  return true;
}

/* Sorted by node and joined: within a class intervals neither overlap nor touch. */
static void assign_forbidden(struct compare *s) {
  size_t n = s->forbidden.count, kept = 0;
  struct forbidden *f = s->forbidden.at;
  sort_forbidden(s);
  for (size_t i = 0; i < n; i++) {
    struct forbidden *last = kept ? &f[kept - 1] : NULL;
    if (last && last->node == f[i].node && (f[i].from <= last->to || f[i].from == last->to + 1)) {
      if (f[i].to > last->to) last->to = f[i].to;
    } else
      f[kept++] = f[i];
  }
  s->forbidden.count = kept;
  check(forbidden_are_apart(s));
  for (size_t i = 0; i < s->nodes.count; i++) s->nodes.at[i].forbidden_count = 0;
  for (size_t i = 0; i < kept; i++)
    if (!s->nodes.at[f[i].node].forbidden_count++) s->nodes.at[f[i].node].forbidden = (uint32_t)i;
}

/* The interval of the class that contains v. */
static const struct forbidden *blocking(const struct compare *s, const struct node *n, uint64_t v) {
  if (!n->forbidden_count) return NULL;
  const struct forbidden *f = s->forbidden.at + n->forbidden;
  size_t lo = 0, hi = n->forbidden_count;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (f[mid].to < v)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < n->forbidden_count && f[lo].from <= v ? &f[lo] : NULL;
}

static bool round_up(const struct compare *s, const struct node *n, uint64_t *v) {
  const struct forbidden *f = blocking(s, n, *v);
  if (!f) return true;
  return f->to == n->max ? false : (*v = f->to + 1, true);
}

static bool round_down(const struct compare *s, const struct node *n, uint64_t *v) {
  const struct forbidden *f = blocking(s, n, *v);
  if (!f) return true;
  return f->from == 0 ? false : (*v = f->from - 1, true);
}

/* Lower bounds along the graph, upper bounds against it; false: some class has no value left. */
static bool bound(struct compare *s) {
  struct node *at = s->nodes.at;
  for (size_t i = 0; i < s->sorted.count; i++)
    at[s->sorted.at[i]].low = 0, at[s->sorted.at[i]].high = at[s->sorted.at[i]].max;
  for (size_t i = 0; i < s->sorted.count; i++) {
    uint32_t n = s->sorted.at[i];
    if (!round_up(s, &at[n], &at[n].low)) return false;
    for (size_t k = 0; k < s->edges.count; k++) {
      const struct edge *e = &s->edges.at[k];
      if (e->from != n) continue;
      if (e->is_strict && at[n].low == at[n].max) return false;
      uint64_t v = at[n].low + e->is_strict;
      if (v > at[e->to].low) at[e->to].low = v;
    }
  }
  for (size_t i = s->sorted.count; i--;) {
    uint32_t n = s->sorted.at[i];
    if (!round_down(s, &at[n], &at[n].high)) return false;
    if (at[n].high < at[n].low) return false;
    for (size_t k = 0; k < s->edges.count; k++) {
      const struct edge *e = &s->edges.at[k];
      if (e->to != n) continue;
      if (e->is_strict && !at[n].high) return false;
      uint64_t v = at[n].high - e->is_strict;
      if (v < at[e->from].high) at[e->from].high = v;
    }
  }
  for (size_t i = 0; i < s->unequal.count; i++) {
    const struct node *x = &at[s->unequal.at[i].from], *y = &at[s->unequal.at[i].to];
    if (x->low == x->high && y->low == y->high && x->low == y->low) return false;
  }
  return true;
}

/* ---- a model ---- */

/* A class chosen before that n must differ from, and that has this value. `waits` counts the
 * chosen. */
static bool clashes(const struct compare *s, uint32_t n, uint64_t v) {
  for (size_t i = 0; i < s->unequal.count; i++) {
    const struct edge *e = &s->unequal.at[i];
    uint32_t other = e->from == n ? e->to : e->to == n ? e->from : n;
    if (other != n && s->nodes.at[other].waits && s->nodes.at[other].value == v) return true;
  }
  return false;
}

static bool pick_up(const struct compare *s, uint32_t n, uint64_t v, uint64_t hi, uint64_t *found) {
  for (size_t tries = 0; tries <= s->unequal.count; tries++, v++) {
    if (!round_up(s, &s->nodes.at[n], &v) || v > hi) return false;
    if (!clashes(s, n, v)) return *found = v, true;
    if (v == hi) return false;
  }
  return false;
}

static bool pick_down(const struct compare *s, uint32_t n, uint64_t v, uint64_t lo, uint64_t *found) {
  for (size_t tries = 0; tries <= s->unequal.count; tries++, v--) {
    if (!round_down(s, &s->nodes.at[n], &v) || v < lo) return false;
    if (!clashes(s, n, v)) return *found = v, true;
    if (v == lo) return false;
  }
  return false;
}

enum wish { NEAR_CURRENT, LOWEST, MIDDLE };

static uint64_t wished(struct query *q, const struct node *n, uint64_t lo, enum wish wish) {
  uint64_t v = (query_value(q, n->term) + n->bias) & n->max;
  if (wish == LOWEST) return lo;
  if (wish == MIDDLE) return lo + (n->high - lo) / 2;
  return v < lo ? lo : v > n->high ? n->high : v;
}

static bool choose(struct compare *s, struct query *q, enum wish wish) {
  struct node *at = s->nodes.at;
  for (size_t i = 0; i < s->nodes.count; i++) at[i].waits = 0;
  for (size_t i = 0; i < s->sorted.count; i++) {
    uint32_t n = s->sorted.at[i];
    uint64_t lo = at[n].low;
    for (size_t k = 0; k < s->edges.count; k++) {
      const struct edge *e = &s->edges.at[k];
      if (e->to != n) continue;
      uint64_t v = at[e->from].value + e->is_strict; /* no overflow: value <= high < max for strict edges */
      if (v > lo) lo = v;
    }
    uint64_t want = wished(q, &at[n], lo, wish);
    if (!pick_up(s, n, want, at[n].high, &at[n].value) && !pick_down(s, n, want, lo, &at[n].value))
      return false;
    at[n].waits = 1;
  }
  return true;
}

static bool model_holds(struct compare *s, struct query *q, enum wish wish) {
  query_reset(q);
  if (!choose(s, q, wish)) return false;
  for (size_t i = 0; i < s->nodes.count; i++) {
    const struct node *n = &s->nodes.at[i];
    uint64_t v = (s->nodes.at[class_of(s, (uint32_t)i)].value - n->bias) & n->max;
    if (query_node(q, n->term)->op == EX_VAR)
      query_set(q, n->term, v);
    else if (!candidates_invert(q, n->term, v))
      return false;
  }
  return query_holds(q);
}

static enum smt_answer decide(struct compare *s, struct query *q, enum atom_order order) {
  build(s, q, order);
  if (s->has_failed) return SMT_UNKNOWN;
  if (!untangle(s)) return SMT_UNSAT;
  assign_forbidden(s);
  if (!bound(s)) return SMT_UNSAT;
  for (enum wish w = NEAR_CURRENT; w <= MIDDLE; w++)
    if (model_holds(s, q, w)) return SMT_SAT;
  return SMT_UNKNOWN;
}

enum smt_answer compare_decide(struct compare *s, struct query *q) {
  bool has_signed = false, has_unsigned = false;
  for (size_t i = 0; i < q->lit.count; i++) {
    const struct atom *a = &q->lit.at[i]->atom;
    if (a->kind == ATOM_FALSE) return SMT_UNSAT;
    if (a->kind != ATOM_PAIR) continue;
    has_signed |= a->order == ORDER_SIGNED;
    has_unsigned |= a->order == ORDER_UNSIGNED;
  }
  enum smt_answer answer = SMT_UNKNOWN;
  if (has_signed) answer = decide(s, q, ORDER_SIGNED);
  if (answer == SMT_UNKNOWN && (has_unsigned || !has_signed)) answer = decide(s, q, ORDER_UNSIGNED);
  return answer;
}
