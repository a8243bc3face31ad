/* A line has one event, so its text may run on to the right over the columns of other threads: columns only need to be
 * wide enough to tell them apart. Above COLUMNS_MAX threads there is one column, with the thread's number in front.
 *
 * Rounds of a loop in which nothing changes are shown ROUNDS_SHOWN times and then counted. */
#include "report/trace_text.h"
#include "detect/locks.h"
#include "detect/names.h"
#include "detect/place.h"
#include "detect/symbolize.h"
#include "report/event_text.h"
#include "report/schedule.h"
#include "report/testfile.h"
#include <stdio.h>
#include <string.h>

#define COLUMNS_MAX 8
#define COLUMN_WIDTH 26
#define PLACE_MAX 32 /* characters for file:line and for the function */
#define ROUND_MAX 12 /* events in a round of a loop that is elided */
#define ROUNDS_SHOWN 2
#define NO_COLUMN UINT32_MAX

static const char *const end_helps[] = {
#define END(name, text, help) help,
#include "wire/ends.def"
#undef END
};

struct thread_row {
  bool has_events;
  uint32_t column;
  uint32_t parent, site; /* who created it, where */
  uint64_t routine;
  held_locks locks;
};

struct trace_view {
  struct buffer *b;
  const struct shm *shm;
  const struct run *run;
  const struct bug *bug;
  struct places places;
  struct names *names;
  struct event_texts *texts;
  vec(struct thread_row) threads;
  uint32_t column_count;
  int place_width, function_width;
  context_switches switches;
  size_t next_switch;
  uint32_t race[2]; /* events; UINT32_MAX: none */
};

/* ---- inputs and threads ---- */

static void format_inputs(struct trace_view *v) {
  const struct input_object *o = shm_object(v->shm);
  const struct input *in = v->run->input;
  char type[16];
  if (!v->run->trace->object_count) return;
  buffer_text(v->b, "inputs:\n");
  for (uint32_t i = 0; i < v->run->trace->object_count && i < SHM_OBJECT_MAX; i++) {
    buffer_format(v->b, "  %s = ", *o[i].name ? o[i].name : "(unnamed)");
    input_value_format(v->b, &o[i], in->bytes.at, in->bytes.count);
    buffer_format(v->b, "   (%s, input bytes %u to %u", input_type(&o[i], type, sizeof type), o[i].first,
                  o[i].first + o[i].bytes - 1);
    if (v->threads.count > 1) buffer_format(v->b, " of thread %u", o[i].thread);
    buffer_text(v->b, ")\n");
  }
  buffer_text(v->b, "\n");
}

static struct thread_row *row_of(struct trace_view *v, uint32_t thread) {
  while (v->threads.count <= thread) vec_push(&v->threads, (struct thread_row){.column = NO_COLUMN});
  return &v->threads.at[thread];
}

static void read_threads(struct trace_view *v) {
  row_of(v, 0)->has_events = true;
  for (uint32_t i = 0; i < v->run->trace->event_count; i++) {
    const struct event *e = &v->run->events[i];
    row_of(v, e->thread)->has_events = true;
    if (e->kind != EV_CREATE || e->aux >= LAYOUT_THREADS) continue;
    struct thread_row *child = row_of(v, e->aux);
    child->has_events = true;
    child->parent = e->thread, child->site = e->site, child->routine = e->addr;
  }
  if (v->bug) row_of(v, v->bug->thread)->has_events = true;
  for (size_t i = 0; i < v->threads.count; i++)
    if (v->threads.at[i].has_events) v->threads.at[i].column = v->column_count++;
}

static void format_threads(struct trace_view *v) {
  if (v->column_count < 2) return;
  buffer_text(v->b, "threads:\n  0  main\n");
  for (uint32_t i = 1; i < v->threads.count; i++) {
    const struct thread_row *t = &v->threads.at[i];
    struct place place;
    if (!t->has_events) continue;
    const char *routine = event_routine(v->texts, t->routine);
    buffer_format(v->b, "  %u  %s, created by thread %u", i, *routine ? routine : "(unnamed)", t->parent);
    if (place_of_site(&v->places, t->site, &place)) buffer_format(v->b, " at %s:%u", place.file, place.line);
    buffer_text(v->b, "\n");
  }
  buffer_text(v->b, "\n");
}

