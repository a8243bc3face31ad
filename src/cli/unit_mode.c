#include "cli/unit_mode.h"
#include "cli/build.h"
#include "cli/unit_names.h"
#include "base/buffer.h"
#include "base/die.h"
#include "unit/driver.h"
#include "unit/sequence.h"
#include "unit/text.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A main of another file is not the driver's; neither is that of the tested file (driver.c). */
#define OTHER_MAIN "-Dmain=raddle_other_main"

bool unit_is_wanted(const struct options *o) { return o->unit.functions || o->unit.sequence; }

bool unit_is_all(const struct options *o) { return o->unit.functions && !strcmp(o->unit.functions, "all"); }

static double deadline_of(const struct options *o) {
  return o->campaign.max_time > 0 ? o->campaign.began + o->campaign.max_time : 0;
}

/* ---- what the driver is to do ---- */

struct making {
  const struct options *o;
  struct unit_sources sources;
  struct sequence *sequence;
  unit_names names;
  struct unit unit;
  size_t tested; /* the source that the driver includes */
};

static void add_name(void *making, const char *name) {
  struct making *m = making;
  vec_push(&m->names, xstrdup(name));
}

static void read_names(struct making *m) {
  const struct unit_options *u = &m->o->unit;
  char *why;
  if (!u->sequence) {
    text_split(&m->names, u->functions);
    return;
  }
  m->sequence = sequence_parse(u->sequence, u->max_calls, &why);
  if (!m->sequence) die_usage("%s", why);
  sequence_each_name(m->sequence, add_name, m);
}

static void find_functions(struct making *m) {
  m->tested = unit_source_of(&m->sources, m->names.at[0]);
  m->unit.file = &m->sources.files[m->tested];
  for (size_t i = 0; i < m->names.count; i++) {
    size_t source = unit_source_of(&m->sources, m->names.at[i]);
    if (source != m->tested)
      die_usage(
          "%s is defined in %s, and %s in %s: name functions of one file, or write a driver that calls both",
          m->names.at[0], m->unit.file->path, m->names.at[i], m->sources.files[source].path);
    const struct unit_function *f = unit_function_find(m->unit.file, m->names.at[i]);
    char *why = unit_function_refusal(m->unit.file, f);
    if (why) die_usage("%s: write a driver that calls it (docs/recipes.md)", why);
    vec_push(&m->unit.functions, f);
  }
}

/* Of the tested file, if that only declares it too; else another file's, which the driver has to
 * declare. */
static void add_condition(struct making *m, const char *option, const char *name, bool takes_result) {
  if (!name) return;
  const struct unit_function *f = unit_function_find(m->unit.file, name);
  if (!f) {
    f = unit_condition_of(&m->sources, option, name);
    vec_push(&m->unit.prototypes, f);
  }
  if (unit_function_is_void(f) || f->is_variadic)
    die_usage("--%s %s: it %s; it should return whether the condition holds", option, name,
              f->is_variadic ? "takes a variable number of arguments" : "returns nothing");
  vec_push(&m->unit.conditions, ((struct unit_condition){option, f, takes_result}));
}

static void find_conditions(struct making *m) {
  const struct unit_options *u = &m->o->unit;
  add_condition(m, "precondition", u->precondition, false);
  add_condition(m, "invariant", u->invariant, false);
  add_condition(m, "check-result", u->check_result, true);
}

/* ---- writing it ---- */

static void add_word(struct buffer *b, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
  bool is_plain = *word && word[strspn(word, plain)] == 0;
  buffer_format(b, is_plain ? " %s" : " '%s'", word);
}

static void add_text(struct buffer *b, const char *option, const char *text) {
  if (!text) return;
  add_word(b, option);
  add_word(b, text);
}

static void add_number(struct buffer *b, const char *option, uint32_t number, uint32_t usual) {
  if (number != usual) buffer_format(b, " %s %u", option, number);
}

/* With what decides the driver alone: --resume wants the same driver again, to the letter. */
static char *command_of(const struct options *o) {
  const struct unit_options *u = &o->unit;
  struct buffer b = {0};
  buffer_text(&b, "raddle test");
  add_text(&b, "--function", u->functions);
  add_text(&b, "--sequence", u->sequence);
  add_number(&b, "--max-calls", u->max_calls, UNIT_MAX_CALLS);
  add_number(&b, "--threads", u->threads, 0);
  add_text(&b, "--share", u->share);
  add_text(&b, "--precondition", u->precondition);
  add_text(&b, "--invariant", u->invariant);
  add_text(&b, "--check-result", u->check_result);
  if (u->symbolic_globals) add_word(&b, "--symbolic-globals");
  for (size_t i = 0; i < o->what_count; i++) add_word(&b, o->what[i]);
  char *command = xstrdup(buffer_string(&b));
  buffer_free(&b);
  return command;
}

