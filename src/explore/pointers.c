/* Where pointer inputs point, decided by equivalence classes (CUTE 4.1.5, figure 12).
 *
 * A pointer's value is NULL, a function of its type, or an address in the slot of a label
 * (runtime/shapes.c). Literals are x + c == y + d, and their negations. A union-find forest with
 * offsets has the pointers that are equal; a class that has a constant is determined. A pointer
 * through which the path has reached an object first keeps its value, since the path speaks of the
 * bytes of that label: it counts as a constant. Of the other classes, each keeps the value that one of its members has, if
 * that is allowed; else it gets a label that is not in use, and its object begins with zeros. There
 * are always more labels, so the answer is exact. What --max-objects cuts off the run itself says.
 *
 * Invariant: value(node) == value(root) + offset(node); node 0 is the constant 0. */
#include "explore/pointers.h"
#include "base/die.h"
#include "base/check.h"
#include "wire/type.h"

struct known { /* a pointer input that some run had */
  expr_id id;
  uint32_t flat, label; /* label: of the object it lies in; 0: none */
};

struct node {
  expr_id var; /* 0: the constant 0 */
  uint32_t parent;
  uint64_t offset; /* from the parent */
};

struct different {
  uint32_t a, b;
  uint64_t offset; /* a != b + offset */
};

struct pointers {
  struct expr_store store;
  expr_id seen; /* nodes of the store before this one were looked at */
  vec(struct known) known;
  vec(struct node) nodes;
  vec(struct different) different;
  vec(expr_id) followed;   /* pointers that keep their values */
  vec(uint64_t) constants; /* what the query compares pointers with */
  bool is_used[LAYOUT_INPUT_LABELS];
};

enum { FIRST_POINTER_MARK = 2, GUESSES = 4096 };

static const struct expr *node_of(const struct pointers *p, expr_id id) { return &p->store.node[id]; }

static bool is_pointer(const struct pointers *p, expr_id id) {
  const struct expr *e = node_of(p, id);
  return e->op == EX_VAR && e->a >= FIRST_POINTER_MARK;
}

struct pointers *pointers_open(const struct expr_store *store) {
  struct pointers *p = xcalloc(1, sizeof *p);
  p->store = *store;
  p->seen = 1;
  return p;
}

void pointers_close(struct pointers *p) {
  vec_free(&p->known);
  vec_free(&p->nodes);
  vec_free(&p->different);
  vec_free(&p->followed);
  vec_free(&p->constants);
  free(p);
}

bool pointers_concern(const struct pointers *p, const struct query *q) {
  for (size_t i = 0; i < q->vars.count; i++)
    if (is_pointer(p, q->vars.at[i])) return true;
  return false;
}

/* ---- values ---- */

static const struct program_type *pointee_of(const struct pointers *p, expr_id x) {
  const struct program_type *types = shm_type(p->store.shm);
  uint32_t inner = types[node_of(p, x)->a - FIRST_POINTER_MARK].inner;
  return inner ? &types[inner - 1] : NULL;
}

static bool is_function(const struct pointers *p, const struct program_type *type, uint64_t value) {
  const struct program_target *t = shm_target(p->store.shm);
  for (uint32_t i = 0; i < p->store.shm->target_count; i++)
    if (t[i].address == value && t[i].type == type->same) return true;
  return false;
}

static bool is_valid(const struct pointers *p, expr_id x, uint64_t value) {
  const struct program_type *to = pointee_of(p, x);
  if (!value) return true;
  if (to && to->kind == TYPE_FUNCTION) return is_function(p, to, value);
  return layout_label(value) != 0;
}

bool pointers_are_valid(const struct pointers *p, const struct query *q) {
  for (size_t i = 0; i < q->vars.count; i++) {
    expr_id x = q->vars.at[i];
    if (is_pointer(p, x) && !is_valid(p, x, input_get_var(q->out, node_of(p, x)))) return false;
  }
  return true;
}

/* ---- labels ---- */

static uint32_t label_at(const struct pointers *p, uint32_t flat) {
  const struct input_span *s = shm_span(p->store.shm);
  for (uint32_t i = 0; i < shm_tables(p->store.shm)->span_count; i++)
    if (flat - s[i].flat < s[i].count)
      return s[i].thread >= LAYOUT_THREADS ? s[i].thread - LAYOUT_THREADS : 0;
  return 0;
}

