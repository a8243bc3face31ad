/* The driver of a sequence: a function for each function that is called, which chooses the
 * arguments, and a main that chooses the calls.
 *
 * Pointers that calls return are kept in pools, one for each type, and a later call that takes a
 * pointer of that type takes any of them. While the pool is empty it takes an input. */
#include "unit/sequence.h"
#include "unit/driver.h"
#include "unit/driver_parts.h"
#include "unit/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS_MAX = 10000 };

struct pool {
  const struct unit_type *type;
  const char *name;
};

struct writer {
  const struct unit *unit;
  unit_names used;
  vec(struct pool) pools;
  vec(const char *) callers; /* for each of unit->functions */
  vec(char *) unmatched;     /* for each condition: why no call has the arguments for it; NULL: one has */
};

/* ---- pools ---- */

static bool is_pointer(const struct unit_type *t) {
  return t->text && strchr(t->same, '*') && !strchr(t->same, '(');
}

static const struct pool *pool_of(const struct writer *w, const struct unit_type *t) {
  for (size_t i = 0; t->text && i < w->pools.count; i++)
    if (!strcmp(w->pools.at[i].type->same, t->same)) return &w->pools.at[i];
  return NULL;
}

static const char *own_name(struct writer *w, const char *prefix, const char *what) {
  struct buffer b = {0};
  buffer_text(&b, prefix);
  buffer_text(&b, what);
  const char *name = text_name(&w->used, w->unit->file, buffer_string(&b));
  buffer_free(&b);
  return name;
}

static void add_pools(struct writer *w) {
  for (size_t i = 0; i < w->unit->functions.count; i++) {
    const struct unit_type *t = &w->unit->functions.at[i]->returns;
    if (!is_pointer(t) || pool_of(w, t)) continue;
    char number[24];
    snprintf(number, sizeof number, "%zu", w->pools.count + 1);
    vec_push(&w->pools, ((struct pool){t, own_name(w, "pool_", number)}));
  }
}

/* No more than CALLS_MAX + 1. */
static uint64_t calls_in(const struct sequence *s) {
  uint64_t sum = 0;
  for (size_t i = 0; i < s->items.count; i++) {
    const struct sequence_item *item = &s->items.at[i];
    uint64_t most = item->name ? 1 : 0;
    for (size_t k = 0; k < item->alternatives.count; k++) {
      uint64_t n = calls_in(&item->alternatives.at[k]);
      if (n > most) most = n;
    }
    sum += most * item->most;
    if (sum > CALLS_MAX) return CALLS_MAX + 1;
  }
  return sum;
}

static void write_pools(struct buffer *b, const struct writer *w) {
  uint64_t size = calls_in(w->unit->sequence);
  if (!w->pools.count) return;
  buffer_format(b,
                "\n/* Pointers that calls have returned. Later calls take any of them. */\n"
                "struct raddle_pool {\n  void *at[%lu];\n  int count;\n};\n",
                size ? size : 1);
  for (size_t i = 0; i < w->pools.count; i++) {
    buffer_format(b, "static struct raddle_pool %s; /* ", w->pools.at[i].name);
    text_comment(b, w->pools.at[i].type->text);
    buffer_text(b, " */\n");
  }
  buffer_text(b, "\nstatic void *raddle_pick(const struct raddle_pool *p) {\n"
                 "  return p->at[p->count > 1 ? raddle_choose(p->count) : 0];\n}\n"
                 "\nstatic void raddle_keep(struct raddle_pool *p, const void *value) {\n"
                 "  for (int i = 0; i < p->count; i++)\n    if (p->at[i] == value) return;\n"
                 "  p->at[p->count++] = (void *)value;\n}\n");
}

/* ---- a call ---- */

static void write_argument(struct buffer *b, const struct writer *w, const struct unit_parameter *p,
                           const char *name) {
  const struct pool *pool = pool_of(w, &p->type);
  text_declare(b, "  ", p->type.text, name);
  if (!pool) {
    text_symbolic(b, "  ", &p->type, name, p->name);
    return;
  }
  buffer_format(b, "  if (%s.count)\n    %s = raddle_pick(&%s);\n  else\n", pool->name, name, pool->name);
  text_symbolic(b, "    ", &p->type, name, p->name);
}

static void write_conditions(struct buffer *b, struct writer *w, const struct unit_call *call,
                             bool is_before) {
  unit_names written = {0};
  for (size_t i = 0; i < w->unit->conditions.count; i++) {
    size_t before = written.count;
    free(driver_condition(b, &w->unit->conditions.at[i], call, is_before, &written));
    if (written.count == before) continue;
    free(w->unmatched.at[i]);
    w->unmatched.at[i] = NULL;
  }
  text_names_free(&written);
}

static bool wants_result(const struct writer *w, const struct unit_function *f) {
  for (size_t i = 0; i < w->unit->conditions.count; i++)
    if (unit_condition_wants_result(&w->unit->conditions.at[i], f)) return true;
  return pool_of(w, &f->returns);
}

