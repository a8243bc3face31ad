/* What a driver is made of, in the order of its text: the tested file, arguments that calls share,
 * a routine for each thread, and main. In a driver without threads all is in main. */
#include "unit/driver.h"
#include "base/die.h"
#include "unit/driver_parts.h"
#include "unit/sequence.h"
#include "unit/text.h"
#include <stdlib.h>
#include <string.h>

struct variable {
  const char *name; /* in the driver */
  char *label;      /* in reports */
  const struct unit_parameter *parameter;
  bool is_shared;
};

struct driver {
  const struct unit *unit;
  unit_names used, labels, shares;
  vec(struct variable) variables;
  vec(struct unit_call) calls;
  struct unit_function joint; /* its parameters are the variables: for conditions that relate several calls */
  vec(const char *) routines; /* of threads */
  bool has_threads;
};

/* ---- calls and their arguments ---- */

static bool may_share(const struct driver *d, const struct unit_parameter *p) {
  const char *share = d->unit->options->share;
  if (!share) return p->type.is_pointer;
  if (!strcmp(share, "all") || !strcmp(share, "none")) return share[0] == 'a';
  return unit_names_has(&d->shares, p->name);
}

static const char *shared_variable(const struct driver *d, const struct unit_parameter *p) {
  for (size_t i = 0; i < d->variables.count; i++) {
    const struct variable *v = &d->variables.at[i];
    if (v->is_shared && !strcmp(v->parameter->name, p->name) &&
        !strcmp(v->parameter->type.same, p->type.same))
      return v->name;
  }
  return NULL;
}

/* Several calls have arguments of their own: k_1 is that of the first call. */
static char *label_of(struct driver *d, const char *name, size_t call, bool is_numbered) {
  vec_push(&d->labels, is_numbered ? xprintf("%s_%zu", name, call + 1) : xstrdup(name));
  return vec_last(&d->labels);
}

static const char *own_name(struct driver *d, const char *name, size_t call, bool is_numbered) {
  return text_name(&d->used, d->unit->file, label_of(d, name, call, is_numbered));
}

static const char *variable_for(struct driver *d, const struct unit_parameter *p, size_t call,
                                bool is_numbered) {
  bool is_shared = is_numbered && may_share(d, p);
  const char *name = is_shared ? shared_variable(d, p) : NULL;
  if (name) return name;
  char *label = label_of(d, p->name, call, is_numbered && !is_shared);
  name = text_name(&d->used, d->unit->file, label);
  vec_push(&d->variables, ((struct variable){name, label, p, is_shared}));
  vec_push(&d->joint.parameters, ((struct unit_parameter){label, p->type}));
  return name;
}

static bool wants_result(const struct driver *d, const struct unit_function *f) {
  const struct unit *u = d->unit;
  for (size_t i = 0; i < u->conditions.count; i++)
    if (unit_condition_wants_result(&u->conditions.at[i], f)) return true;
  return false;
}

static void add_calls(struct driver *d) {
  const struct unit *u = d->unit;
  size_t count = d->has_threads ? u->options->threads : u->functions.count;
  for (size_t i = 0; i < count; i++) {
    struct unit_call call = {.function = u->functions.at[i % u->functions.count]};
    for (size_t k = 0; k < call.function->parameters.count; k++)
      vec_push(&call.arguments, variable_for(d, &call.function->parameters.at[k], i, count > 1));
    if (wants_result(d, call.function)) call.result = own_name(d, "result", i, count > 1);
    vec_push(&d->calls, call);
  }
}

/* ---- pieces ---- */

static void write_inputs(struct buffer *b, const struct driver *d) {
  for (size_t i = 0; i < d->variables.count; i++) {
    const struct variable *v = &d->variables.at[i];
    if (!d->has_threads) text_declare(b, "  ", v->parameter->type.text, v->name);
    text_symbolic(b, "  ", &v->parameter->type, v->name, v->label);
  }
}

static bool fits_a_call(const struct driver *d, const struct unit_condition *c) {
  for (size_t i = 0; i < d->calls.count; i++)
    if (unit_condition_fits(c, d->calls.at[i].function)) return true;
  return false;
}

static char *write_joint(struct buffer *b, const struct driver *d, const struct unit_condition *c,
                         bool is_before, unit_names *written) {
  struct unit_call call = {.function = &d->joint};
  for (size_t i = 0; i < d->variables.count; i++) vec_push(&call.arguments, d->variables.at[i].name);
  char *why = driver_condition(b, c, &call, is_before, written);
  vec_free(&call.arguments);
  return why;
}

/* A condition is about each call that has the arguments for it, else about the arguments of all calls. */
static char *write_condition(struct buffer *b, const struct driver *d, const struct unit_condition *c,
                             size_t first, size_t count, bool is_before, unit_names *written) {
  char *why = NULL;
  bool is_alone = fits_a_call(d, c);
  if (!is_alone && !c->takes_result && unit_condition_fits(c, &d->joint))
    return write_joint(b, d, c, is_before, written);
  for (size_t k = first; !why && k < first + count; k++)
    if (!is_alone || unit_condition_fits(c, d->calls.at[k].function))
      why = driver_condition(b, c, &d->calls.at[k], is_before, written);
  return why;
}

