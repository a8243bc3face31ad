/* memo[id] holds what an expression is worth in this environment iff its stamp is `now`. Constants
 * stay values as long as they meet nothing symbolic: an environment in which everything is concrete
 * builds no node at all. Expressions without read variables are worth themselves and are never
 * walked; operands are older than their node, so one pass over the new nodes of the store
 * (`scanned`) tells which these are.
 *
 * Nothing recurses. Everything on `todo` above a read variable is there for its sake; so when a
 * read variable that still waits (BUSY) is needed, it needs itself. */
#include "explore/substitute.h"
#include "base/vec.h"
#include "explore/rebuild.h"
#include "explore/sparse.h"

#define BUSY UINT32_MAX

struct memo {
  uint64_t value;
  expr_id id;
  uint32_t stamp;
};

struct substitute {
  struct expr_store store;
  read_source *source;
  void *context;
  struct memo *memo;
  uint8_t *has_reads;
  uint32_t scanned, now;
  vec(expr_id) todo, elements;
  bool is_cyclic, is_full;
};

struct substitute *substitute_open(const struct expr_store *store) {
  struct substitute *s = xcalloc(1, sizeof *s);
  s->store = *store;
  s->memo = sparse_open(sizeof *s->memo);
  s->has_reads = sparse_open(sizeof *s->has_reads);
  s->scanned = 1;
  return s;
}

void substitute_close(struct substitute *s) {
  sparse_close(s->memo, sizeof *s->memo);
  sparse_close(s->has_reads, sizeof *s->has_reads);
  vec_free(&s->todo);
  vec_free(&s->elements);
  free(s);
}

static bool find_reads(const struct substitute *s, const struct expr *e) {
  unsigned arity = expr_arity(e->op);
  bool found = e->op == EX_READ || (arity > 0 && s->has_reads[e->a]) || (arity > 1 && s->has_reads[e->b]) ||
               (arity > 2 && s->has_reads[e->c]);
  for (uint32_t i = 0; e->op == EX_TABLE && i < e->c && !found; i++)
    found = s->has_reads[s->store.table[e->b + i]];
  return found;
}

void substitute_begin(struct substitute *s, read_source *source, void *context) {
  s->source = source;
  s->context = context;
  s->is_cyclic = s->is_full = false;
  if (!++s->now) sparse_clear(s->memo, sizeof *s->memo), s->now = 1;
  for (; s->scanned < *s->store.count; s->scanned++)
    if (find_reads(s, &s->store.node[s->scanned])) s->has_reads[s->scanned] = 1;
}

bool substitute_has_reads(const struct substitute *s, expr_id e) { return s->has_reads[e]; }

bool substitute_known(const struct substitute *s, expr_id id, struct worth *out) {
  const struct expr *e = &s->store.node[id];
  const struct memo *m = &s->memo[id];
  if (e->op == EX_CONST) return *out = (struct worth){0, expr_const_value(e)}, true;
  if (!s->has_reads[id]) return *out = (struct worth){id, 0}, true;
  if (m->stamp != s->now || m->id == BUSY) return false;
  return *out = (struct worth){m->id, m->value}, true;
}

static bool is_busy(const struct substitute *s, expr_id id) {
  return s->memo[id].stamp == s->now && s->memo[id].id == BUSY;
}

static void keep(struct substitute *s, expr_id id, struct worth w) {
  s->memo[id] = (struct memo){w.value, w.id, s->now};
}

/* ---- which operands count ---- */

static bool is_constant(const struct substitute *s, expr_id id, uint64_t *value) {
  struct worth w;
  if (!substitute_known(s, id, &w) || w.id) return false;
  return *value = w.value, true;
}

/* Does the operand alone decide the result? */
static bool absorbs(const struct substitute *s, const struct expr *e, expr_id operand) {
  uint64_t value;
  if (e->op != EX_AND && e->op != EX_OR && e->op != EX_MUL) return false;
  return is_constant(s, operand, &value) && value == (e->op == EX_OR ? expr_mask(e->width) : 0);
}

static expr_id element(const struct substitute *s, const struct expr *e, uint64_t index) {
  return s->store.table[e->b + (index < e->c ? index : e->c - 1)];
}

static expr_id needs_of_choice(const struct substitute *s, const struct expr *e, uint32_t i) {
  uint64_t index;
  if (i == 0) return e->a;
  if (is_constant(s, e->a, &index))
    return i > 1 ? 0 : e->op == EX_TABLE ? element(s, e, index) : index ? e->b : e->c;
  if (e->op == EX_TABLE) return i <= e->c ? s->store.table[e->b + i - 1] : 0;
  return i == 1 ? e->b : i == 2 ? e->c : 0;
}

expr_id substitute_needs(const struct substitute *s, expr_id id, uint32_t i) {
  const struct expr *e = &s->store.node[id];
  unsigned arity = expr_arity(e->op);
  if (e->op == EX_ITE || e->op == EX_TABLE) return needs_of_choice(s, e, i);
  if (i >= arity) return 0;
  if (absorbs(s, e, e->a)) return i ? 0 : e->a;
  if (arity > 1 && absorbs(s, e, e->b)) return i ? 0 : e->b;
  return i ? e->b : e->a;
}