static void find_known(struct pointers *p) {
  for (; p->seen < *p->store.count; p->seen++) {
    uint32_t flat = node_of(p, p->seen)->b;
    if (is_pointer(p, p->seen)) vec_push(&p->known, ((struct known){p->seen, flat, label_at(p, flat)}));
  }
}

/* Labels that can be reached from the inputs outside of objects. */
static void find_used(struct pointers *p, const struct input *in) {
  memset(p->is_used, 0, sizeof p->is_used);
  p->is_used[0] = true;
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < p->known.count; i++) {
      const struct known *k = &p->known.at[i];
      uint32_t to = layout_label(input_get(in, k->flat, 8));
      if (!p->is_used[k->label] || p->is_used[to]) continue;
      p->is_used[to] = any = true;
    }
  }
}

/* A label that nobody uses; its bytes become 0. 0: there is none. */
static uint32_t take_label(struct pointers *p, struct input *out) {
  const struct input_span *s = shm_span(p->store.shm);
  uint32_t label = 1;
  while (label < LAYOUT_INPUT_LABELS && p->is_used[label]) label++;
  if (label == LAYOUT_INPUT_LABELS) return 0;
  p->is_used[label] = true;
  for (uint32_t i = 0; i < shm_tables(p->store.shm)->span_count; i++)
    for (uint32_t k = 0; s[i].thread == LAYOUT_THREADS + label && k < s[i].count; k++)
      input_set(out, s[i].flat + k, 1, 0);
  return label;
}

/* ---- classes ---- */

static uint32_t root_of(const struct pointers *p, uint32_t n, uint64_t *offset) {
  for (*offset = 0; p->nodes.at[n].parent != n; n = p->nodes.at[n].parent) *offset += p->nodes.at[n].offset;
  return n;
}

static uint32_t node_for(struct pointers *p, expr_id var) {
  for (size_t i = 0; i < p->nodes.count; i++)
    if (p->nodes.at[i].var == var) return (uint32_t)i;
  uint32_t n = (uint32_t)p->nodes.count;
  vec_push(&p->nodes, ((struct node){var, n, 0}));
  return n;
}

/* a == b + offset; false: that cannot be. The constant stays the root of its class. */
static bool unite(struct pointers *p, uint32_t a, uint32_t b, uint64_t offset) {
  uint64_t x, y;
  uint32_t r = root_of(p, a, &x), s = root_of(p, b, &y);
  if (r == s) return x == y + offset;
  if (r)
    p->nodes.at[r].parent = s, p->nodes.at[r].offset = y + offset - x;
  else
    p->nodes.at[s].parent = r, p->nodes.at[s].offset = x - offset - y;
  return true;
}

/* pointer + constant, or a constant; false: something else. */
static bool read_side(struct pointers *p, expr_id e, uint32_t *n, uint64_t *offset) {
  const struct expr *x = node_of(p, e);
  *offset = 0;
  if (x->op == EX_ADD && node_of(p, x->b)->op == EX_CONST) {
    *offset = expr_const_value(node_of(p, x->b));
    e = x->a;
    x = node_of(p, e);
  }
  if (x->op == EX_CONST) {
    *offset += expr_const_value(x);
    *n = 0;
    return true;
  }
  if (!is_pointer(p, e)) return false;
  *n = node_for(p, e);
  return true;
}

static bool read_literal(struct pointers *p, const struct literal *l, uint32_t *a, uint32_t *b,
                         uint64_t *offset, bool *is_equal) {
  const struct expr *e = node_of(p, l->cond);
  uint64_t x, y;
  *is_equal = l->taken;
  for (; e->op == EX_NOT; e = node_of(p, e->a)) *is_equal = !*is_equal;
  if (e->op != EX_EQ || node_of(p, e->a)->width != 64) return false;
  if (!read_side(p, e->a, a, &x) || !read_side(p, e->b, b, &y)) return false;
  *offset = y - x;
  return true;
}

enum reading { READ_ALL, READ_CONFLICT, READ_PARTLY };

static enum reading read_literals(struct pointers *p, const struct query *q) {
  bool is_all = true, is_equal;
  uint32_t a, b;
  uint64_t offset;
  for (size_t i = 0; i < q->lit.count; i++) {
    if (!read_literal(p, q->lit.at[i], &a, &b, &offset, &is_equal)) {
      is_all = false;
      continue;
    }
    if (!is_equal)
      vec_push(&p->different, ((struct different){a, b, offset}));
    else if (!unite(p, a, b, offset))
      return READ_CONFLICT;
  }
  return is_all ? READ_ALL : READ_PARTLY;
}

