/* The events. Rounds of a loop in which nothing changes are shown ROUNDS_SHOWN times and then
 * counted. */
#include "report/trace_view.h"
#include <stdio.h>
#include <string.h>

#define ROUND_MAX 12 /* events in a round of a loop that is elided */
#define ROUNDS_SHOWN 2

/* ---- one event ---- */

static bool is_listed(const held_locks *held, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (held->at[k].object == held->at[i].object) return true; /* recursive */
  return false;
}

/* Called what it was called where it was taken. */
void trace_format_locks(struct trace_view *v, const held_locks *held) {
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

/* What the bug has to do with the event; NULL: nothing. */
static const char *mark_of(const struct trace_view *v, uint32_t i) {
  return v->bug && v->detector->mark ? v->detector->mark(v->bug, i) : NULL;
}

static bool has_heading(const struct trace_view *v, uint32_t i) {
  return v->bug && v->detector->heading && v->detector->heading_at(v->run->trace) == i;
}

static void format_heading(struct trace_view *v) {
  buffer_format(v->b, "%6s  ", "");
  v->detector->heading(v->run->trace, v->b);
  buffer_text(v->b, "\n");
}

static void format_event(struct trace_view *v, uint32_t i) {
  const struct event *e = &v->run->events[i];
  struct thread_row *row = trace_row(v, e->thread);
  char number[16], place[512];
  const char *function;
  snprintf(number, sizeof number, "%u", i + 1);
  trace_place_of_site(v, e->kind == EV_END_THREAD ? 0 : e->site, place, sizeof place, &function);
  trace_begin_line(v, number, place, function, e->thread);
  event_format(v->texts, v->b, e);
  if (event_is_access(e) || e->kind == EV_SEEN) trace_format_locks(v, &row->locks);
  if (mark_of(v, i)) buffer_format(v->b, "   <-- %s", mark_of(v, i));
  buffer_text(v->b, "\n");
}

/* ---- switches ---- */

/* Steps tell who could have gone on. A new thread runs at once, up to its first step, and then
 * its creator goes on: these are no choices. */
static void format_switch(struct trace_view *v, uint32_t event) {
  const struct event *e = &v->run->events[event];
  struct thread_row *row = trace_row(v, e->thread);
  const struct context_switch *c = NULL;
  if (v->next_switch < v->switches.count && v->switches.at[v->next_switch].event == event)
    c = &v->switches.at[v->next_switch++];
  bool begins = !row->is_begun && !event_is_step(e);
  row->is_begun = true;
  if (e->thread == v->last_thread) return;
  buffer_format(v->b, "%6s  --- thread %u %s", "", e->thread, begins ? "begins" : "goes on");
  if (c && c->left == COULD_GO_ON) buffer_format(v->b, " (thread %u could have gone on)", c->from);
  buffer_text(v->b, "\n");
  v->last_thread = e->thread;
}

/* ---- loops that go round and round ---- */

static bool is_same(const struct event *a, const struct event *b) { return !memcmp(a, b, sizeof *a); }

/* How many rounds of `length` events, all alike and none of them marked, begin at event i. */
static uint32_t rounds_at(const struct trace_view *v, uint32_t i, uint32_t length) {
  const struct event *e = v->run->events;
  uint32_t same = 0;
  while (i + length + same < v->run->trace->event_count && is_same(&e[i + same], &e[i + length + same]) &&
         !mark_of(v, i + length + same) && !has_heading(v, i + length + same))
    same++;
  return 1 + same / length;
}

/* The events from i on that may be left out, as the rounds of `*length` events after the first
 * ROUNDS_SHOWN. */
static uint32_t rounds_to_elide(const struct trace_view *v, uint32_t i, uint32_t *length) {
  for (*length = 1; *length <= ROUND_MAX; ++*length) {
    uint32_t rounds = rounds_at(v, i, *length);
    if (rounds > 2 * ROUNDS_SHOWN) return rounds - ROUNDS_SHOWN;
  }
  return 0;
}

/* ---- all of them ---- */

/* What only says for the explorer how things hang together. */
static bool is_shown(const struct event *e) {
  return e->kind != EV_GATE && e->kind != EV_EXPECT && e->kind != EV_STOPPED && e->kind != EV_INITIAL &&
         e->kind != EV_HELD && e->kind != EV_FAIL && /* the outcome says so */
         (e->kind != EV_SPIN || event_is_step(e)) && e->kind != EV_GONE;
}

static void show_event(struct trace_view *v, uint32_t i) {
  const struct event *e = &v->run->events[i];
  if (has_heading(v, i)) format_heading(v);
  if (is_shown(e)) {
    format_switch(v, i);
    format_event(v, i);
  }
  locks_follow(&trace_row(v, e->thread)->locks, e, i);
}

/* Of switches among what is left out the last one counts: the line after the gap says who goes
 * on. */
static void skip_events(struct trace_view *v, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++)
    locks_follow(&trace_row(v, v->run->events[i].thread)->locks, &v->run->events[i], i);
  while (v->next_switch < v->switches.count && v->switches.at[v->next_switch].event < first + count)
    v->next_switch++;
  v->last_thread = v->run->events[first + count - 1].thread;
}

void trace_format_rows(struct trace_view *v) {
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