/* Each condition once, however many calls have the same arguments. */
static char *write_conditions(struct buffer *b, const struct driver *d, size_t first, size_t count,
                              bool is_before) {
  const struct unit *u = d->unit;
  unit_names written = {0};
  char *why = NULL;
  for (size_t i = 0; !why && i < u->conditions.count; i++)
    why = write_condition(b, d, &u->conditions.at[i], first, count, is_before, &written);
  text_names_free(&written);
  return why;
}

/* ---- one after the other ---- */

static char *write_calls(struct buffer *b, const struct driver *d) {
  char *why = write_conditions(b, d, 0, d->calls.count, true);
  for (size_t i = 0; !why && i < d->calls.count; i++) {
    driver_result(b, &d->calls.at[i], "  ");
    driver_call_line(b, &d->calls.at[i]);
    why = write_conditions(b, d, i, 1, false);
  }
  return why;
}

/* ---- in threads ---- */

static void write_statics(struct buffer *b, const struct driver *d) {
  for (size_t i = 0; i < d->variables.count; i++)
    text_declare(b, "static ", d->variables.at[i].parameter->type.text, d->variables.at[i].name);
  for (size_t i = 0; i < d->calls.count; i++) driver_result(b, &d->calls.at[i], "static ");
}

static void write_routines(struct buffer *b, struct driver *d) {
  for (size_t i = 0; i < d->calls.count; i++) {
    const char *name = own_name(d, "thread", i, true);
    vec_push(&d->routines, name);
    buffer_format(b, "\nstatic void *%s(void *unused) {\n  (void)unused;\n", name);
    driver_call_line(b, &d->calls.at[i]);
    buffer_text(b, "  return (void *)0;\n}\n");
  }
}

static char *write_threads(struct buffer *b, const struct driver *d) {
  char *why = write_conditions(b, d, 0, d->calls.count, true);
  if (why) return why;
  buffer_format(b, "  raddle_settle();\n  pthread_t threads[%zu];\n", d->calls.count);
  for (size_t i = 0; i < d->calls.count; i++)
    buffer_format(b, "  pthread_create(&threads[%zu], (void *)0, %s, (void *)0);\n", i, d->routines.at[i]);
  buffer_format(b, "  for (int i = 0; i < %zu; i++) pthread_join(threads[i], (void *)0);\n", d->calls.count);
  return write_conditions(b, d, 0, d->calls.count, false);
}

/* ---- all of it ---- */

/* A type that depends on another argument has no meaning where that is not declared. */
static char *refuse_variable_types(const struct driver *d) {
  for (size_t i = 0; i < d->variables.count; i++) {
    const struct unit_parameter *p = d->variables.at[i].parameter;
    const char *bracket = strchr(p->type.text, '[');
    bool is_variable = bracket && !strchr("0123456789]", bracket[1]);
    if (is_variable && d->calls.count > 1)
      return xprintf(
          "the size of parameter %s, '%s', depends on another parameter: write a driver for several calls "
          "of such a function by hand",
          p->name, p->type.text);
  }
  return NULL;
}

static char *write_all(struct buffer *b, struct driver *d) {
  add_calls(d);
  char *why = refuse_variable_types(d);
  if (why) return why;
  driver_head(b, d->unit, d->has_threads);
  if (d->has_threads) {
    buffer_text(b, "\n");
    write_statics(b, d);
    write_routines(b, d);
  }
  buffer_text(b, "\nint main(void) {\n");
  driver_globals(b, d->unit);
  write_inputs(b, d);
  why = d->has_threads ? write_threads(b, d) : write_calls(b, d);
  buffer_text(b, "  return 0;\n}\n");
  return why;
}

static void driver_free(struct driver *d) {
  for (size_t i = 0; i < d->calls.count; i++) vec_free(&d->calls.at[i].arguments);
  vec_free(&d->calls);
  vec_free(&d->variables);
  vec_free(&d->joint.parameters);
  vec_free(&d->routines);
  text_names_free(&d->used);
  text_names_free(&d->labels);
  text_names_free(&d->shares);
}

static char *unknown_share(const struct driver *d) {
  const char *share = d->unit->options->share;
  if (!share || !strcmp(share, "all") || !strcmp(share, "none")) return NULL;
  for (size_t i = 0; i < d->shares.count; i++) {
    bool is_known = false;
    for (size_t k = 0; k < d->unit->functions.count; k++)
      for (size_t p = 0; p < d->unit->functions.at[k]->parameters.count; p++)
        is_known |= !strcmp(d->unit->functions.at[k]->parameters.at[p].name, d->shares.at[i]);
    if (!is_known) return xprintf("--share: no function under test has a parameter '%s'", d->shares.at[i]);
  }
  return NULL;
}

char *unit_driver_write(const struct unit *u, struct buffer *b) {
  if (u->sequence) return unit_sequence_write(u, b);
  struct driver d = {.unit = u, .has_threads = u->options->threads > 0};
  driver_reserve(&d.used, u);
  if (u->options->share) text_split(&d.shares, u->options->share);
  char *why = unknown_share(&d);
  if (!why) why = write_all(b, &d);
  driver_free(&d);
  return why;
}
