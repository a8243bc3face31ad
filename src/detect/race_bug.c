#include "detect/race_bug.h"
#include "detect/detector.h"
#include "detect/locks.h"
#include <string.h>

static const char *verb(const struct event *e) {
  switch (e->kind) {
  case EV_READ: return "read";
  case EV_WRITE: return "write";
  case EV_FREE: return "free";
  case EV_ATOMIC_READ: return "atomic read";
  case EV_ATOMIC_WRITE: return "atomic write";
  case EV_ATOMIC_UPDATE: return "atomic update";
  case EV_INIT: return "initialisation";
  case EV_LOCK:
  case EV_LOCK_FAIL: return "lock";
  case EV_READ_LOCK: return "read lock";
  case EV_UNLOCK:
  case EV_READ_UNLOCK: return "unlock";
  case EV_WAIT:
  case EV_WAKE:
  case EV_SEM_WAIT:
  case EV_SEM_FAIL:
  case EV_BARRIER_ARRIVE: return "wait";
  case EV_POST: return "post";
  case EV_SIGNAL:
  case EV_BROADCAST: return "signal";
  default: return "use";
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

/* "write of 4 bytes to count by thread 2, unordered with the read by thread 1 at f.c:12; locks
 * held: ..." */
static char *message_of(const struct places *p, const struct side *late, const struct side *early) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  const struct event *e = late->event;
  if (event_is_access(e))
    fprintf(out, "%s of %u byte%s at ", verb(e), e->aux, e->aux == 1 ? "" : "s");
  else
    fprintf(out, "%s of ", verb(e));
  object_print(out, p, e->addr, event_is_access(e) ? e->aux : 1);
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
  const struct race_places *race;
};

static bool is_at(const struct wanted_places *w, const struct event *e, const char *file, uint32_t line) {
  struct place place;
  if (!place_of_site(&w->places, e->site, &place)) return true;
  return place.line == line && !strcmp(place.file, file);
}

static bool is_wanted(void *context, const struct event *events, const struct race *r) {
  const struct wanted_places *w = context;
  const struct race_places *x = w->race;
  const struct event *a = &events[r->first], *b = &events[r->second];
  return (is_at(w, a, x->file, x->line) && is_at(w, b, x->file2, x->line2)) ||
         (is_at(w, a, x->file2, x->line2) && is_at(w, b, x->file, x->line));
}

static bool is_wanted_pair(void *context, const struct event *events, const struct race *r) {
  const struct wanted_places *w = context;
  return r->first == w->race->event2 && r->second == w->race->event && is_wanted(context, events, r);
}

bool race_bug_find(const struct shm *shm, struct symbolizer *symbols, const struct race_places *race,
                   struct bug *out) {
  struct wanted_places w = {places_open(shm, symbols), race};
  struct race_finder *f = race_finder_open();
  const struct trace *t = &shm->trace;
  struct race r;
  bool is_there = race_find(f, shm_event(shm), t->event_count, t->thread_count, is_wanted_pair, &w, &r) ||
                  race_find(f, shm_event(shm), t->event_count, t->thread_count, is_wanted, &w, &r);
  race_finder_close(f);
  places_close(&w.places);
  if (is_there) *out = race_bug(shm, symbols, &r);
  return is_there;
}

/* ---- the detector ---- */

static bool is_same(const struct bug *a, const struct bug *b) {
  struct bug turned = *b;
  turned.file = b->file2, turned.line = b->line2;
  turned.file2 = b->file, turned.line2 = b->line;
  return bug_has_same_place(a, b) || bug_has_same_place(a, &turned);
}

static bool find_again(const struct shm *shm, struct symbolizer *symbols, const struct recorded_bug *r,
                       struct bug *out) {
  struct race_places race = {r->file, r->file2, r->line, r->line2, r->event, r->event2};
  return race_bug_find(shm, symbols, &race, out);
}

/* The two accesses, wherever the run then went. */
static void add_causes(struct bug_scenario *s, const struct shm *shm, const struct bug *bug) {
  s->race[0] = bug->event2, s->race[1] = bug->event;
  for (int i = 0; i < 2; i++) causal_add(&s->causal, shm_event(shm)[s->race[i]].thread, s->race[i] + 1);
}

static const char *mark(const struct bug *bug, uint32_t event) {
  return event == bug->event || event == bug->event2 ? "race" : NULL;
}

const struct detector detector_race = {.kinds = BUG_BIT(BUG_RACE),
                                       .proof = PROOF_BOTH_ORDERS,
                                       .is_about_accesses = true,
                                       .is_same = is_same,
                                       .find_again = find_again,
                                       .add_causes = add_causes,
                                       .mark = mark};
