#include "cli/unit_names.h"
#include "cli/build.h"
#include "base/buffer.h"
#include "base/die.h"
#include "base/option.h"
#include "base/rlimit.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NEAR = 4, LISTED = 40 };

/* ---- files ---- */

static void check_source(const char *path) {
  if (access(path, R_OK))
    die_usage("%s: %s; name the .c file that defines the function", path, strerror(errno));
  if (!build_is_source(path))
    die_usage(
        "%s is not a .c file: unit mode needs source, as it compiles the function with a driver; name the .c "
        "file that defines it",
        path);
}

bool unit_sources_read(struct unit_sources *s, char *const *paths, size_t count, struct stop *stop,
                       double deadline) {
  *s = (struct unit_sources){xcalloc(count, sizeof *s->files), count};
  for (size_t i = 0; i < count; i++) check_source(paths[i]);
  for (size_t i = 0; i < count; i++) {
    enum unit_read read = unit_file_read(&s->files[i], paths[i], stop, deadline);
    if (read == UNIT_STOPPED) return false;
    if (read == UNIT_DOES_NOT_COMPILE)
      die_usage("%s does not compile: see the messages above%s", paths[i], rlimit_list());
  }
  return true;
}

void unit_sources_free(struct unit_sources *s) {
  for (size_t i = 0; i < s->count; i++) unit_file_free(&s->files[i]);
  free(s->files);
}

/* ---- what there is ---- */

static bool is_listed(const struct unit_function *f) {
  return f->is_defined && f->is_own && strcmp(f->name, "main") != 0;
}

/* The nearest names, nearest first: those with a few letters changed. */
static void add_near(struct buffer *b, const struct unit_sources *s, const char *name) {
  bool is_first = true;
  for (size_t distance = 1; distance < NEAR && distance < strlen(name); distance++)
    for (size_t i = 0; i < s->count; i++)
      for (size_t k = 0; k < s->files[i].functions.count; k++) {
        const struct unit_function *f = &s->files[i].functions.at[k];
        if (!is_listed(f) || word_distance(name, f->name) != distance) continue;
        buffer_format(b, "%s%s", is_first ? "; did you mean " : " or ", f->name);
        is_first = false;
      }
  if (!is_first) buffer_text(b, "?");
}

static void add_list(struct buffer *b, const struct unit_file *file) {
  size_t count = 0;
  buffer_format(b, "\n  %s defines:", file->path);
  for (size_t i = 0; i < file->functions.count; i++) {
    const struct unit_function *f = &file->functions.at[i];
    if (!is_listed(f)) continue;
    if (count++ < LISTED) buffer_format(b, "%s %s", count > 1 ? "," : "", f->name);
  }
  if (!count) buffer_text(b, " no function");
  if (count > LISTED) buffer_format(b, " and %zu more", count - LISTED);
}

static _Noreturn void refuse_unknown(const struct unit_sources *s, const char *option, const char *name) {
  struct buffer b = {0};
  buffer_format(&b, "%s: there is no function '%s'", option, name);
  add_near(&b, s, name);
  for (size_t i = 0; i < s->count; i++) add_list(&b, &s->files[i]);
  die_usage("%s", buffer_string(&b));
}

/* Where it is declared; NULL: nowhere. */
static const struct unit_file *declaring(const struct unit_sources *s, const char *name) {
  for (size_t i = 0; i < s->count; i++)
    if (unit_function_find(&s->files[i], name)) return &s->files[i];
  return NULL;
}

static const struct unit_function *defined_in(const struct unit_file *file, const char *name) {
  const struct unit_function *f = unit_function_find(file, name);
  return f && f->is_defined ? f : NULL;
}

size_t unit_source_of(const struct unit_sources *s, const char *name) {
  if (!strcmp(name, "main"))
    die_usage("main is not tested by a driver, it is the program: leave out --function");
  if (!*name) die_usage("--function: a name is missing, as in --function insert,search");
  for (size_t i = 0; i < s->count; i++)
    if (defined_in(&s->files[i], name)) return i;
  const struct unit_file *file = declaring(s, name);
  if (file)
    die_usage("%s is declared in %s, but not defined there: name the .c file that defines it, too", name,
              file->path);
  refuse_unknown(s, "--function", name);
}

const struct unit_function *unit_condition_of(const struct unit_sources *s, const char *option,
                                              const char *name) {
  for (size_t i = 0; i < s->count; i++) {
    const struct unit_function *f = defined_in(&s->files[i], name);
    if (!f) continue;
    if (f->is_static || !f->returns.text)
      die_usage("--%s %s: it is %s in %s, and the driver is made for another file", option, name,
                f->is_static ? "static" : "of a type that cannot be declared again", s->files[i].path);
    return f;
  }
  char *full = xprintf("--%s", option);
  refuse_unknown(s, full, name);
}
