#include "detect/deadlock.h"
#include "detect/deadlock_graph.h"
#include <string.h>

#define SHOWN_MAX 16 /* threads a message tells about */

/* ---- what a thread waits for ---- */

static uint32_t count_at(const struct deadlock_graph *g, const struct waiting *w) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < g->count; i++) n += g->at[i].kind == w->kind && g->at[i].object == w->object;
  return n;
}

static void print_barrier(FILE *out, const struct deadlock_graph *g, const struct waiting *w) {
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

/* Returns what is to be said behind the place. */
static const char *print_object(FILE *out, const struct places *p, const struct waiting *w) {
  const char *before = NULL, *after = "";
  switch (w->kind) {
#define ROW(kind, before_text, after_text)                                                                   \
  case kind: before = before_text, after = after_text; break;
    WAITS(ROW)
#undef ROW
  case EV_TAKE: return " to read what nobody will write";
  case EV_GIVE: return " to write what nobody will read";
  default: return "";
  }
  char *name = object_name_at(p, w->object, w->site, (enum event_kind)w->kind);
  fprintf(out, "%s%s", before, name);
  free(name);
  return after;
}

/* The holder may know the lock under another name: that of its own parameter. */
static void print_holder(FILE *out, const struct places *p, const struct waiting *w) {
  struct place since;
  if (w->holder == NOBODY || w->kind == EV_JOIN) return;
  char *mine = object_name_at(p, w->object, w->site, EV_LOCK);
  char *theirs = object_name_at(p, w->object, w->holder_site, EV_LOCK);
  if (w->holder == w->thread)
    fputs(", which it holds itself", out);
  else
    fprintf(out, ", held by thread %u", w->holder);
  if (w->is_ended) fputs(", which has ended,", out);
  if (strcmp(mine, theirs) != 0) fprintf(out, " as %s", theirs);
  if (place_of_site(p, w->holder_site, &since)) fputs(" since ", out), place_print(out, &since);
  free(mine), free(theirs);
}

static void print_wait(FILE *out, const struct places *p, const struct deadlock_graph *g,
                       const struct waiting *w, const struct place *place) {
  const char *after = "";
  fputs("waits", out);
  if (w->kind == EV_JOIN && w->holder != NOBODY)
    fprintf(out, " for the end of thread %u", w->holder);
  else
    after = print_object(out, p, w);
  if (place) fputs(" at ", out), place_print(out, place);
  if (w->kind == EV_BARRIER_LEAVE) print_barrier(out, g, w);
  if (w->holder == NOBODY) fputs(after, out);
  print_holder(out, p, w);
}

void deadlock_print_wait(FILE *out, const struct places *p, const struct trace *t, const struct waiting *w) {
  struct deadlock_graph g = deadlock_graph_of(t, p->program);
  print_wait(out, p, &g, w, NULL);
  deadlock_graph_free(&g);
}

/* ---- all threads ---- */

struct printer {
  FILE *out;
  const struct places *places;
  const struct deadlock_graph *graph;
  uint8_t *is_told;
  uint32_t told;
};

static void tell(struct printer *r, uint32_t i) {
  if (r->is_told[i]) return;
  r->is_told[i] = 1;
  if (r->told++ >= SHOWN_MAX) return;
  struct place place = deadlock_waiting_place(r->places, r->graph, i);
  fprintf(r->out, "%sthread %u ", r->told > 1 ? "; " : "", r->graph->at[i].thread);
  print_wait(r->out, r->places, r->graph, &r->graph->at[i], &place);
}

/* Those that matter first, cycles along the cycle. */
static void tell_all(struct printer *r) {
  const struct deadlock_graph *g = r->graph;
  for (uint32_t i = 0; i < g->count; i++) {
    if (!g->part[i]) continue;
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
  struct deadlock_graph g = deadlock_graph_of(t, p->program);
  struct printer r = {open_memstream(&text, &size), p, &g, xcalloc(g.count + 1, 1), 0};
  if (!r.out) die("out of memory");
  tell_all(&r);
  fclose(r.out);
  free(r.is_told);
  deadlock_graph_free(&g);
  return text;
}

char *deadlock_stacks(const struct places *p, const struct trace *t) {
  char *text;
  size_t size;
  struct deadlock_graph g = deadlock_graph_of(t, p->program);
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  for (uint32_t i = 0; i < g.count; i++) {
    struct place place = deadlock_waiting_place(p, &g, i);
    char *stack = stack_text(p, deadlock_stack(&g, i), &place);
    fprintf(out, "%sthread %u ", i ? "\n" : "", g.at[i].thread);
    print_wait(out, p, &g, &g.at[i], NULL);
    fprintf(out, ":\n%s", stack);
    free(stack);
  }
  fclose(out);
  deadlock_graph_free(&g);
  return text;
}
