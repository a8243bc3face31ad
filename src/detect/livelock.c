#include "detect/livelock.h"
#include "detect/deadlock.h"
#include <string.h>

#define SHOWN_MAX 8   /* threads a message tells about */
#define PLACES_MAX 12 /* and places of each */

static FILE *open_text(char **text, size_t *size) {
  FILE *out = open_memstream(text, size);
  if (!out) die("out of memory");
  return out;
}

static uint32_t waiting_count(const struct trace *t) {
  return t->waiting_count < LAYOUT_THREADS ? t->waiting_count : LAYOUT_THREADS;
}

/* ---- the round ---- */

static const struct event *round_of(const struct places *p, const struct trace *t, uint32_t *count) {
  uint32_t first = t->cycle_event < t->event_count ? t->cycle_event : t->event_count;
  *count = t->event_count - first;
  return shm_event(p->program) + first;
}

/* Has the thread been at this line before, in these events? */
static bool is_known_line(const struct places *p, const struct event *e, uint32_t count, uint32_t thread,
                          const struct place *place) {
  struct place other;
  for (uint32_t i = 0; i < count; i++)
    if (e[i].thread == thread && event_is_step(&e[i]) && place_of_site(p, e[i].site, &other) &&
        other.line == place->line && !strcmp(other.file, place->file))
      return true;
  return false;
}

/* The lines of its steps, each once; the file where it is another. */
static void print_lines(FILE *out, const struct places *p, const struct trace *t, uint32_t thread) {
  uint32_t count, shown = 0;
  const struct event *e = round_of(p, t, &count);
  const char *file = "";
  struct place place;
  for (uint32_t i = 0; i < count && shown < PLACES_MAX; i++) {
    if (e[i].thread != thread || !event_is_step(&e[i]) || !place_of_site(p, e[i].site, &place)) continue;
    if (is_known_line(p, e, i, thread, &place)) continue;
    fputs(shown++ ? ", " : " at ", out);
    if (!strcmp(file, place.file))
      fprintf(out, "%u", place.line);
    else
      place_print(out, &place);
    file = place.file;
  }
}

/* ---- the message ---- */

static void print_who(FILE *out, const struct places *p, const struct trace *t) {
  const struct waiting *w = shm_waiting(p->program);
  uint32_t n = 0, told = 0;
  for (uint32_t i = 0; i < waiting_count(t); i++) n += w[i].goes_round;
  fputs(n == 1 ? "thread " : "threads ", out);
  for (uint32_t i = 0; i < waiting_count(t); i++) {
    if (!w[i].goes_round) continue;
    fprintf(out, "%s%u", !told ? "" : told + 1 == n ? " and " : ", ", w[i].thread);
    told++;
  }
  fprintf(out, n == 1 ? " repeats" : " repeat");
}

static void print_thread(FILE *out, const struct places *p, const struct trace *t, const struct waiting *w) {
  struct place place;
  fprintf(out, "thread %u", w->thread);
  if (w->goes_round) return print_lines(out, p, t, w->thread);
  fputc(' ', out);
  deadlock_print_wait(out, p, t, w);
  if (place_of_site(p, w->site, &place)) fputs(" at ", out), place_print(out, &place);
}

char *livelock_text(const struct places *p, const struct trace *t) {
  const struct waiting *w = shm_waiting(p->program);
  char *text;
  size_t size;
  uint32_t told = 0;
  FILE *out = open_text(&text, &size);
  print_who(out, p, t);
  fprintf(out, " %u step%s for ever, in turn, after which everything is as it was before", t->cycle_steps,
          t->cycle_steps == 1 ? "" : "s");
  for (int round = 1; round >= 0; round--)
    for (uint32_t i = 0; i < waiting_count(t); i++) {
      if (w[i].goes_round != (uint32_t)round || told == SHOWN_MAX) continue;
      fputs(told++ ? "; " : ": ", out);
      print_thread(out, p, t, &w[i]);
    }
  fclose(out);
  return text;
}

/* ---- place and stacks ---- */

struct place livelock_place(const struct places *p, const struct trace *t, uint32_t *thread) {
  uint32_t count;
  const struct event *e = round_of(p, t, &count);
  struct place place = {.file = "", .function = ""};
  for (uint32_t i = 0; i < count; i++)
    if (event_is_step(&e[i]) && e[i].site == t->site) {
      *thread = e[i].thread;
      break;
    }
  place_of_site(p, t->site, &place);
  return place;
}

static struct stack stack_at(const struct places *p, const struct waiting *w, uint32_t i) {
  uint32_t count = w[i].stack_count < TRACE_STACK_MAX ? w[i].stack_count : TRACE_STACK_MAX;
  return (struct stack){shm_waiting_stack(p->program)[i].pc, count, false};
}

char *livelock_stacks(const struct places *p, const struct trace *t) {
  const struct waiting *w = shm_waiting(p->program);
  char *text;
  size_t size;
  FILE *out = open_text(&text, &size);
  for (uint32_t i = 0; i < waiting_count(t); i++) {
    struct place place = place_of(p, w[i].site, stack_at(p, w, i));
    char *stack = stack_text(p, stack_at(p, w, i), &place);
    fprintf(out, "%sthread %u ", i ? "\n" : "", w[i].thread);
    if (w[i].goes_round)
      fputs("repeats its steps for ever, and is", out);
    else
      deadlock_print_wait(out, p, t, &w[i]);
    fprintf(out, ":\n%s", stack);
    free(stack);
  }
  fclose(out);
  return text;
}