/* The pointer that a question of the runtime is about, where it asks for NULL: the path follows it from there on. */
static expr_id followed_at(const struct pointers *p, const struct decision *d) {
  const struct expr *e = node_of(p, d->cond);
  if (e->op != EX_EQ || e->lo != EXPR_FOLLOW || d->taken || node_of(p, e->b)->op != EX_CONST) return 0;
  return is_pointer(p, e->a) ? e->a : 0;
}

/* A question of aliases is about the pointer that the path follows last. */
static size_t path_reached(const struct pointers *p, const struct query *q, const struct decision *path,
                           size_t count) {
  const struct expr *goal = node_of(p, q->lit.at[0]->cond);
  while (goal->op == EX_NOT) goal = node_of(p, goal->a);
  if (goal->op != EX_EQ || goal->lo != EXPR_ALIAS) return count;
  while (count && !followed_at(p, &path[count - 1])) count--;
  return count ? count - 1 : 0;
}

/* Finds the pointers through which the path reached objects first. */
static void find_followed(struct pointers *p, const struct query *q, const struct decision *path,
                          size_t count) {
  bool is_reached[LAYOUT_INPUT_LABELS] = {true};
  vec_clear(&p->followed);
  count = path_reached(p, q, path, count);
  for (size_t i = 0; i < count; i++) {
    expr_id x = followed_at(p, &path[i]);
    uint32_t label = x ? layout_label(input_get_var(q->current, node_of(p, x))) : 0;
    if (!is_reached[label]) vec_push(&p->followed, x);
    is_reached[label] = true;
  }
}

static bool is_followed(const struct pointers *p, expr_id x) {
  for (size_t i = 0; i < p->followed.count; i++)
    if (p->followed.at[i] == x) return true;
  return false;
}

/* They are constants; false: that cannot be. */
static bool fix_followed(struct pointers *p, const struct query *q) {
  for (size_t n = 1; n < p->nodes.count; n++) {
    expr_id x = p->nodes.at[n].var;
    if (is_followed(p, x) && !unite(p, (uint32_t)n, 0, input_get_var(q->current, node_of(p, x))))
      return false;
  }
  return true;
}

/* ---- choosing values ---- */

/* Does the class of root r, worth `value`, leave all pointers something to be? Classes below r are settled. */
static bool is_allowed(const struct pointers *p, const uint64_t *value, const bool *is_settled, uint32_t r) {
  for (size_t n = 1; n < p->nodes.count; n++) {
    uint64_t offset;
    if (root_of(p, (uint32_t)n, &offset) == r && !is_valid(p, p->nodes.at[n].var, value[r] + offset))
      return false;
  }
  for (size_t i = 0; i < p->different.count; i++) {
    const struct different *d = &p->different.at[i];
    uint64_t x, y;
    uint32_t a = root_of(p, d->a, &x), b = root_of(p, d->b, &y);
    if ((a != r && b != r) || !is_settled[a] || !is_settled[b]) continue;
    if (value[a] + x == value[b] + y + d->offset) return false;
  }
  return true;
}

struct choice {
  struct pointers *p;
  struct query *q;
  uint64_t *value;
  bool *is_settled;
};

static bool try_value(struct choice *c, uint32_t r, uint64_t value) {
  c->value[r] = value;
  c->is_settled[r] = true;
  if (is_allowed(c->p, c->value, c->is_settled, r)) return true;
  c->is_settled[r] = false;
  return false;
}

static bool keep_value(struct choice *c, uint32_t r) {
  for (size_t n = 1; n < c->p->nodes.count; n++) {
    uint64_t offset;
    if (root_of(c->p, (uint32_t)n, &offset) != r) continue;
    uint64_t now = input_get_var(c->q->current, node_of(c->p, c->p->nodes.at[n].var));
    if (try_value(c, r, now - offset)) return true;
  }
  return false;
}

static bool choose_function(struct choice *c, uint32_t r) {
  const struct program_target *t = shm_target(c->p->store.shm);
  for (uint32_t i = 0; i < c->p->store.shm->target_count; i++)
    if (try_value(c, r, t[i].address)) return true;
  return try_value(c, r, 0);
}