/* Variables of the caller are its own: only names of the file are in the way. */
static void write_caller(struct buffer *b, struct writer *w, const struct unit_function *f,
                         const char *name) {
  struct unit_call call = {.function = f};
  size_t first = w->used.count;
  buffer_format(b, "\nstatic void %s(void) {\n", name);
  for (size_t i = 0; i < f->parameters.count; i++) {
    vec_push(&call.arguments, text_name(&w->used, w->unit->file, f->parameters.at[i].name));
    write_argument(b, w, &f->parameters.at[i], call.arguments.at[i]);
  }
  if (wants_result(w, f)) call.result = text_name(&w->used, w->unit->file, "result");
  write_conditions(b, w, &call, true);
  driver_result(b, &call, "  ");
  driver_call_line(b, &call);
  if (pool_of(w, &f->returns))
    buffer_format(b, "  raddle_keep(&%s, %s);\n", pool_of(w, &f->returns)->name, call.result);
  write_conditions(b, w, &call, false);
  buffer_text(b, "}\n");
  vec_free(&call.arguments);
  while (w->used.count > first) free(vec_pop(&w->used));
}

/* ---- main ---- */

static void indent(struct buffer *b, unsigned depth) {
  for (unsigned i = 0; i < depth; i++) buffer_text(b, "  ");
}

static const char *caller_of(const struct writer *w, const char *name) {
  for (size_t i = 0; i < w->unit->functions.count; i++)
    if (!strcmp(w->unit->functions.at[i]->name, name)) return w->callers.at[i];
  return NULL;
}

static void write_sequence(struct buffer *b, const struct writer *w, const struct sequence *s,
                           unsigned depth);

static void write_alternatives(struct buffer *b, const struct writer *w, const struct sequence_item *item,
                               unsigned depth) {
  if (item->alternatives.count == 1) {
    write_sequence(b, w, &item->alternatives.at[0], depth);
    return;
  }
  indent(b, depth);
  buffer_format(b, "switch (raddle_choose(%zu)) {\n", item->alternatives.count);
  for (size_t i = 0; i < item->alternatives.count; i++) {
    indent(b, depth);
    buffer_format(b, "case %zu:\n", i);
    write_sequence(b, w, &item->alternatives.at[i], depth + 1);
    indent(b, depth + 1);
    buffer_text(b, "break;\n");
  }
  indent(b, depth);
  buffer_text(b, "}\n");
}

/* How often: a loop, or nothing if that is once. */
static bool write_times(struct buffer *b, const struct sequence_item *item, unsigned depth) {
  uint32_t choices = item->most - item->least + 1;
  if (item->least == 1 && item->most == 1) return false;
  indent(b, depth);
  if (item->most == 1)
    buffer_text(b, "if (raddle_choose(2)) {\n");
  else if (choices == 1)
    buffer_format(b, "for (int n = %u; n > 0; n--) {\n", item->most);
  else if (item->least)
    buffer_format(b, "for (int n = %u + raddle_choose(%u); n > 0; n--) {\n", item->least, choices);
  else
    buffer_format(b, "for (int n = raddle_choose(%u); n > 0; n--) {\n", choices);
  return true;
}

static void write_item(struct buffer *b, const struct writer *w, const struct sequence_item *item,
                       unsigned depth) {
  if (!item->most) return;
  bool is_block = write_times(b, item, depth);
  unsigned inside = depth + is_block;
  if (item->name) {
    indent(b, inside);
    buffer_format(b, "%s();\n", caller_of(w, item->name));
  } else
    write_alternatives(b, w, item, inside);
  if (!is_block) return;
  indent(b, depth);
  buffer_text(b, "}\n");
}

static void write_sequence(struct buffer *b, const struct writer *w, const struct sequence *s,
                           unsigned depth) {
  for (size_t i = 0; i < s->items.count; i++) write_item(b, w, &s->items.at[i], depth);
}

/* ---- all of it ---- */

static void write_all(struct buffer *b, struct writer *w) {
  const struct unit *u = w->unit;
  for (size_t i = 0; i < u->functions.count; i++)
    vec_push(&w->callers, own_name(w, "call_", u->functions.at[i]->name));
  add_pools(w);
  driver_head(b, u, false);
  write_pools(b, w);
  for (size_t i = 0; i < u->functions.count; i++) write_caller(b, w, u->functions.at[i], w->callers.at[i]);
  buffer_text(b, "\nint main(void) {\n");
  driver_globals(b, u);
  write_sequence(b, w, u->sequence, 1);
  buffer_text(b, "  return 0;\n}\n");
}

/* What is said about a condition that no call has the arguments for. */
static void expect_conditions(struct writer *w) {
  for (size_t i = 0; i < w->unit->conditions.count; i++) {
    const struct unit_condition *c = &w->unit->conditions.at[i];
    char *text = unit_function_text(c->function);
    vec_push(
        &w->unmatched,
        xprintf("--%s %s: no call of the sequence has the arguments for it; parameters are matched by name, "
                "else by type",
                c->option, text));
    free(text);
  }
}

static char *first_unmatched(struct writer *w) {
  char *why = NULL;
  for (size_t i = 0; i < w->unmatched.count; i++) {
    if (!why)
      why = w->unmatched.at[i];
    else
      free(w->unmatched.at[i]);
  }
  vec_free(&w->unmatched);
  return why;
}

char *unit_sequence_write(const struct unit *u, struct buffer *b) {
  struct writer w = {.unit = u};
  if (calls_in(u->sequence) > CALLS_MAX)
    return xprintf("--sequence: more than %d calls in a row are too many", CALLS_MAX);
  driver_reserve(&w.used, u);
  expect_conditions(&w);
  write_all(b, &w);
  vec_free(&w.pools);
  vec_free(&w.callers);
  text_names_free(&w.used);
  return first_unmatched(&w);
}
