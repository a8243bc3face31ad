/* Values: memo[id].value is right for the present input iff memo[id].stamp == now; eval_forget only
 * moves `now` on. ITE and TABLE evaluate what they choose and nothing else.
 *
 * Variable sets: memo[id].set names a sorted set, shared by all expressions that have the same one.
 * Sets of inner nodes with more than SET_LARGE members are not kept (a checksum over n bytes would
 * take n*n / 2 cells); LARGE marks such nodes, and a walk collects the set of those that are asked
 * for.
 *
 * Nothing here recurses: chains of 100,000 nodes are ordinary. */
#include "explore/eval.h"
#include "base/check.h"
#include "base/arena.h"
#include "base/table.h"
#include "explore/input.h"
#include "explore/sparse.h"

#define SET_LARGE 512
enum { SET_UNKNOWN, SET_EMPTY, SET_FIRST };
#define LARGE 0xffffffffu

struct memo {
  uint64_t value;
  uint32_t stamp;
  uint32_t set;
};

struct set {
  const uint32_t *at;
  uint32_t count;
  uint32_t next; /* of the same hash; 0: none */
};

struct same_hash {
  uint64_t key;
  uint32_t set; /* the newest */
};

struct large {
  expr_id id;
  uint32_t set;
};

struct eval {
  struct expr_store store;
  struct memo *memo;
  uint32_t now;
  vec(expr_id) todo;

  vec(struct set) sets;
  table(struct same_hash) by_hash;
  struct arena ids;
  vec(uint32_t) scratch;
  vec(struct large) larges;
  uint32_t *seen; /* by id: walk that saw it */
  uint32_t walk;
};

struct eval *eval_open(const struct expr_store *store) {
  struct eval *ev = xcalloc(1, sizeof *ev);
  ev->store = *store;
  ev->memo = sparse_open(sizeof *ev->memo);
  ev->seen = sparse_open(sizeof *ev->seen);
  ev->now = 1;
  for (int i = 0; i < SET_FIRST; i++) vec_push(&ev->sets, (struct set){0});
  return ev;
}

void eval_close(struct eval *ev) {
  sparse_close(ev->memo, sizeof *ev->memo);
  sparse_close(ev->seen, sizeof *ev->seen);
  arena_free(&ev->ids);
  vec_free(&ev->todo);
  vec_free(&ev->sets);
  table_free(&ev->by_hash);
  vec_free(&ev->scratch);
  vec_free(&ev->larges);
  free(ev);
}

void eval_forget(struct eval *ev) {
  if (++ev->now) return;
  for (uint32_t id = 0; id < *ev->store.count; id++) ev->memo[id].stamp = 0;
  ev->now = 1;
}

/* ---- values ---- */

static uint64_t keep(struct eval *ev, expr_id id, uint64_t v) {
  ev->memo[id].value = v;
  ev->memo[id].stamp = ev->now;
  return v;
}

/* Leaves are worth nothing remembering: they are as quick to read. */
static bool get(const struct eval *ev, expr_id id, const struct input *in, uint64_t *v) {
  const struct expr *e = &ev->store.node[id];
  if (e->op == EX_CONST) return *v = expr_const_value(e), true;
  if (e->op == EX_VAR) return *v = input_get_var(in, e), true;
  if (ev->memo[id].stamp != ev->now) return false;
  return *v = ev->memo[id].value, true;
}

/* A variable of the run itself has the value it had there. */
static uint64_t leaf_value(const struct eval *ev, expr_id id, const struct input *in) {
  const struct expr *e = &ev->store.node[id];
  return e->op == EX_INBYTE ? input_get(in, e->b, 1) : e->op == EX_READ ? ev->store.value[id] : 0;
}

static expr_id element(const struct eval *ev, const struct expr *e, uint64_t index) {
  return ev->store.table[e->b + (index < e->c ? index : e->c - 1)];
}

/* Gives id a value, or says which operand needs one first. */
static expr_id step_into(struct eval *ev, expr_id id, const struct input *in) {
  const struct expr *e = &ev->store.node[id];
  uint64_t a = 0, b = 0, c = 0;
  unsigned arity = expr_arity(e->op);
  if (arity == 0) return keep(ev, id, leaf_value(ev, id, in)), 0;
  if (!get(ev, e->a, in, &a)) return e->a;
  if (e->op == EX_ITE || e->op == EX_TABLE) {
    expr_id chosen = e->op == EX_TABLE ? element(ev, e, a) : a ? e->b : e->c;
    if (!get(ev, chosen, in, &b)) return chosen;
    return keep(ev, id, b), 0;
  }
  if (arity > 1 && !get(ev, e->b, in, &b)) return e->b;
  return keep(ev, id, expr_apply(e, ev->store.node[e->op == EX_CONCAT ? e->b : e->a].width, a, b, c)), 0;
}