/* ---- one node, its operands being known ---- */

static struct worth worth_of(const struct substitute *s, expr_id id) {
  struct worth w = {0, 0};
  substitute_known(s, id, &w);
  return w;
}

static expr_id as_node(const struct substitute *s, expr_id of, struct worth w) {
  return w.id ? w.id : rebuild_const(&s->store, s->store.node[of].width, w.value);
}

static expr_id operand_node(const struct substitute *s, expr_id id) {
  return as_node(s, id, worth_of(s, id));
}

static struct worth from_node(const struct substitute *s, expr_id id) {
  const struct expr *e = &s->store.node[id];
  return e->op == EX_CONST ? (struct worth){0, expr_const_value(e)} : (struct worth){id, 0};
}

static struct worth build_table(struct substitute *s, const struct expr *e) {
  vec_clear(&s->elements);
  for (uint32_t i = 0; i < e->c; i++) vec_push(&s->elements, operand_node(s, s->store.table[e->b + i]));
  expr_id id = rebuild_table(&s->store, operand_node(s, e->a), s->elements.at, e->c);
  if (!id) s->is_full = true;
  return id ? from_node(s, id) : (struct worth){0, 0};
}

static struct worth build(struct substitute *s, struct expr e) {
  unsigned arity = expr_arity(e.op);
  s->is_full = s->is_full || !rebuild_has_room(&s->store);
  if (s->is_full) return (struct worth){0, 0};
  if (e.op == EX_TABLE) return build_table(s, &e);
  e.a = operand_node(s, e.a);
  if (arity > 1) e.b = operand_node(s, e.b);
  if (arity > 2) e.c = operand_node(s, e.c);
  return from_node(s, rebuild_node(&s->store, e));
}

static struct worth combine(struct substitute *s, const struct expr *e, struct worth a, struct worth b) {
  unsigned width = s->store.node[e->op == EX_CONCAT ? e->b : e->a].width;
  if (a.id || b.id) return build(s, *e);
  return (struct worth){0, expr_apply(e, width, a.value, b.value, 0)};
}

/* For operators that may not need all their operands. */
static struct worth compute(struct substitute *s, expr_id id) {
  const struct expr *e = &s->store.node[id];
  expr_id x = substitute_needs(s, id, 0), y = substitute_needs(s, id, 1);
  struct worth a = worth_of(s, x), b = y ? worth_of(s, y) : (struct worth){0, 0};
  if (e->op == EX_ITE || e->op == EX_TABLE) return a.id ? build(s, *e) : b;
  return y ? combine(s, e, a, b) : a;
}

/* ---- the walk ---- */

static void need(struct substitute *s, expr_id id) {
  if (is_busy(s, id)) s->is_cyclic = true;
  vec_push(&s->todo, id);
}

static bool is_read_ready(struct substitute *s, expr_id id) {
  struct worth w;
  expr_id first = s->source(s->context, id, &w);
  if (!first) return keep(s, id, w), true;
  keep(s, id, (struct worth){BUSY, 0});
  need(s, first);
  return false;
}

static bool is_plain_ready(struct substitute *s, expr_id id) {
  const struct expr *e = &s->store.node[id];
  struct worth a, b = {0, 0};
  bool has_a = substitute_known(s, e->a, &a), has_b = expr_arity(e->op) < 2 || substitute_known(s, e->b, &b);
  if (!has_a) need(s, e->a);
  if (!has_b) need(s, e->b);
  if (has_a && has_b) keep(s, id, combine(s, e, a, b));
  return has_a && has_b;
}

/* The first operand alone may tell which others count. */
static bool is_choice_ready(struct substitute *s, expr_id id) {
  struct worth w;
  size_t before = s->todo.count;
  expr_id o;
  for (uint32_t i = 0; (o = substitute_needs(s, id, i)); i++) {
    if (substitute_known(s, o, &w)) continue;
    need(s, o);
    if (i == 0) break;
  }
  if (s->todo.count > before) return false;
  keep(s, id, compute(s, id));
  return true;
}

static bool is_ready(struct substitute *s, expr_id id) {
  struct worth w;
  if (substitute_known(s, id, &w)) return true;
  switch (s->store.node[id].op) {
  case EX_READ: return is_read_ready(s, id);
  case EX_ITE:
  case EX_TABLE:
  case EX_AND:
  case EX_OR:
  case EX_MUL: return is_choice_ready(s, id);
  default: return is_plain_ready(s, id);
  }
}

enum substitution substitute_expr(struct substitute *s, expr_id root, struct worth *out) {
  if (substitute_known(s, root, out)) return SUBSTITUTED;
  vec_clear(&s->todo);
  vec_push(&s->todo, root);
  while (s->todo.count && !s->is_cyclic && !s->is_full) {
    size_t last = s->todo.count - 1;
    if (is_ready(s, s->todo.at[last])) s->todo.count = last;
  }
  if (s->is_full) return NO_ROOM;
  if (s->is_cyclic) return CYCLIC;
  *out = worth_of(s, root);
  return SUBSTITUTED;
}