/* ---- lines ---- */

/* "file.c:12". Long paths lose their directories: the outcome has them. */
static void place_text(const char *file, uint32_t line, char *text, size_t size) {
  const char *slash = strrchr(file, '/');
  bool is_long = slash && strlen(file) + strlen(":12345") > PLACE_MAX;
  snprintf(text, size, "%s:%u", is_long ? slash + 1 : file, line);
}

/* "" if unknown. */
static void place_texts(const struct trace_view *v, uint32_t site, char *place, size_t size,
                        const char **function) {
  struct place p;
  place[0] = 0;
  *function = "";
  if (!place_of_site(&v->places, site, &p)) return;
  place_text(p.file, p.line, place, size);
  *function = p.function;
}

static void widen(int *width, size_t length) {
  if ((int)length > *width) *width = length < PLACE_MAX ? (int)length : PLACE_MAX;
}

static void measure(struct trace_view *v) {
  char place[512];
  const char *function;
  v->place_width = (int)strlen("place");
  v->function_width = (int)strlen("function");
  for (uint32_t i = 0, last = 0; i < v->run->trace->event_count; i++) {
    if (v->run->events[i].site == last) continue;
    last = v->run->events[i].site;
    place_texts(v, last, place, sizeof place, &function);
    widen(&v->place_width, strlen(place));
    widen(&v->function_width, strlen(function));
  }
}

static bool has_columns(const struct trace_view *v) {
  return v->column_count > 1 && v->column_count <= COLUMNS_MAX;
}

static void format_header(struct trace_view *v) {
  buffer_format(v->b, "%6s  %-*s  %-*s  ", "event", v->place_width, "place", v->function_width, "function");
  for (uint32_t i = 0; i < v->threads.count && has_columns(v); i++) {
    char title[32];
    if (v->threads.at[i].column == NO_COLUMN) continue;
    snprintf(title, sizeof title, "thread %u", i);
    bool is_last = v->threads.at[i].column + 1 == v->column_count;
    buffer_format(v->b, "%-*s", is_last ? 0 : COLUMN_WIDTH, title);
  }
  buffer_text(v->b, has_columns(v) ? "\n" : v->column_count > 1 ? "thread: what\n" : "what\n");
}

/* Everything before the event's own words. */
static void begin_line(struct trace_view *v, const char *number, const char *place, const char *function,
                       uint32_t thread) {
  buffer_format(v->b, "%6s  %-*s  %-*s  ", number, v->place_width, place, v->function_width, function);
  if (has_columns(v))
    buffer_format(v->b, "%*s", (int)(COLUMN_WIDTH * row_of(v, thread)->column), "");
  else if (v->column_count > 1)
    buffer_format(v->b, "%5u: ", thread);
}

static bool is_listed(const held_locks *held, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (held->at[k].object == held->at[i].object) return true; /* recursive */
  return false;
}

/* Called what it was called where it was taken. */
static void format_locks(struct trace_view *v, const held_locks *held) {
  for (size_t i = 0; i < held->count; i++) {
    struct variable name;
    if (is_listed(held, i)) continue;
    name_event(v->names, &v->run->events[held->at[i].event], &name);
    buffer_text(v->b, i ? ", " : "   {");
    if (*name.text)
      buffer_text(v->b, name.text);
    else
      buffer_format(v->b, "0x%lx", held->at[i].object);
  }
  if (held->count) buffer_text(v->b, "}");
}

static void format_event(struct trace_view *v, uint32_t i) {
  const struct event *e = &v->run->events[i];
  struct thread_row *row = row_of(v, e->thread);
  char number[16], place[512];
  const char *function;
  snprintf(number, sizeof number, "%u", i + 1);
  place_texts(v, e->kind == EV_END_THREAD ? 0 : e->site, place, sizeof place, &function);
  begin_line(v, number, place, function, e->thread);
  event_format(v->texts, v->b, e);
  if (event_is_access(e)) format_locks(v, &row->locks);
  if (i == v->race[0] || i == v->race[1]) buffer_text(v->b, "   <-- race");
  buffer_text(v->b, "\n");
}

