/* A recursive walk that stops when the text is full or the nesting deep: a graph with much
 * sharing has an exponentially long text, and nobody reads that far. */
#include "explore/expr_print.h"
#include "explore/type_path.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TABLE_SHOWN 4 /* elements */
#define DEPTH_MAX 60

struct printer {
  const struct expr_store *store;
  const struct expr_names *names;
  char *text;
  size_t size, used;
  bool is_full;
};

__attribute__((format(printf, 2, 3))) static void put(struct printer *p, const char *format, ...) {
  va_list args;
  if (p->is_full) return;
  va_start(args, format);
  int n = vsnprintf(p->text + p->used, p->size - p->used, format, args);
  va_end(args);
  p->is_full = n < 0 || p->used + (size_t)n >= p->size;
  if (!p->is_full) p->used += (size_t)n;
}

static const char *const infix[EX_COUNT] = {
    [EX_ADD] = "+",   [EX_SUB] = "-",  [EX_MUL] = "*",  [EX_UDIV] = "/u",  [EX_SDIV] = "/",
    [EX_UREM] = "%u", [EX_SREM] = "%", [EX_SHL] = "<<", [EX_LSHR] = ">>u", [EX_ASHR] = ">>",
    [EX_AND] = "&",   [EX_OR] = "|",   [EX_XOR] = "^",  [EX_EQ] = "==",    [EX_ULT] = "<u",
    [EX_ULE] = "<=u", [EX_SLT] = "<",  [EX_SLE] = "<=", [EX_CONCAT] = ":",
};

/* The input a variable is, or is part of. */
static const struct input_object *object_of(const struct printer *p, const struct expr *e) {
  for (size_t i = 0; p->names && i < p->names->count; i++) {
    const struct input_object *o = &p->names->object[i];
    if (e->b >= o->flat && e->b + e->width / 8 <= o->flat + o->bytes && *o->name) return o;
  }
  return NULL;
}

/* What C calls it, where the type of the input is known. */
static bool put_part(struct printer *p, const struct expr *e, const struct input_object *o) {
  char name[160];
  struct type_wanted wanted = {NULL, e->width / 8};
  if (!o->type || !p->names->types) return false;
  if (!type_part_name(p->names->types, o, e->b - o->flat, wanted, name, sizeof name))
    snprintf(name, sizeof name, "%s%s@%u:%u", o->label ? "*" : "", o->name, e->b - o->flat, e->width);
  put(p, "%s", name);
  return true;
}

static void put_variable(struct printer *p, const struct expr *e) {
  const struct input_object *o = object_of(p, e);
  if (!o)
    put(p, "in%u:%u", e->b, e->width);
  else if (put_part(p, e, o))
    return;
  else if (o->bytes * 8 == e->width)
    put(p, "%s", o->name);
  else
    put(p, "%s[%u]", o->name, (e->b - o->flat) / (e->width / 8));
}

static void put_expr(struct printer *p, expr_id id, unsigned depth);

static void put_table(struct printer *p, const struct expr *e, unsigned depth) {
  put(p, "{");
  for (uint32_t i = 0; i < e->c && i < TABLE_SHOWN; i++) {
    if (i) put(p, ", ");
    put_expr(p, p->store->table[e->b + i], depth);
  }
  put(p, e->c > TABLE_SHOWN ? ", ...}[" : "}[");
  put_expr(p, e->a, 0);
  put(p, "]");
}

static void put_binary(struct printer *p, const struct expr *e, unsigned depth) {
  if (depth) put(p, "(");
  put_expr(p, e->a, depth + 1);
  put(p, " %s ", infix[e->op]);
  put_expr(p, e->b, depth + 1);
  if (depth) put(p, ")");
}

static void put_expr(struct printer *p, expr_id id, unsigned depth) {
  const struct expr *e = &p->store->node[id];
  if (p->is_full) return;
  if (depth > DEPTH_MAX) {
    p->is_full = true;
    return;
  }
  switch (e->op) {
  case EX_CONST:
    put(p, "%" PRId64, e->width > 1 ? expr_signed(expr_const_value(e), e->width) : (int64_t)e->b);
    break;
  case EX_VAR:
  case EX_INBYTE: put_variable(p, e); break;
  case EX_READ: put(p, "r%u@t%u", e->b, e->a); break;
  case EX_NOT:
    put(p, e->width == 1 ? "!" : "~");
    put_expr(p, e->a, depth + 1);
    break;
  case EX_ZEXT:
  case EX_SEXT: put_expr(p, e->a, depth); break;
  case EX_EXTRACT:
    put_expr(p, e->a, depth + 1);
    put(p, "[%u:%u]", e->lo + e->width - 1u, e->lo);
    break;
  case EX_ITE:
    put(p, "(");
    put_expr(p, e->a, 1);
    put(p, " ? ");
    put_expr(p, e->b, 1);
    put(p, " : ");
    put_expr(p, e->c, 1);
    put(p, ")");
    break;
  case EX_TABLE: put_table(p, e, depth + 1); break;
  default: put_binary(p, e, depth);
  }
}

const char *expr_print(const struct expr_store *store, const struct expr_names *names, expr_id id, char *text,
                       size_t size) {
  struct printer p = {.store = store, .names = names, .text = text, .size = size};
  text[0] = 0;
  put_expr(&p, id, 0);
  if (p.is_full) strcpy(text + (p.used + 4 <= size ? p.used : size - 4), "...");
  return text;
}
