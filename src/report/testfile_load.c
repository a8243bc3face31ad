/* From a saved test to the tables and the plan of a program that has not run yet.
 *
 * Numbers of threads, visible objects and flat input bytes mean what the campaign's tables say;
 * so the tables are given the test's entries, and whatever else the run meets comes after them.
 * A visible variable is the one the test's number names if that has the test's name, else the
 * one of that name: the program may have been built again. */
#include "report/testfile.h"
#include <string.h>

static bool is_named(const struct shm *s, const struct test_visible *v, uint32_t name, uint32_t file,
                     uint32_t line, bool with_line) {
  const char *strings = shm_strings(s);
  return !strcmp(strings + name, v->name) && !strcmp(strings + file, v->file) &&
         (!with_line || line == v->line);
}

static bool is_the_global(const struct shm *s, const struct test_visible *v, uint64_t i, bool with_line) {
  const struct program_global *g = &shm_global(s)[i];
  return i < s->global_count && is_named(s, v, g->name, g->file, g->line, with_line);
}

static bool is_the_local(const struct shm *s, const struct test_visible *v, uint64_t i, bool with_line) {
  const struct program_local *l = &shm_local(s)[i];
  return i < s->local_count && is_named(s, v, l->name, l->file, l->line, with_line);
}

static bool find_variable(const struct shm *s, const struct test_visible *v, uint64_t *id) {
  bool is_global = v->what.kind == VISIBLE_GLOBAL;
  bool (*is_it)(const struct shm *, const struct test_visible *, uint64_t, bool) =
      is_global ? is_the_global : is_the_local;
  uint32_t count = is_global ? s->global_count : s->local_count;
  *id = v->what.id;
  if (is_it(s, v, *id, true)) return true;
  for (int with_line = 1; with_line >= 0; with_line--)
    for (*id = 0; *id < count; ++*id)
      if (is_it(s, v, *id, with_line)) return true;
  return false;
}

static uint32_t load_visibles(const struct test *t, struct shm *s) {
  struct visible *to = shm_visible(s);
  uint32_t missing = 0;
  shm_tables(s)->visible_count = 0;
  for (size_t i = 0; i < t->visibles.count; i++) {
    struct visible v = t->visibles.at[i].what;
    bool is_variable = v.kind == VISIBLE_GLOBAL || v.kind == VISIBLE_LOCAL;
    if (is_variable && !find_variable(s, &t->visibles.at[i], &v.id))
      missing++;
    else
      to[shm_tables(s)->visible_count++] = v;
  }
  s->plan.visible_count = shm_tables(s)->visible_count;
  return missing;
}

static void load_threads(const struct test *t, struct shm *s) {
  if (t->threads.count) memcpy(shm_thread(s), t->threads.at, t->threads.count * sizeof *t->threads.at);
  shm_tables(s)->thread_count = t->threads.count ? (uint32_t)t->threads.count : 1;
}

static void load_input(const struct test *t, struct shm *s) {
  if (t->spans.count) memcpy(shm_span(s), t->spans.at, t->spans.count * sizeof *t->spans.at);
  shm_tables(s)->span_count = (uint32_t)t->spans.count;
  shm_tables(s)->flat_count = s->plan.input_count = (uint32_t)t->input.count;
  if (t->input.count) memcpy(s->plan.input, t->input.at, t->input.count);
}

/* ---- pointers to functions ---- */

static uint64_t address_of_function(const struct shm *s, const char *name) {
  for (uint32_t i = 0; i < s->target_count; i++)
    if (!strcmp(shm_strings(s) + shm_target(s)[i].name, name)) return shm_target(s)[i].address;
  return 0;
}

/* The first flat byte of an object; beyond the input if there is none. */
static size_t flat_of(const struct test *t, const struct heap_object *o) {
  if (!o->label) return o->input < t->objects.count ? t->objects.at[o->input].flat : t->input.count;
  for (size_t i = 0; i < t->spans.count; i++)
    if (t->spans.at[i].thread == LAYOUT_THREADS + o->label) return t->spans.at[i].flat;
  return t->input.count;
}

/* Functions have other addresses in a program that was built again. */
static void load_functions(const struct test *t, struct shm *s) {
  for (size_t i = 0; i < t->heap.objects.count; i++) {
    const struct heap_object *o = &t->heap.objects.at[i];
    for (uint32_t k = 0; k < o->count; k++) {
      const struct heap_field *f = &t->heap.fields.at[o->first + k];
      uint64_t address = strstr(f->type, "(*)") ? address_of_function(s, f->value) : 0;
      size_t flat = flat_of(t, o) + f->offset;
      if (address && flat + sizeof address <= t->input.count)
        memcpy(s->plan.input + flat, &address, sizeof address);
    }
  }
}

static void load_schedule(const struct test *t, struct plan *p) {
  const struct test_policy *y = &t->policy;
  p->run_count = (uint32_t)t->schedule.count;
  if (t->schedule.count) memcpy(p->run, t->schedule.at, t->schedule.count * sizeof *t->schedule.at);
  p->policy = y->policy, p->chosen = y->chosen, p->depth = y->depth, p->length = y->length, p->seed = y->seed;
  p->postponed_count = (uint32_t)y->postponed.count;
  if (y->postponed.count) memcpy(p->postponed, y->postponed.at, y->postponed.count * sizeof *y->postponed.at);
  for (int i = 0; i < PLAN_STACKS; i++) p->stack_at[i] = UINT32_MAX;
}

uint32_t testfile_load(const struct test *t, struct shm *s) {
  load_threads(t, s);
  load_input(t, s);
  load_functions(t, s);
  load_schedule(t, &s->plan);
  return load_visibles(t, s);
}