static void format_switch(struct trace_view *v, uint32_t event) {
  if (v->next_switch >= v->switches.count || v->switches.at[v->next_switch].event != event) return;
  const struct context_switch *c = &v->switches.at[v->next_switch++];
  buffer_format(v->b, "%6s  --- thread %u goes on", "", c->to);
  if (c->left == COULD_GO_ON) buffer_format(v->b, " (thread %u could have gone on)", c->from);
  buffer_text(v->b, "\n");
}

/* ---- loops that go round and round ---- */

static bool is_same(const struct event *a, const struct event *b) { return !memcmp(a, b, sizeof *a); }

/* How many rounds of `length` events, all alike, begin at event i. */
static uint32_t rounds_at(const struct trace_view *v, uint32_t i, uint32_t length) {
  const struct event *e = v->run->events;
  uint32_t same = 0;
  while (i + length + same < v->run->trace->event_count && is_same(&e[i + same], &e[i + length + same]))
    same++;
  return 1 + same / length;
}

/* The events from i on that may be left out, as the rounds of `*length` events after the first ROUNDS_SHOWN. */
static uint32_t rounds_to_elide(const struct trace_view *v, uint32_t i, uint32_t *length) {
  for (*length = 1; *length <= ROUND_MAX; ++*length) {
    uint32_t rounds = rounds_at(v, i, *length);
    if (rounds > 2 * ROUNDS_SHOWN) return rounds - ROUNDS_SHOWN;
  }
  return 0;
}

/* What only says for the explorer how things hang together. */
static bool is_shown(const struct event *e) {
  return e->kind != EV_GATE && e->kind != EV_EXPECT && e->kind != EV_STOPPED && e->kind != EV_INITIAL &&
         (e->kind != EV_SPIN || event_is_step(e));
}

static void show_event(struct trace_view *v, uint32_t i) {
  const struct event *e = &v->run->events[i];
  format_switch(v, i);
  if (is_shown(e)) format_event(v, i);
  locks_follow(&row_of(v, e->thread)->locks, e, i);
}

static void skip_events(struct trace_view *v, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++)
    locks_follow(&row_of(v, v->run->events[i].thread)->locks, &v->run->events[i], i);
  while (v->next_switch < v->switches.count && v->switches.at[v->next_switch].event < first + count)
    v->next_switch++;
}

static void format_events(struct trace_view *v) {
  uint32_t length, count = v->run->trace->event_count;
  for (uint32_t i = 0; i < count;) {
    uint32_t rounds = rounds_to_elide(v, i, &length);
    uint32_t shown = rounds ? ROUNDS_SHOWN * length : 1;
    for (uint32_t k = 0; k < shown; k++) show_event(v, i++);
    if (!rounds) continue;
    buffer_format(v->b, "%6s  ... the last %u event%s %u more times\n", "", length, length > 1 ? "s" : "",
                  rounds);
    skip_events(v, i, rounds * length);
    i += rounds * length;
  }
}

/* ---- the end ---- */

static bool is_at(const struct places *places, const struct event *e, uint32_t thread, const char *file,
                  uint32_t line, uint32_t column) {
  struct place p;
  if (!event_is_access(e) || e->thread != thread || !place_of_site(places, e->site, &p)) return false;
  return p.line == line && p.column == column && !strcmp(p.file, file);
}

static bool overlap(const struct event *a, const struct event *b) {
  return a->addr < b->addr + b->aux && b->addr < a->addr + a->aux;
}

/* The last accesses at the places of the race that have a byte in common. */
static bool find_race(const struct places *places, const struct bug *g, uint32_t event[2]) {
  const struct event *e = shm_event(places->program);
  for (uint32_t second = places->program->trace.event_count; second-- > 0;) {
    if (!is_at(places, &e[second], g->thread, g->file, g->line, g->column)) continue;
    for (uint32_t first = second; first-- > 0;) {
      if (!overlap(&e[first], &e[second])) continue;
      if (!is_at(places, &e[first], g->thread2, g->file2, g->line2, g->column2)) continue;
      event[0] = first, event[1] = second;
      return true;
    }
  }
  return false;
}

bool trace_find_race(const struct shm *s, const struct bug *bug, uint32_t event[2]) {
  struct places places = places_open(s, NULL);
  bool is_found = bug->kind == BUG_RACE && bug->file2 && find_race(&places, bug, event);
  places_close(&places);
  return is_found;
}

