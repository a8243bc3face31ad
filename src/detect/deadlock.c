/* Each waiting thread waits for at most one other: "waits for" is a function, and every cycle of it is found by walking
 * along it with the number of the walk left behind as a mark. */
#include "detect/deadlock.h"
#include <string.h>

#define SHOWN_MAX 16 /* threads a message tells about */
#define NOBODY UINT32_MAX

struct graph {
  const struct waiting *at;
  uint32_t count;
  uint32_t *next; /* index of the thread it waits for, NOBODY if that does not wait itself */
  uint8_t *matters;
  bool has_cycle;
};

/* ---- who waits for whom ---- */

static uint32_t thread_limit(const struct waiting *w, uint32_t count) {
  uint32_t limit = 0;
  for (uint32_t i = 0; i < count; i++)
    if (w[i].thread >= limit) limit = w[i].thread + 1;
  return limit;
}

static void find_next(struct graph *g) {
  uint32_t limit = thread_limit(g->at, g->count);
  uint32_t *place = xmalloc((limit + 1) * sizeof *place);
  for (uint32_t t = 0; t < limit; t++) place[t] = NOBODY;
  for (uint32_t i = 0; i < g->count; i++) place[g->at[i].thread] = i;
  for (uint32_t i = 0; i < g->count; i++)
    g->next[i] = g->at[i].holder < limit ? place[g->at[i].holder] : NOBODY;
  free(place);
}

static void mark_cycle(struct graph *g, uint32_t from) {
  g->has_cycle = true;
  for (uint32_t i = from; !g->matters[i]; i = g->next[i]) g->matters[i] = 1;
}

static void find_cycles(struct graph *g) {
  uint32_t *walk = xcalloc(g->count + 1, sizeof *walk);
  for (uint32_t start = 0; start < g->count; start++) {
    uint32_t i = start;
    while (i != NOBODY && !walk[i]) walk[i] = start + 1, i = g->next[i];
    if (i != NOBODY && walk[i] == start + 1) mark_cycle(g, i);
  }
  free(walk);
}

static void find_roots(struct graph *g) {
  bool has_orphan = false;
  for (uint32_t i = 0; i < g->count; i++) has_orphan |= g->at[i].is_ended != 0;
  for (uint32_t i = 0; i < g->count; i++)
    g->matters[i] = has_orphan ? g->at[i].is_ended != 0 : g->next[i] == NOBODY;
}

static struct graph graph_of(const struct trace *t, const struct shm *program) {
  struct graph g = {.at = shm_waiting(program), .count = t->waiting_count};
  if (g.count > LAYOUT_THREADS) g.count = LAYOUT_THREADS;
  g.next = xcalloc(g.count + 1, sizeof *g.next);
  g.matters = xcalloc(g.count + 1, sizeof *g.matters);
  find_next(&g);
  find_cycles(&g);
  if (!g.has_cycle) find_roots(&g);
  return g;
}

static void graph_free(struct graph *g) { free(g->next), free(g->matters); }

/* ---- identity ---- */

static int by_number(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

uint64_t deadlock_identity(const struct trace *t, const struct shm *program) {
  struct graph g = graph_of(t, program);
  vec(uint64_t) sites = {0};
  uint64_t h = 0;
  for (uint32_t i = 0; i < g.count; i++)
    if (g.matters[i]) vec_push(&sites, g.at[i].site ? g.at[i].site : g.at[i].pc);
  if (sites.count) qsort(sites.at, sites.count, sizeof *sites.at, by_number);
  for (size_t i = 0; i < sites.count; i++)
    if (!i || sites.at[i] != sites.at[i - 1]) h = (h ^ sites.at[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  vec_free(&sites);
  graph_free(&g);
  return h;
}

/* ---- places ---- */

static struct place waiting_place(const struct places *p, const struct waiting *w) {
  struct place place = place_of(p, w->site, (struct stack){&w->pc, w->pc != 0, false});
  if (!place.pc) place.pc = w->pc;
  return place;
}

static int by_place(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  int order = strcmp(x->file, y->file);
  return order ? order : (x->line > y->line) - (x->line < y->line);
}

typedef vec(struct place) place_list;

/* Sorted; places that are not known are left out. */
static place_list places_waited(const struct places *p, const struct trace *t) {
  struct graph g = graph_of(t, p->program);
  place_list list = {0};
  for (uint32_t i = 0; i < g.count; i++) {
    struct place place = waiting_place(p, &g.at[i]);
    if (g.matters[i] && place.line) vec_push(&list, place);
  }
  if (list.count) qsort(list.at, list.count, sizeof *list.at, by_place);
  graph_free(&g);
  return list;
}

struct place deadlock_place(const struct places *p, const struct trace *t) {
  place_list list = places_waited(p, t);
  struct place first =
      list.count ? list.at[0] : place_of(p, t->site, (struct stack){t->stack, t->stack_count, false});
  vec_free(&list);
  return first;
}

char *deadlock_waits(const struct places *p, const struct trace *t) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  place_list list = places_waited(p, t);
  for (size_t i = 0; i < list.count; i++) {
    if (i && !by_place(&list.at[i - 1], &list.at[i])) continue;
    if (i) fputc(' ', out);
    place_print(out, &list.at[i]);
  }
  vec_free(&list);
  fclose(out);
  return text;
}

/* ---- the message ---- */

static uint32_t count_at(const struct graph *g, const struct waiting *w) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < g->count; i++) n += g->at[i].kind == w->kind && g->at[i].object == w->object;
  return n;
}