/* The member that lies lowest is the object's beginning. */
static uint64_t lowest_offset(const struct pointers *p, uint32_t r) {
  int64_t lowest = 0;
  for (size_t n = 1; n < p->nodes.count; n++) {
    uint64_t offset;
    if (root_of(p, (uint32_t)n, &offset) == r && (int64_t)offset < lowest) lowest = (int64_t)offset;
  }
  return (uint64_t)lowest;
}

static bool choose_object(struct choice *c, uint32_t r) {
  uint32_t label = take_label(c->p, c->q->out);
  return (label && try_value(c, r, layout_input(label) - lowest_offset(c->p, r))) || try_value(c, r, 0);
}

/* Is r the one class that is not determined? Then nothing but its own values was tried. */
static bool is_last(const struct choice *c, uint32_t r) {
  uint64_t offset;
  for (uint32_t n = 1; n < c->p->nodes.count; n++) {
    uint32_t other = root_of(c->p, n, &offset);
    if (other && other != r) return false;
  }
  return true;
}

static enum smt_answer choose(struct choice *c, uint32_t r) {
  const struct program_type *to = pointee_of(c->p, c->p->nodes.at[r].var);
  if (keep_value(c, r)) return SMT_SAT;
  if (to && to->kind == TYPE_FUNCTION && choose_function(c, r)) return SMT_SAT;
  if (to && to->kind == TYPE_FUNCTION) return is_last(c, r) ? SMT_UNSAT : SMT_UNKNOWN;
  return choose_object(c, r) ? SMT_SAT : SMT_UNSAT;
}

static enum smt_answer choose_all(struct choice *c) {
  uint64_t offset;
  enum smt_answer answer;
  if (!try_value(c, 0, 0)) return SMT_UNSAT;
  for (uint32_t r = 1; r < c->p->nodes.count; r++)
    if (root_of(c->p, r, &offset) == r && (answer = choose(c, r)) != SMT_SAT) return answer;
  for (uint32_t n = 1; n < c->p->nodes.count; n++) {
    uint32_t r = root_of(c->p, n, &offset);
    query_set(c->q, c->p->nodes.at[n].var, c->value[r] + offset);
  }
  return SMT_SAT;
}

static enum smt_answer assign(struct pointers *p, struct query *q) {
  size_t count = p->nodes.count;
  struct choice c = {p, q, xcalloc(count, sizeof *c.value), xcalloc(count, sizeof *c.is_settled)};
  find_known(p);
  find_used(p, q->current);
  enum smt_answer answer = choose_all(&c);
  free(c.value);
  free(c.is_settled);
  return answer;
}

/* ---- literals that are no equalities ---- */

/* NULL, what the pointers of the query point to now, and one object more, in all combinations. */
static enum smt_answer guess(struct pointers *p, struct query *q) {
  uint64_t values[16] = {0};
  expr_id vars[8];
  uint32_t value_count = 1, var_count = 0, tries = 1;
  find_known(p);
  find_used(p, q->current);
  for (size_t i = 0; i < q->vars.count && var_count < 8; i++) {
    if (!is_pointer(p, q->vars.at[i]) || is_followed(p, q->vars.at[i])) continue;
    vars[var_count++] = q->vars.at[i];
    values[value_count++] = input_get_var(q->current, node_of(p, q->vars.at[i]));
  }
  uint32_t label = take_label(p, q->out);
  if (label) values[value_count++] = layout_input(label);
  for (uint32_t i = 0; i < var_count; i++) tries = tries < GUESSES ? tries * value_count : tries;
  for (uint32_t k = 0; k < tries && k < GUESSES; k++) {
    query_reset(q);
    for (uint32_t i = 0, rest = k; i < var_count; i++, rest /= value_count)
      query_set(q, vars[i], values[rest % value_count]);
    if (pointers_are_valid(p, q) && query_holds(q)) return SMT_SAT;
  }
  query_reset(q);
  return SMT_UNKNOWN;
}

/* ---- values for Z3 ---- */

static bool mentions_pointer(const struct pointers *p, const struct query *q, expr_id e) {
  size_t count;
  const expr_id *vars = eval_vars(q->eval, e, &count);
  for (size_t i = 0; i < count; i++)
    if (is_pointer(p, vars[i])) return true;
  return false;
}