/* The last line of the table: what went wrong, under the thread that did it. */
static void mark_failure(struct trace_view *v) {
  const struct bug *g = v->bug;
  char place[512];
  if (!g || g->kind == BUG_RACE || g->kind == BUG_DEADLOCK || !g->line) return;
  place_text(g->file, g->line, place, sizeof place);
  begin_line(v, "***", place, g->function, g->thread);
  buffer_format(v->b, "*** %s: %s\n", bug_kind_name(g->kind), g->message);
}

/* Who waits for what when nobody could go on. */
static void mark_waiting(struct trace_view *v) {
  const struct waiting *w = shm_waiting(v->shm);
  const char *function;
  char place[512];
  if (!v->bug || v->bug->kind != BUG_DEADLOCK) return;
  for (uint32_t i = 0; i < v->run->trace->waiting_count && i < LAYOUT_THREADS; i++) {
    struct event would = {.kind = (uint8_t)w[i].kind, .site = w[i].site, .addr = w[i].object};
    if (w[i].kind == EV_JOIN) would.aux = w[i].holder;
    place_texts(v, w[i].site, place, sizeof place, &function);
    begin_line(v, "***", place, function, w[i].thread);
    buffer_text(v->b, "*** waits: ");
    event_format(v->texts, v->b, &would);
    if (w[i].holder != UINT32_MAX && w[i].kind != EV_JOIN)
      buffer_format(v->b, ", held by thread %u", w[i].holder);
    format_locks(v, &row_of(v, w[i].thread)->locks);
    buffer_text(v->b, "\n");
  }
}

void outcome_format(struct buffer *b, const struct trace *t, const struct bug *bug) {
  char place[512];
  if (bug) {
    buffer_format(b, "%s at %s", bug_kind_name(bug->kind), bug_place(bug, place, sizeof place));
    if (*bug->function) buffer_format(b, " in %s", bug->function);
    if (*bug->message) buffer_format(b, ": %s", bug->message);
    return;
  }
  if (t->end == END_EXIT)
    buffer_format(b, "exit code %ld", (long)t->value);
  else if (t->end == END_BUG)
    buffer_format(b, "%s%s%s", bug_kind_name(t->kind), *t->message ? ": " : "", t->message);
  else
    buffer_format(b, "%s", t->end < END_COUNT ? end_helps[t->end] : "?");
}

static void format_stacks(struct trace_view *v) {
  const struct bug *g = v->bug;
  if (!g || !g->stack || !*g->stack) return;
  if (v->column_count > 1)
    buffer_format(v->b, "\nthread %u:\n%s", g->thread, g->stack);
  else
    buffer_format(v->b, "\n%s", g->stack);
  if (g->stack2) buffer_format(v->b, "\nthread %u:\n%s", g->thread2, g->stack2);
}

static void close_view(struct trace_view *v, bool owns_names) {
  for (size_t i = 0; i < v->threads.count; i++) vec_free(&v->threads.at[i].locks);
  vec_free(&v->threads);
  vec_free(&v->switches);
  places_close(&v->places);
  event_texts_close(v->texts);
  if (owns_names) names_close(v->names);
}

void trace_format(struct buffer *b, const struct shm *s, const struct run *run, struct symbolizer *symbols,
                  const struct bug *bug) {
  struct trace_view v = {.b = b, .shm = s, .run = run, .bug = bug, .places = places_open(s, symbols)};
  v.names = symbols ? symbolizer_names(symbols, s) : names_open(s, NULL);
  v.texts = event_texts_open(s, v.names, symbols);
  schedule_switches(s, &v.switches);
  read_threads(&v);
  v.race[0] = v.race[1] = UINT32_MAX;
  if (bug) trace_find_race(s, bug, v.race);
  measure(&v);
  format_inputs(&v);
  format_threads(&v);
  format_header(&v);
  format_events(&v);
  mark_failure(&v);
  mark_waiting(&v);
  buffer_text(b, "\noutcome: ");
  outcome_format(b, run->trace, bug);
  buffer_text(b, "\n");
  format_stacks(&v);
  close_view(&v, !symbols);
}
