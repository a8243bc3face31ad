#include "detect/deadlock.h"
#include "base/hash.h"
#include "detect/deadlock_graph.h"
#include <ctype.h>
#include <string.h>

/* ---- identity ---- */

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint64_t hash_wait(const struct waiting *w) {
  return w->kind == EV_JOIN ? EV_JOIN : hash_mix(hash_mix(w->kind, w->site), w->object);
}

uint64_t deadlock_identity(const struct trace *t, const struct shm *program) {
  struct deadlock_graph g = deadlock_graph_of(t, program);
  vec(uint64_t) waits = {0};
  uint64_t h = 0;
  for (uint32_t i = 0; i < g.count; i++)
    if (g.part[i]) vec_push(&waits, hash_wait(&g.at[i]));
  if (waits.count) qsort(waits.at, waits.count, sizeof *waits.at, by_number);
  for (size_t i = 0; i < waits.count; i++)
    if (!i || waits.at[i] != waits.at[i - 1]) h = hash_mix(h, waits.at[i]);
  vec_free(&waits);
  deadlock_graph_free(&g);
  return h;
}

/* Without what stands in brackets. */
static void print_any_element(FILE *out, const char *name) {
  int depth = 0;
  for (; *name; name++) {
    depth -= *name == ']';
    if (!depth) fputc(*name, out);
    depth += *name == '[';
  }
}

static char *wait_text(const struct places *p, const struct deadlock_graph *g, uint32_t i) {
  char *text, *name;
  size_t size;
  const struct waiting *w = &g->at[i];
  if (w->kind == EV_JOIN) return xstrdup("join");
  struct place place = deadlock_waiting_place(p, g, i);
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  name = object_name_at(p, w->object, w->site, (enum event_kind)w->kind);
  print_any_element(out, name);
  fputs(" at ", out), place_print(out, &place);
  free(name);
  fclose(out);
  return text;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static char *part_text(const struct places *p, const struct deadlock_graph *g, uint32_t part) {
  vec(char *) waits = {0};
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  for (uint32_t i = 0; i < g->count; i++)
    if (g->part[i] == part) vec_push(&waits, wait_text(p, g, i));
  if (waits.count) qsort(waits.at, waits.count, sizeof *waits.at, by_text);
  for (size_t i = 0; i < waits.count; i++)
    if (!i || strcmp(waits.at[i - 1], waits.at[i]) != 0) fprintf(out, "%s%s", i ? ", " : "", waits.at[i]);
  for (size_t i = 0; i < waits.count; i++) free(waits.at[i]);
  vec_free(&waits);
  fclose(out);
  return text;
}

/* Its number; *text is to be freed. */
static uint32_t first_part(const struct places *p, const struct deadlock_graph *g, char **text) {
  uint32_t first = 0;
  *text = xstrdup("");
  for (uint32_t part = 1; part <= g->part_count; part++) {
    char *other = part_text(p, g, part);
    bool is_first = !first || strcmp(other, *text) < 0;
    free(is_first ? *text : other);
    if (is_first) *text = other, first = part;
  }
  return first;
}

char *deadlock_cycle(const struct places *p, const struct trace *t) {
  struct deadlock_graph g = deadlock_graph_of(t, p->program);
  char *text;
  first_part(p, &g, &text);
  deadlock_graph_free(&g);
  return text;
}

/* ---- the place ---- */

struct candidate {
  struct place place;
  bool is_join;
  uint32_t thread;
};

static bool comes_before(const struct candidate *a, const struct candidate *b) {
  if (a->is_join != b->is_join) return b->is_join;
  int order = strcmp(a->place.file, b->place.file);
  return order ? order < 0 : a->place.line < b->place.line;
}

struct place deadlock_place(const struct places *p, const struct trace *t, uint32_t *thread) {
  struct deadlock_graph g = deadlock_graph_of(t, p->program);
  struct candidate best = {{.file = "", .function = ""}, true, t->thread};
  char *text;
  uint32_t part = first_part(p, &g, &text);
  for (uint32_t i = 0; i < g.count; i++) {
    if (g.part[i] != part) continue;
    struct candidate c = {deadlock_waiting_place(p, &g, i), g.at[i].kind == EV_JOIN, g.at[i].thread};
    if (c.place.line && (!best.place.line || comes_before(&c, &best))) best = c;
  }
  free(text);
  deadlock_graph_free(&g);
  *thread = best.thread;
  if (!best.place.line) best.place = place_of(p, t->site, (struct stack){t->stack, t->stack_count, false});
  return best.place;
}