static void write_file(const char *path, struct buffer *b) {
  FILE *f = fopen(path, "w");
  bool is_written = f && fwrite(b->at, 1, b->count, f) == b->count;
  if (!f || fclose(f) || !is_written) die("cannot write %s: %s", path, strerror(errno));
}

static void write_driver(struct making *m, const char *path) {
  struct buffer b = {0};
  char *command = command_of(m->o), *tested = realpath(m->unit.file->path, NULL);
  if (!tested) die_usage("%s: %s", m->unit.file->path, strerror(errno));
  if (strpbrk(tested, "\"\n"))
    die_usage("%s: a file with such a name cannot be included by a driver: rename it", m->unit.file->path);
  m->unit.options = &m->o->unit;
  m->unit.path = tested;
  m->unit.command = command;
  m->unit.sequence = m->sequence;
  char *why = unit_driver_write(&m->unit, &b);
  if (why) die_usage("%s", why);
  write_file(path, &b);
  buffer_free(&b);
  free(command);
  free(tested);
}

/* ---- compiling it ---- */

/* The driver where it will be, and the tested file as the user named it: so that reports do. */
static char *build(struct making *m, const char *folder, const char *driver, char *const *sources) {
  char *tested = realpath(sources[0], NULL);
  char *flags[] = {xprintf("-ffile-prefix-map=%s=%s/program/%s", driver, m->o->campaign.out, UNIT_DRIVER),
                   xprintf("-ffile-prefix-map=%s=%s", tested, sources[0]),
                   m->o->what_count > 1 ? xstrdup(OTHER_MAIN) : NULL, NULL};
  char **compiled = xcalloc(m->o->what_count, sizeof *compiled);
  memcpy(compiled, sources, m->o->what_count * sizeof *compiled);
  compiled[0] = (char *)(uintptr_t)driver;
  struct build b = {.sources = compiled,
                    .count = m->o->what_count,
                    .name = m->names.at[0],
                    .folder = folder,
                    .flags = (const char *const *)flags,
                    .stop = m->o->campaign.stop,
                    .deadline = deadline_of(m->o)};
  char *program = build_program(&b);
  for (size_t i = 0; i < 3; i++) free(flags[i]);
  free(compiled);
  free(tested);
  return program;
}

char *unit_build(const char *driver, char *const *sources, size_t count) {
  const char *const flags[] = {count > 1 ? OTHER_MAIN : NULL, NULL};
  char **compiled = xcalloc(count, sizeof *compiled);
  memcpy(compiled, sources, count * sizeof *compiled);
  compiled[0] = (char *)(uintptr_t)driver;
  char *program = build_program(&(struct build){.sources = compiled, .count = count, .flags = flags});
  free(compiled);
  return program;
}

/* The tested file first. */
static char **order_sources(const struct making *m) {
  char **sources = xcalloc(m->o->what_count + 1, sizeof *sources);
  size_t count = 0;
  sources[count++] = m->o->what[m->tested];
  for (size_t i = 0; i < m->o->what_count; i++)
    if (i != m->tested) sources[count++] = m->o->what[i];
  return sources;
}

static void making_free(struct making *m) {
  sequence_free(m->sequence);
  text_names_free(&m->names);
  vec_free(&m->unit.functions);
  vec_free(&m->unit.conditions);
  vec_free(&m->unit.prototypes);
  unit_sources_free(&m->sources);
}

struct unit_program unit_compile(const struct options *o) {
  struct unit_program p = {.source_count = o->what_count};
  struct making m = {.o = o};
  read_names(&m);
  if (!unit_sources_read(&m.sources, o->what, o->what_count, o->campaign.stop, deadline_of(o))) return p;
  find_functions(&m);
  find_conditions(&m);
  p.sources = order_sources(&m);
  char *folder = build_folder(), *driver = xprintf("%s/%s", folder, UNIT_DRIVER);
  write_driver(&m, driver);
  p.program = build(&m, folder, driver, p.sources);
  free(driver);
  free(folder);
  making_free(&m);
  return p;
}
