#include "unit/condition.h"
#include "base/die.h"
#include <stdlib.h>
#include <string.h>

enum { NOTHING = -1, RESULT = -2 };

static bool is_number(const char *same) {
  return !strpbrk(same, "*([") && strncmp(same, "struct ", 7) != 0 && strncmp(same, "union ", 6) != 0;
}

static bool fits(const struct unit_type *a, const struct unit_type *b) {
  if (!a->text || !b->text) return false;
  return !strcmp(a->same, b->same) || (is_number(a->same) && is_number(b->same));
}

static bool is_same(const struct unit_type *a, const struct unit_type *b) {
  return a->text && b->text && !strcmp(a->same, b->same);
}

static int of_same_name(const struct unit_parameter *p, const struct unit_function *f) {
  for (size_t i = 0; i < f->parameters.count; i++) {
    const struct unit_parameter *q = &f->parameters.at[i];
    if (!strcmp(p->name, q->name) && fits(&p->type, &q->type)) return (int)i;
  }
  return NOTHING;
}

static bool is_taken(const int *taken, size_t count, int wanted) {
  for (size_t i = 0; i < count; i++)
    if (taken[i] == wanted) return true;
  return false;
}

static int of_same_type(const struct unit_function *condition, size_t at, const struct unit_function *f,
                        const int *taken) {
  const struct unit_type *type = &condition->parameters.at[at].type;
  size_t count = condition->parameters.count;
  if (at < f->parameters.count && is_same(type, &f->parameters.at[at].type) &&
      !is_taken(taken, count, (int)at))
    return (int)at;
  for (size_t i = 0; i < f->parameters.count; i++)
    if (is_same(type, &f->parameters.at[i].type) && !is_taken(taken, count, (int)i)) return (int)i;
  return NOTHING;
}

/* Which argument each parameter takes: names first, so that types do not take what a name wants.
 * The index of a parameter that takes nothing, or the number of them. */
static size_t match(const struct unit_condition *c, const struct unit_function *f, int *taken) {
  size_t count = c->function->parameters.count;
  const struct unit_parameter *p = c->function->parameters.at;
  bool has_result = c->takes_result && !unit_function_is_void(f);
  for (size_t i = 0; i < count; i++) taken[i] = NOTHING;
  for (size_t i = 0; i < count; i++) {
    bool is_result = has_result && !strcmp(p[i].name, "result");
    taken[i] = is_result ? RESULT : of_same_name(&p[i], f);
  }
  for (size_t i = 0; i < count; i++) {
    bool may_be_result = has_result && i + 1 == count && !is_taken(taken, count, RESULT);
    if (taken[i] == NOTHING) taken[i] = of_same_type(c->function, i, f, taken);
    if (taken[i] == NOTHING && may_be_result && (!f->returns.text || fits(&p[i].type, &f->returns)))
      taken[i] = RESULT;
    if (taken[i] == NOTHING) return i;
  }
  return count;
}

bool unit_condition_fits(const struct unit_condition *c, const struct unit_function *f) {
  int *taken = xcalloc(c->function->parameters.count + 1, sizeof *taken);
  bool fits_all = match(c, f, taken) == c->function->parameters.count;
  free(taken);
  return fits_all;
}

bool unit_condition_wants_result(const struct unit_condition *c, const struct unit_function *f) {
  int *taken = xcalloc(c->function->parameters.count + 1, sizeof *taken);
  size_t count = match(c, f, taken);
  bool wants = is_taken(taken, count, RESULT);
  free(taken);
  return wants;
}

static char *explain(const struct unit_condition *c, const struct unit_call *call, size_t at) {
  char *own = unit_function_text(c->function), *called = unit_function_text(call->function);
  char *why = xprintf(
      "--%s %s: its parameter %s is none of the arguments%s of %s; parameters are matched by name, "
      "else by type",
      c->option, own, c->function->parameters.at[at].name, c->takes_result ? " nor the result" : "", called);
  free(own);
  free(called);
  return why;
}

char *unit_condition_text(const struct unit_condition *c, const struct unit_call *call, char **why) {
  size_t count = c->function->parameters.count;
  int *taken = xcalloc(count + 1, sizeof *taken);
  size_t matched = match(c, call->function, taken);
  struct buffer b = {0};
  buffer_format(&b, "%s(", c->function->name);
  for (size_t i = 0; i < matched; i++)
    buffer_format(&b, "%s%s", i ? ", " : "",
                  taken[i] == RESULT ? call->result : call->arguments.at[taken[i]]);
  buffer_text(&b, ")");
  char *text = matched == count ? xstrdup(buffer_string(&b)) : NULL;
  if (!text) *why = explain(c, call, matched);
  buffer_free(&b);
  free(taken);
  return text;
}