/* Is this a pointer, or a choice of some? Then only whether pointers are equal matters. Notes the constants. */
static bool is_choice(struct pointers *p, const struct query *q, expr_id id) {
  const struct expr *e = node_of(p, id);
  if (e->op == EX_CONST) {
    vec_push(&p->constants, expr_const_value(e));
    return true;
  }
  if (e->op == EX_VAR) return is_pointer(p, id);
  if (e->op == EX_ITE) return !mentions_pointer(p, q, e->a) && is_choice(p, q, e->b) && is_choice(p, q, e->c);
  if (e->op != EX_TABLE || mentions_pointer(p, q, e->a)) return false;
  for (uint32_t i = 0; i < e->c; i++)
    if (!is_choice(p, q, p->store.table[e->b + i])) return false;
  return true;
}

static bool is_equality(struct pointers *p, const struct query *q, expr_id id) {
  const struct expr *e = node_of(p, id);
  if (!mentions_pointer(p, q, id)) return true;
  if (e->op == EX_NOT) return is_equality(p, q, e->a);
  if (e->op == EX_AND || e->op == EX_OR) return is_equality(p, q, e->a) && is_equality(p, q, e->b);
  return e->op == EX_EQ && is_choice(p, q, e->a) && is_choice(p, q, e->b);
}

static void add_choice(struct query *q, expr_id x, uint64_t value) {
  vec_push(&q->choices, ((struct query_choice){x, value}));
}

static void add_functions(const struct pointers *p, struct query *q, expr_id x,
                          const struct program_type *to) {
  const struct program_target *t = shm_target(p->store.shm);
  for (uint32_t i = 0; i < p->store.shm->target_count; i++)
    if (is_function(p, to, t[i].address)) add_choice(q, x, t[i].address);
}

static void add_objects(const struct pointers *p, struct query *q, expr_id x, const uint32_t *fresh,
                        size_t count) {
  for (size_t i = 0; i < q->vars.count; i++) {
    expr_id y = q->vars.at[i];
    uint64_t value = is_pointer(p, y) ? input_get_var(q->current, node_of(p, y)) : 0;
    if (value && is_valid(p, x, value)) add_choice(q, x, value);
  }
  for (size_t i = 0; i < p->constants.count; i++)
    if (is_valid(p, x, p->constants.at[i])) add_choice(q, x, p->constants.at[i]);
  for (size_t i = 0; i < count; i++) add_choice(q, x, layout_input(fresh[i]));
}

/* With an object of its own for each pointer that is not followed, everything can be said of them that equalities say. */
bool pointers_choices(struct pointers *p, struct query *q, const struct decision *path, size_t count) {
  uint32_t fresh[16];
  size_t fresh_count = 0;
  bool is_exact = true;
  find_known(p);
  find_used(p, q->current);
  find_followed(p, q, path, count);
  query_reset(q);
  vec_clear(&p->constants);
  for (size_t i = 0; i < q->lit.count; i++) is_exact &= is_equality(p, q, q->lit.at[i]->cond);
  for (size_t i = 0; i < q->vars.count; i++) {
    if (!is_pointer(p, q->vars.at[i]) || is_followed(p, q->vars.at[i])) continue;
    uint32_t label = fresh_count < 16 ? take_label(p, q->out) : 0;
    if (label)
      fresh[fresh_count++] = label;
    else
      is_exact = false;
  }
  for (size_t i = 0; i < q->vars.count; i++) {
    expr_id x = q->vars.at[i];
    if (!is_pointer(p, x)) continue;
    const struct program_type *to = pointee_of(p, x);
    if (is_followed(p, x)) {
      add_choice(q, x, input_get_var(q->current, node_of(p, x)));
      continue;
    }
    add_choice(q, x, 0);
    if (to && to->kind == TYPE_FUNCTION)
      add_functions(p, q, x, to);
    else
      add_objects(p, q, x, fresh, fresh_count);
  }
  return is_exact;
}

/* ---- questions ---- */

enum smt_answer pointers_decide(struct pointers *p, struct query *q, const struct decision *path,
                                size_t count) {
  vec_clear(&p->nodes);
  vec_clear(&p->different);
  vec_push(&p->nodes, ((struct node){0, 0, 0}));
  enum reading reading = read_literals(p, q);
  find_followed(p, q, path, count);
  if (reading == READ_CONFLICT || !fix_followed(p, q)) return SMT_UNSAT;
  if (reading == READ_PARTLY) return guess(p, q);
  enum smt_answer answer = assign(p, q);
  check(answer != SMT_SAT || query_holds(q));
  if (answer == SMT_UNSAT) query_reset(q);
  return answer;
}