static void print_barrier(FILE *out, const struct graph *g, const struct waiting *w) {
  uint32_t n = count_at(g, w);
  fprintf(out, ", where %u thread%s arrived and no other will", n, n == 1 ? " has" : "s have");
}

/* How operations that wait are told: "waits" BEFORE object AFTER. */
#define WAITS(ROW)                                                                                           \
  ROW(EV_LOCK, " for the lock ", "")                                                                         \
  ROW(EV_READ_LOCK, " to read-lock ", "")                                                                    \
  ROW(EV_WAKE, " on the condition variable ", ", which nobody will signal")                                  \
  ROW(EV_SEM_WAIT, " for the semaphore ", ", which nobody will post")                                        \
  ROW(EV_BARRIER_LEAVE, " at the barrier ", "")                                                              \
  ROW(EV_ONCE_BEGIN, " for the once routine of ", "")                                                        \
  ROW(EV_SPIN, " in a loop for a change of ", ", which nobody will write")

static bool print_object_of(FILE *out, const struct places *p, const struct waiting *w, const char **after) {
  const char *before = NULL;
  switch (w->kind) {
#define ROW(kind, before_text, after_text)                                                                   \
  case kind: before = before_text, *after = after_text; break;
    WAITS(ROW)
#undef ROW
  default: break;
  }
  if (!before) return false;
  fputs(before, out);
  object_print(out, p, w->object, 0);
  return true;
}

static void print_holder(FILE *out, const struct places *p, const struct waiting *w) {
  struct place since;
  if (w->holder == NOBODY || w->kind == EV_JOIN) return;
  if (w->holder == w->thread)
    fputs(", which it holds itself", out);
  else
    fprintf(out, ", held by thread %u", w->holder);
  if (w->is_ended) fputs(", which has ended,", out);
  if (place_of_site(p, w->holder_site, &since)) fputs(" since ", out), place_print(out, &since);
}

static void print_waiting(FILE *out, const struct places *p, const struct graph *g, const struct waiting *w) {
  const char *after = "";
  struct place place = waiting_place(p, w);
  fprintf(out, "thread %u waits", w->thread);
  if (w->kind == EV_JOIN && w->holder != NOBODY)
    fprintf(out, " for the end of thread %u", w->holder);
  else
    print_object_of(out, p, w, &after);
  fputs(" at ", out), place_print(out, &place);
  if (w->kind == EV_BARRIER_LEAVE) print_barrier(out, g, w);
  if (w->holder == NOBODY) fputs(after, out);
  print_holder(out, p, w);
}

struct printer {
  FILE *out;
  const struct places *places;
  const struct graph *graph;
  uint8_t *is_told;
  uint32_t told;
};

static void tell(struct printer *r, uint32_t i) {
  if (r->is_told[i]) return;
  r->is_told[i] = 1;
  if (r->told++ >= SHOWN_MAX) return;
  if (r->told > 1) fputs("; ", r->out);
  print_waiting(r->out, r->places, r->graph, &r->graph->at[i]);
}

/* Those that matter first, cycles along the cycle. */
static void tell_all(struct printer *r) {
  const struct graph *g = r->graph;
  for (uint32_t i = 0; i < g->count; i++) {
    if (!g->matters[i]) continue;
    if (!g->has_cycle)
      tell(r, i);
    else
      for (uint32_t k = i; !r->is_told[k]; k = g->next[k]) tell(r, k);
  }
  for (uint32_t i = 0; i < g->count; i++) tell(r, i);
  if (r->told > SHOWN_MAX) fprintf(r->out, "; and %u more threads wait", r->told - SHOWN_MAX);
}

char *deadlock_text(const struct places *p, const struct trace *t) {
  char *text;
  size_t size;
  struct graph g = graph_of(t, p->program);
  struct printer r = {open_memstream(&text, &size), p, &g, xcalloc(g.count + 1, 1), 0};
  if (!r.out) die("out of memory");
  tell_all(&r);
  fclose(r.out);
  free(r.is_told);
  graph_free(&g);
  return text;
}
