#include "detect/race_bug.h"
#include "detect/locks.h"
#include <string.h>

static const char *verb(const struct event *e) {
  switch (e->kind) {
  case EV_READ: return "read";
  case EV_WRITE: return "write";
  case EV_FREE: return "free";
  case EV_ATOMIC_READ: return "atomic read";
  case EV_ATOMIC_WRITE: return "atomic write";
  default: return "atomic update";
  }
}

/* One side of the race. */
struct side {
  const struct event *event;
  struct stack stack;
  struct place place;
  char *locks;
};

static struct side side_of(const struct places *p, uint32_t index, unsigned asked) {
  const struct event *events = shm_event(p->program);
  const struct trace *t = &p->program->trace;
  bool has_stack = p->program->plan.stack_at[asked] == index;
  struct side s = {.event = &events[index]};
  if (has_stack) s.stack = (struct stack){t->asked[asked], t->asked_count[asked], false};
  s.place = place_of(p, s.event->site, s.stack);
  held_locks held = locks_at(events, index, s.event->thread);
  s.locks = locks_text(p, &held);
  vec_free(&held);
  return s;
}

/* "write of 4 bytes to count by thread 2, unordered with the read by thread 1 at f.c:12; locks held: ..." */
static char *message_of(const struct places *p, const struct side *late, const struct side *early) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  const struct event *e = late->event;
  fprintf(out, "%s of %u byte%s at ", verb(e), e->aux, e->aux == 1 ? "" : "s");
  object_print(out, p, e->addr, e->aux);
  fprintf(out, " by thread %u, unordered with the %s by thread %u at ", e->thread, verb(early->event),
          early->event->thread);
  place_print(out, &early->place);
  if (!strcmp(late->locks, "none") && !strcmp(early->locks, "none"))
    fputs("; neither holds a lock", out);
  else
    fprintf(out, "; locks held by thread %u: %s, by thread %u: %s", e->thread, late->locks,
            early->event->thread, early->locks);
  fclose(out);
  return text;
}

struct bug race_bug(const struct shm *shm, struct symbolizer *symbols, const struct race *r) {
  struct places p = places_open(shm, symbols);
  struct side early = side_of(&p, r->first, 0), late = side_of(&p, r->second, 1);
  struct bug b = {.kind = BUG_RACE,
                  .file = xstrdup(late.place.file),
                  .line = late.place.line,
                  .column = late.place.column,
                  .function = xstrdup(late.place.function),
                  .pc = late.place.pc,
                  .stack = stack_text(&p, late.stack, &late.place),
                  .thread = late.event->thread,
                  .locks = late.locks,
                  .file2 = xstrdup(early.place.file),
                  .line2 = early.place.line,
                  .column2 = early.place.column,
                  .function2 = xstrdup(early.place.function),
                  .stack2 = stack_text(&p, early.stack, &early.place),
                  .thread2 = early.event->thread,
                  .event = r->second,
                  .event2 = r->first,
                  .locks2 = early.locks,
                  .message = message_of(&p, &late, &early)};
  places_close(&p);
  return b;
}

/* ---- a certain race ---- */

struct wanted_places {
  struct places places;
  const char *file[2];
  uint32_t line[2];
};

static bool is_at(const struct wanted_places *w, const struct event *e, int i) {
  struct place place;
  if (!place_of_site(&w->places, e->site, &place)) return true;
  return place.line == w->line[i] && !strcmp(place.file, w->file[i]);
}

static bool is_wanted(void *context, const struct event *events, const struct race *r) {
  const struct wanted_places *w = context;
  const struct event *a = &events[r->first], *b = &events[r->second];
  return (is_at(w, a, 0) && is_at(w, b, 1)) || (is_at(w, a, 1) && is_at(w, b, 0));
}

bool race_bug_find(const struct shm *shm, struct symbolizer *symbols, const char *file, uint32_t line,
                   const char *file2, uint32_t line2, struct bug *out) {
  struct wanted_places w = {places_open(shm, symbols), {file, file2}, {line, line2}};
  struct race_finder *f = race_finder_open();
  const struct trace *t = &shm->trace;
  struct race r;
  bool is_there = race_find(f, shm_event(shm), t->event_count, t->thread_count, is_wanted, &w, &r);
  race_finder_close(f);
  places_close(&w.places);
  if (is_there) *out = race_bug(shm, symbols, &r);
  return is_there;
}
