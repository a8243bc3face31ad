#include "unit/driver_parts.h"
#include "base/die.h"
#include "unit/text.h"
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* ---- the head ---- */

static void write_comment(struct buffer *b, const struct unit *u) {
  buffer_text(b, "/* A driver for ");
  text_comment(b, base_name(u->path));
  buffer_text(b, ", written by\n *\n *     ");
  text_comment(b, u->command);
  buffer_text(
      b,
      "\n *\n"
      " * It runs by itself, as it is or as you change it (a copy of it: raddle writes this one anew):\n"
      " *\n *     raddle test driver.c\n *\n"
      " * Name other .c files of the program behind it. raddle_symbolic makes a variable an input: raddle\n"
      " * looks for the values that matter. raddle_assume leaves runs that are of no interest. */\n");
}

/* The program's own main is not called; that it may end without a return is of main alone. */
static void include_file(struct buffer *b, const struct unit *u) {
  const struct unit_function *own = unit_function_find(u->file, "main");
  bool has_main = own && own->is_defined;
  if (has_main)
    buffer_text(b, "#pragma clang diagnostic push\n#pragma clang diagnostic ignored \"-Wreturn-type\"\n"
                   "#undef main\n#define main raddle_tested_main\n");
  buffer_format(b, "#include \"%s\"\n", u->path);
  buffer_text(b, has_main ? "#undef main\n#pragma clang diagnostic pop\n" : "#undef main\n");
}

/* An inline function that no declaration makes external has no definition to be called. */
static void write_declarations(struct buffer *b, const struct unit *u) {
  for (size_t i = 0; i < u->functions.count; i++)
    if (u->functions.at[i]->is_inline_only)
      buffer_format(b, "extern __typeof__(%s) %s;\n", u->functions.at[i]->name, u->functions.at[i]->name);
  for (size_t i = 0; i < u->prototypes.count; i++) {
    const struct unit_function *f = u->prototypes.at[i];
    char *text = unit_function_text(f);
    buffer_format(b, "%s %s;\n", f->returns.text, text);
    free(text);
  }
}

void driver_head(struct buffer *b, const struct unit *u, bool has_threads) {
  write_comment(b, u);
  include_file(b, u);
  if (has_threads) buffer_text(b, "#include <pthread.h>\n");
  buffer_text(b, "#include <raddle.h>\n");
  write_declarations(b, u);
}

/* ---- pieces of main ---- */

/* Unknown bytes make no lock. */
static bool is_lock(const struct unit_type *t) {
  static const char *const beginnings[] = {"pthread_", "union sem_t", "sem_t",          "mtx_t",
                                           "cnd_t",    "once_flag",   "struct _IO_FILE"};
  for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
    if (!strncmp(t->text, beginnings[i], strlen(beginnings[i])) && !strchr(t->text, '*')) return true;
  return false;
}

void driver_globals(struct buffer *b, const struct unit *u) {
  if (!u->options->symbolic_globals) return;
  for (size_t i = 0; i < u->file->variables.count; i++) {
    const struct unit_variable *v = &u->file->variables.at[i];
    if (is_lock(&v->type))
      buffer_format(b, "  /* %s keeps its value: it is a %s */\n", v->name, v->type.text);
    else
      text_symbolic(b, "  ", &v->type, v->name, v->name);
  }
}

void driver_call(struct buffer *b, const struct unit_call *call) {
  buffer_format(b, "%s(", call->function->name);
  for (size_t i = 0; i < call->arguments.count; i++)
    buffer_format(b, "%s%s", i ? ", " : "", call->arguments.at[i]);
  buffer_text(b, ")");
}

void driver_call_line(struct buffer *b, const struct unit_call *call) {
  buffer_text(b, "  ");
  if (call->result) buffer_format(b, "%s = ", call->result);
  driver_call(b, call);
  buffer_text(b, ";\n");
}

/* Before the call, as what its arguments may change has no say in a result's type. */
void driver_result(struct buffer *b, const struct unit_call *call, const char *storage) {
  if (!call->result) return;
  if (call->function->returns.text) {
    text_declare(b, storage, call->function->returns.text, call->result);
    return;
  }
  buffer_format(b, "%s__typeof__(", storage);
  driver_call(b, call);
  buffer_format(b, ") %s;\n", call->result);
}

/* ---- conditions ---- */

static bool is_wanted(const struct unit_condition *c, bool is_before) {
  if (!strcmp(c->option, "invariant")) return true;
  return is_before == !strcmp(c->option, "precondition");
}

char *driver_condition(struct buffer *b, const struct unit_condition *c, const struct unit_call *call,
                       bool is_before, unit_names *written) {
  char *why = NULL;
  if (!is_wanted(c, is_before)) return NULL;
  char *text = unit_condition_text(c, call, &why);
  if (!text) return why;
  if (unit_names_has(written, text)) {
    free(text);
    return NULL;
  }
  if (is_before)
    buffer_format(b, "  raddle_assume(%s != 0);\n", text);
  else
    buffer_format(b, "  raddle_assert(%s);\n", text);
  vec_push(written, text);
  return NULL;
}

void driver_reserve(unit_names *used, const struct unit *u) {
  vec_push(used, xstrdup("main"));
  if (u->options->threads) vec_push(used, xstrdup("threads")), vec_push(used, xstrdup("unused"));
  for (size_t i = 0; i < u->conditions.count; i++)
    vec_push(used, xstrdup(u->conditions.at[i].function->name));
}
