/* Prints the tables of the program it is linked to, in the words of expected.c. With an argument, what
 * the program tells of each of its inputs, or the ids. Compiled without instrumentation. */
#include "wire/type.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern const struct raddle_type __start_raddle_types[] __attribute__((weak));
extern const struct raddle_type __stop_raddle_types[] __attribute__((weak));
extern const struct raddle_target __start_raddle_targets[] __attribute__((weak));
extern const struct raddle_target __stop_raddle_targets[] __attribute__((weak));

static const char *const KIND[] = {"OPAQUE",  "SIGNED", "UNSIGNED", "CHAR",  "BOOL",     "WIDE",
                                   "POINTER", "ARRAY",  "STRUCT",   "UNION", "FUNCTION", "SYNC"};

static void show_member(const struct raddle_type *t, const struct raddle_member *m) {
  printf("%s.%s: bit %zu, %s", t->name, m->name, (size_t)(8 * m->offset + m->bit), m->type->name);
  printf(m->bits ? ", %u bits\n" : "\n", m->bits);
  size_t touched = m->offset + (m->bits ? (m->bit + m->bits + 7) / 8 : m->type->size);
  if (touched > t->size) printf("%s.%s reaches beyond its end\n", t->name, m->name);
  if (m->bits && m->bit >= 8 && m->offset + m->type->size > t->size)
    printf("%s.%s: its unit reaches beyond the end\n", t->name, m->name);
}

static void show_types(void) {
  for (const struct raddle_type *t = __start_raddle_types; t < __stop_raddle_types; t++) {
    printf("%s: %s of %zu, %u, %s\n", t->name, KIND[t->kind], (size_t)t->size, t->count,
           t->inner ? t->inner->name : "-");
    for (unsigned i = 0; t->member && i < t->count; i++) show_member(t, &t->member[i]);
  }
}

static void show_ids(void) {
  for (const struct raddle_type *t = __start_raddle_types; t < __stop_raddle_types; t++)
    printf("%016llx %s\n", (unsigned long long)t->id, t->name);
}

static const char *type_of_target(const struct raddle_target *f) {
  for (const struct raddle_type *t = __start_raddle_types; t < __stop_raddle_types; t++)
    if (t->kind == TYPE_FUNCTION && t->id == f->type) return t->name;
  return "-";
}

static void show_targets(void) {
  for (const struct raddle_target *f = __start_raddle_targets; f < __stop_raddle_targets; f++)
    printf("%s: %s\n", f->name, f->address ? type_of_target(f) : "no address");
}

void *elsewhere; /* told.c does not know what it is */
static int shows_told;
static const struct raddle_type *told;
void __wrap___raddle_input_type(const struct raddle_type *type) { told = type; }

static void show_told(const char *name) {
  if (shows_told) printf("%s: %s\n", name, told ? told->name : "nothing");
  told = NULL;
}
void raddle_symbolic(void *p, size_t size, const char *name) { show_told(name); }
void klee_make_symbolic(void *p, size_t size, const char *name) { show_told(name); }
void __VERIFIER_nondet_memory(void *p, size_t size) { show_told("memory"); }

void inputs(void);
int show(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "types";
  shows_told = !strcmp(what, "told");
  inputs();
  if (!strcmp(what, "types")) show_types();
  if (!strcmp(what, "ids")) show_ids();
  if (!strcmp(what, "targets")) show_targets();
  return 0;
}
