/* A line has one event, so its text may run on to the right over the columns of other threads:
 * columns only need to be wide enough to tell them apart. Above TRACE_COLUMNS_MAX threads there
 * is one column, with the thread's number in front. */
#include "detect/symbolize.h"
#include "report/testfile.h"
#include "report/trace_view.h"
#include <stdio.h>
#include <string.h>

/* ---- inputs and threads ---- */

static void format_input(struct trace_view *v, const struct heap *h, uint32_t i) {
  const struct input_object *o = &shm_object(v->shm)[i];
  const struct input *in = v->run->input;
  const struct heap_object *typed = heap_of_input(h, i);
  char type[16];
  buffer_format(v->b, "  %s = ", *o->name ? o->name : "(unnamed)");
  if (typed)
    heap_value_format(v->b, h, typed);
  else
    input_value_format(v->b, o, in->bytes.at, in->bytes.count);
  buffer_format(v->b, "   (%s, input bytes %u to %u", typed ? typed->type : input_type(o, type, sizeof type),
                o->first, o->first + o->bytes - 1);
  if (v->threads.count > 1) buffer_format(v->b, " of thread %u", o->thread);
  buffer_text(v->b, ")\n");
}

static void format_inputs(struct trace_view *v) {
  struct heap h;
  if (!v->run->trace->object_count) return;
  testfile_heap(&h, v->shm, v->run);
  buffer_text(v->b, "inputs:\n");
  for (uint32_t i = 0; i < v->run->trace->object_count && i < SHM_OBJECT_MAX; i++)
    if (!shm_object(v->shm)[i].label) format_input(v, &h, i);
  heap_lines_format(v->b, &h, "    ");
  buffer_text(v->b, "\n");
  heap_free(&h);
}

struct thread_row *trace_row(struct trace_view *v, uint32_t thread) {
  while (v->threads.count <= thread) vec_push(&v->threads, (struct thread_row){.column = NO_COLUMN});
  return &v->threads.at[thread];
}

static void read_threads(struct trace_view *v) {
  trace_row(v, 0)->has_events = true;
  for (uint32_t i = 0; i < v->run->trace->event_count; i++) {
    const struct event *e = &v->run->events[i];
    trace_row(v, e->thread)->has_events = true;
    if (e->kind != EV_CREATE || e->aux >= LAYOUT_THREADS) continue;
    struct thread_row *child = trace_row(v, e->aux);
    child->has_events = true;
    child->parent = e->thread, child->site = e->site, child->routine = e->addr;
  }
  if (v->bug) trace_row(v, v->bug->thread)->has_events = true;
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

void trace_place(const char *file, uint32_t line, char *text, size_t size) {
  const char *slash = strrchr(file, '/');
  bool is_long = slash && strlen(file) + strlen(":12345") > TRACE_PLACE_MAX;
  snprintf(text, size, "%s:%u", is_long ? slash + 1 : file, line);
}

void trace_place_of_site(const struct trace_view *v, uint32_t site, char *place, size_t size,
                         const char **function) {
  struct place p;
  place[0] = 0;
  *function = "";
  if (!place_of_site(&v->places, site, &p)) return;
  trace_place(p.file, p.line, place, size);
  *function = p.function;
}

static void widen(int *width, size_t length) {
  if ((int)length > *width) *width = length < TRACE_PLACE_MAX ? (int)length : TRACE_PLACE_MAX;
}

static void measure(struct trace_view *v) {
  char place[512];
  const char *function;
  v->place_width = (int)strlen("place");
  v->function_width = (int)strlen("function");
  for (uint32_t i = 0, last = 0; i < v->run->trace->event_count; i++) {
    if (v->run->events[i].site == last) continue;
    last = v->run->events[i].site;
    trace_place_of_site(v, last, place, sizeof place, &function);
    widen(&v->place_width, strlen(place));
    widen(&v->function_width, strlen(function));
  }
}

static void format_header(struct trace_view *v) {
  buffer_format(v->b, "%6s  %-*s  %-*s  ", "event", v->place_width, "place", v->function_width, "function");
  for (uint32_t i = 0; i < v->threads.count && trace_has_columns(v); i++) {
    char title[32];
    if (v->threads.at[i].column == NO_COLUMN) continue;
    snprintf(title, sizeof title, "thread %u", i);
    bool is_last = v->threads.at[i].column + 1 == v->column_count;
    buffer_format(v->b, "%-*s", is_last ? 0 : TRACE_COLUMN_WIDTH, title);
  }
  buffer_text(v->b, trace_has_columns(v) ? "\n" : v->column_count > 1 ? "thread: what\n" : "what\n");
}

void trace_begin_line(struct trace_view *v, const char *number, const char *place, const char *function,
                      uint32_t thread) {
  buffer_format(v->b, "%6s  %-*s  %-*s  ", number, v->place_width, place, v->function_width, function);
  if (trace_has_columns(v))
    buffer_format(v->b, "%*s", (int)(TRACE_COLUMN_WIDTH * trace_row(v, thread)->column), "");
  else if (v->column_count > 1)
    buffer_format(v->b, "%5u: ", thread);
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
  if (bug) v.detector = detector_of(bug->kind);
  v.names = symbols ? symbolizer_names(symbols, s) : names_open(s, NULL);
  v.texts = event_texts_open(s, v.names, symbols);
  schedule_switches(s, &v.switches);
  read_threads(&v);
  measure(&v);
  format_inputs(&v);
  format_threads(&v);
  format_header(&v);
  trace_format_rows(&v);
  trace_format_end(&v);
  close_view(&v, !symbols);
}
