/* Marks are what was seen, by kind, site and object; texts are made only when somebody wants to
 * read them. A mark of a signal dies when its condition variable is waited on, in whichever run
 * that is. */
#include "detect/hints.h"
#include "detect/locks.h"
#include <string.h>

#define CLOSE_LOOKS 64   /* first runs */
#define MARKS_MAX 1000   /* a program with more has got the message */
#define WAITED_MAX 10000 /* condition variables known to be waited on */

struct mark {
  enum hint_kind kind;
  uint32_t site;
  uint64_t object;
  uint64_t count;
  uint64_t last_run;
};

struct hints {
  uint64_t runs;
  vec(struct mark) marks;
  vec(uint64_t) waited;
  size_t unheard;          /* marks of signals, here or where they were handed over to */
  size_t told;             /* of `waited`: those that were handed over */
  vec(uint8_t) is_settled; /* scratch, by thread: joined or detached */
};

static const struct {
  const char *name, *message;
} kinds[] = {
#define HINT(name, text, message) {text, message},
#include "detect/hints.def"
#undef HINT
};

const char *hint_kind_name(enum hint_kind k) { return kinds[k].name; }

struct hints *hints_open(void) { return xcalloc(1, sizeof(struct hints)); }

void hints_close(struct hints *h) {
  if (!h) return;
  vec_free(&h->marks);
  vec_free(&h->waited);
  vec_free(&h->is_settled);
  free(h);
}

static struct mark *find_mark(const struct hints *h, enum hint_kind kind, uint32_t site, uint64_t object) {
  for (size_t i = 0; i < h->marks.count; i++) {
    struct mark *m = &h->marks.at[i];
    if (m->kind == kind && m->site == site && m->object == object) return m;
  }
  return NULL;
}

static void add_mark(struct hints *h, struct mark new) {
  if (h->marks.count >= MARKS_MAX) return;
  vec_push(&h->marks, new);
  h->unheard += new.kind == HINT_UNHEARD;
}

static void mark(struct hints *h, enum hint_kind kind, uint32_t site, uint64_t object) {
  struct mark *m = find_mark(h, kind, site, object);
  if (!m) {
    add_mark(h, (struct mark){kind, site, object, 1, h->runs});
    return;
  }
  m->count += m->last_run != h->runs;
  m->last_run = h->runs;
}

/* ---- signals ---- */

static bool is_waited(const struct hints *h, uint64_t object) {
  for (size_t i = 0; i < h->waited.count; i++)
    if (h->waited.at[i] == object) return true;
  return h->waited.count >= WAITED_MAX;
}

static void note_wait(struct hints *h, uint64_t object) {
  if (is_waited(h, object)) return;
  vec_push(&h->waited, object);
  for (size_t i = 0; i < h->marks.count;) {
    struct mark *m = &h->marks.at[i];
    if (m->kind != HINT_UNHEARD || m->object != object) {
      i++;
      continue;
    }
    *m = vec_pop(&h->marks);
    h->unheard--;
  }
}

static void look_for_waits(struct hints *h, const struct event *e, const struct event *end) {
  for (; e < end; e++)
    if (e->kind == EV_WAIT) note_wait(h, e->addr);
}

static void look_for_signals(struct hints *h, const struct event *e, const struct event *end) {
  for (; e < end; e++)
    if ((e->kind == EV_SIGNAL || e->kind == EV_BROADCAST) && !is_waited(h, e->addr))
      mark(h, HINT_UNHEARD, e->site, e->addr);
}

/* ---- threads ---- */

static void look_for_unjoined(struct hints *h, const struct event *from, const struct event *end) {
  vec_reserve(&h->is_settled, LAYOUT_THREADS);
  memset(h->is_settled.at, 0, LAYOUT_THREADS);
  for (const struct event *e = from; e < end; e++)
    if (e->kind == EV_JOIN || e->kind == EV_DETACH) h->is_settled.at[e->aux] = 1;
  for (const struct event *e = from; e < end; e++)
    if (e->kind == EV_CREATE && !h->is_settled.at[e->aux]) mark(h, HINT_UNJOINED, e->site, 0);
}

