/* A stack of things still to print: an expression, or a piece of text. The output's bound bounds the work: a graph with
 * much sharing has an exponentially long text. */
#include "explore/expr_print.h"
#include "base/vec.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TABLE_SHOWN 4 /* elements */

struct item {
  expr_id id; /* 0: text */
  const char *text;
};

struct printer {
  const struct expr_store *store;
  char *text;
  size_t size, used;
  bool is_full;
  vec(struct item) todo;
};

__attribute__((format(printf, 2, 3))) static void put(struct printer *p, const char *format, ...) {
  va_list args;
  if (p->is_full) return;
  va_start(args, format);
  int n = vsnprintf(p->text + p->used, p->size - p->used, format, args);
  va_end(args);
  p->is_full = n < 0 || p->used + (size_t)n >= p->size;
  p->used += p->is_full ? 0 : (size_t)n;
}

static const char *name_of(enum expr_op op) {
  static const char *const names[] = {
#define EXPR(name, smt, arity) smt,
#include "wire/expr.def"
#undef EXPR
  };
  return names[op];
}

static void put_leaf(struct printer *p, const struct expr *e) {
  if (e->op == EX_CONST) {
    put(p, "%" PRId64,
        e->width == 1 ? (int64_t)expr_const_value(e) : expr_signed(expr_const_value(e), e->width));
    return;
  }
  if (e->a) put(p, "t%u.", e->a);
  put(p, "in%u:%u", e->b, e->width);
}

static void later(struct printer *p, expr_id id, const char *text) {
  vec_push(&p->todo, ((struct item){id, text}));
}

/* The stack is last in, first out: pieces are pushed from the end. */
static void put_node(struct printer *p, expr_id id) {
  const struct expr *e = &p->store->node[id];
  unsigned n = expr_arity(e->op);
  const expr_id operands[3] = {e->a, e->b, e->c};
  if (!n) {
    put_leaf(p, e);
    return;
  }
  put(p, "(%s ", name_of(e->op));
  if (e->op == EX_EXTRACT) put(p, "%u %u ", e->lo + e->width - 1u, e->lo);
  if (e->op == EX_ZEXT || e->op == EX_SEXT) put(p, "%u ", e->width);
  later(p, 0, ")");
  if (e->op == EX_TABLE) {
    uint32_t shown = e->c < TABLE_SHOWN ? e->c : TABLE_SHOWN;
    later(p, 0, shown < e->c ? " ...]" : "]");
    for (uint32_t i = shown; i--;) later(p, p->store->table[e->b + i], NULL), later(p, 0, i ? " " : " [");
  }
  for (unsigned i = n; i--;) {
    later(p, operands[i], NULL);
    if (i) later(p, 0, " ");
  }
}

const char *expr_print(const struct expr_store *store, expr_id id, char *text, size_t size) {
  struct printer p = {.store = store, .text = text, .size = size};
  text[0] = 0;
  later(&p, id, NULL);
  while (p.todo.count && !p.is_full) {
    struct item i = vec_pop(&p.todo);
    if (i.text)
      put(&p, "%s", i.text);
    else
      put_node(&p, i.id);
  }
  if (p.is_full) strcpy(text + size - 4, "...");
  vec_free(&p.todo);
  return text;
}