uint64_t eval_expr(struct eval *ev, expr_id id, const struct input *in) {
  uint64_t v;
  if (get(ev, id, in, &v)) return v;
  vec_clear(&ev->todo);
  vec_push(&ev->todo, id);
  while (ev->todo.count) {
    expr_id first = step_into(ev, vec_last(&ev->todo), in);
    if (first)
      vec_push(&ev->todo, first);
    else
      vec_pop(&ev->todo);
  }
  return ev->memo[id].value;
}

/* ---- variable sets ---- */

/* The number of the set with these members; `at` is sorted, without doubles. */
static uint32_t intern(struct eval *ev, const uint32_t *at, size_t count) {
  check(numbers_ascend(at, count));
  if (!count) return SET_EMPTY;
  struct same_hash *same = table_at(&ev->by_hash, hash_bytes(at, count * sizeof *at));
  for (uint32_t i = same->set; i; i = ev->sets.at[i].next) {
    const struct set *s = &ev->sets.at[i];
    if (s->count == count && !memcmp(s->at, at, count * sizeof *at)) return i;
  }
  uint32_t number = (uint32_t)ev->sets.count;
  uint32_t *copy = arena_copy(&ev->ids, at, count * sizeof *at);
  vec_push(&ev->sets, ((struct set){copy, (uint32_t)count, same->set}));
  return same->set = number;
}

static uint32_t set_union(struct eval *ev, uint32_t x, uint32_t y) {
  if (x == y || y == SET_EMPTY) return x;
  if (x == SET_EMPTY) return y;
  if (x == LARGE || y == LARGE) return LARGE;
  const struct set p = ev->sets.at[x], q = ev->sets.at[y];
  vec_reserve(&ev->scratch, p.count + q.count);
  uint32_t *to = ev->scratch.at;
  size_t i = 0, j = 0, n = 0;
  while (i < p.count || j < q.count) {
    uint32_t u = i < p.count ? p.at[i] : LARGE, v = j < q.count ? q.at[j] : LARGE;
    to[n++] = u < v ? u : v;
    i += u <= v;
    j += v <= u;
  }
  if (n == p.count) return x;
  if (n == q.count) return y;
  return n > SET_LARGE ? LARGE : intern(ev, to, n);
}

static unsigned operand_count(const struct expr *e) {
  return e->op == EX_TABLE ? 1 + e->c : expr_arity(e->op);
}

static expr_id operand(const struct eval *ev, const struct expr *e, unsigned i) {
  if (e->op == EX_TABLE) return i ? ev->store.table[e->b + i - 1] : e->a;
  return i == 0 ? e->a : i == 1 ? e->b : e->c;
}

static void find_set(struct eval *ev, expr_id root) {
  vec_clear(&ev->todo);
  vec_push(&ev->todo, root);
  while (ev->todo.count) {
    expr_id id = vec_last(&ev->todo);
    const struct expr *e = &ev->store.node[id];
    unsigned n = operand_count(e), waiting = 0;
    uint32_t set = SET_EMPTY;
    for (unsigned i = 0; i < n; i++) {
      expr_id o = operand(ev, e, i);
      if (ev->memo[o].set == SET_UNKNOWN) vec_push(&ev->todo, o), waiting++;
    }
    if (waiting) continue;
    for (unsigned i = 0; i < n; i++) set = set_union(ev, set, ev->memo[operand(ev, e, i)].set);
    ev->memo[id].set = e->op == EX_VAR ? intern(ev, &id, 1) : set;
    vec_pop(&ev->todo);
  }
}

static int by_id(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return (a > b) - (a < b);
}

static uint32_t walk_large(struct eval *ev, expr_id root) {
  for (size_t i = 0; i < ev->larges.count; i++)
    if (ev->larges.at[i].id == root) return ev->larges.at[i].set;
  ev->walk++;
  vec_clear(&ev->scratch);
  vec_clear(&ev->todo);
  vec_push(&ev->todo, root);
  while (ev->todo.count) {
    expr_id id = vec_pop(&ev->todo);
    const struct expr *e = &ev->store.node[id];
    if (ev->seen[id] == ev->walk) continue;
    ev->seen[id] = ev->walk;
    if (e->op == EX_VAR) vec_push(&ev->scratch, id);
    for (unsigned i = 0, n = operand_count(e); i < n; i++) vec_push(&ev->todo, operand(ev, e, i));
  }
  if (ev->scratch.count) qsort(ev->scratch.at, ev->scratch.count, sizeof *ev->scratch.at, by_id);
  uint32_t set = intern(ev, ev->scratch.at, ev->scratch.count);
  vec_push(&ev->larges, ((struct large){root, set}));
  return set;
}

const uint32_t *eval_vars(struct eval *ev, expr_id id, size_t *count) {
  if (ev->memo[id].set == SET_UNKNOWN) find_set(ev, id);
  uint32_t set = ev->memo[id].set == LARGE ? walk_large(ev, id) : ev->memo[id].set;
  *count = ev->sets.at[set].count;
  return ev->sets.at[set].at;
}