static void look_for_locked_ends(struct hints *h, const struct event *from, const struct event *end) {
  for (const struct event *e = from; e < end; e++) {
    if (e->kind != EV_END_THREAD) continue;
    held_locks held = locks_at(from, (uint32_t)(e - from), e->thread);
    for (size_t i = 0; i < held.count; i++)
      mark(h, HINT_LOCKED_END, from[held.at[i].event].site, held.at[i].object);
    vec_free(&held);
  }
}

void hints_follow(struct hints *h, const struct trace *t, const struct event *from) {
  const struct event *end = from + t->event_count;
  if (t->thread_count < 2) return;
  bool is_close = h->runs++ < CLOSE_LOOKS || t->new_coverage;
  if (is_close || h->unheard) look_for_waits(h, from, end);
  if (!is_close) return;
  look_for_signals(h, from, end);
  look_for_locked_ends(h, from, end);
  if (t->end == END_EXIT) look_for_unjoined(h, from, end);
}

static void take_mark(struct hints *h, const struct mark *m) {
  struct mark *known = find_mark(h, m->kind, m->site, m->object);
  if (known)
    known->count += m->count;
  else if (m->kind != HINT_UNHEARD || !is_waited(h, m->object))
    add_mark(h, *m);
}

void hints_hand_over(struct hints *from, struct hints *to) {
  for (; from->told < from->waited.count; from->told++) note_wait(to, from->waited.at[from->told]);
  for (size_t i = 0; i < from->marks.count; i++) take_mark(to, &from->marks.at[i]);
  vec_clear(&from->marks);
  from->unheard = to->unheard;
}

/* ---- from one process to the next ---- */

const void *hints_marks(const struct hints *h, size_t *size) {
  *size = h->marks.count * sizeof *h->marks.at;
  return h->marks.at;
}

const void *hints_waited(const struct hints *h, size_t *size) {
  *size = h->waited.count * sizeof *h->waited.at;
  return h->waited.at;
}

void hints_restore(struct hints *h, const void *marks, size_t marks_size, const void *waited,
                   size_t waited_size) {
  const struct mark *mark = marks;
  const uint64_t *object = waited;
  for (size_t i = 0; i < waited_size / sizeof *object; i++) note_wait(h, object[i]);
  for (size_t i = 0; i < marks_size / sizeof *mark; i++) take_mark(h, &mark[i]);
}

/* ---- texts ---- */

static struct hint hint_of(const struct places *p, const struct mark *m) {
  struct place place = {.file = "", .function = ""};
  char *object;
  size_t size;
  FILE *out = open_memstream(&object, &size);
  if (!out) die("out of memory");
  place_of_site(p, m->site, &place);
  object_print(out, p, m->object, 0);
  fclose(out);
  struct hint h = {m->kind, xstrdup(place.file), place.line, NULL, m->count};
  const char *text = kinds[m->kind].message, *hole = strstr(text, "%s");
  h.message = hole ? xprintf("%s%s", object, hole + 2) : xstrdup(text);
  free(object);
  return h;
}

static bool is_listed(const struct hint *list, size_t count, const struct hint *h) {
  for (size_t i = 0; i < count; i++)
    if (list[i].kind == h->kind && list[i].line == h->line && !strcmp(list[i].file, h->file)) return true;
  return false;
}

size_t hints_list(const struct hints *h, const struct shm *shm, struct symbolizer *symbols,
                  struct hint **list) {
  struct places p = places_open(shm, symbols);
  vec(struct hint) found = {0};
  for (size_t i = 0; i < h->marks.count; i++) {
    struct hint hint = hint_of(&p, &h->marks.at[i]);
    if (is_listed(found.at, found.count, &hint))
      hints_free(memcpy(xmalloc(sizeof hint), &hint, sizeof hint), 1);
    else
      vec_push(&found, hint);
  }
  places_close(&p);
  *list = found.at;
  return found.count;
}

void hints_free(struct hint *list, size_t count) {
  for (size_t i = 0; i < count; i++) free(list[i].file), free(list[i].message);
  free(list);
}
