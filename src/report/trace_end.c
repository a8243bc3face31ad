/* How the run ended: under the thread that failed, or a line for each that waits; then in one
 * sentence; then the stacks. */
#include "detect/deadlock.h"
#include "report/trace_view.h"
#include <stdio.h>
#include <stdlib.h>

static const char *const end_helps[] = {
#define END(name, text, help) help,
#include "wire/ends.def"
#undef END
};

/* Is there a thread that the end of the run tells about? */
static bool is_of_thread(const struct bug *g) {
  return bug_shown_by(g->kind) == SHOWN_BY_FAILURE || bug_shown_by(g->kind) == SHOWN_BY_EXIT;
}

static void mark_failure(struct trace_view *v) {
  const struct bug *g = v->bug;
  char place[512];
  if (!g || !g->line || !is_of_thread(g)) return;
  trace_place(g->file, g->line, place, sizeof place);
  trace_begin_line(v, "***", place, g->function, g->thread);
  buffer_format(v->b, "*** %s: %s\n", bug_kind_name(g->kind), g->message);
}

static void mark_wait(struct trace_view *v, const struct waiting *w) {
  char place[512], *what;
  const char *function;
  size_t size;
  FILE *out = open_memstream(&what, &size);
  if (!out) die("out of memory");
  if (w->goes_round)
    fputs("repeats its steps for ever", out);
  else
    deadlock_print_wait(out, &v->places, v->run->trace, w);
  fclose(out);
  trace_place_of_site(v, w->site, place, sizeof place, &function);
  trace_begin_line(v, "***", place, function, w->thread);
  buffer_format(v->b, "*** %s", what);
  trace_format_locks(v, &trace_row(v, w->thread)->locks);
  buffer_text(v->b, "\n");
  free(what);
}

static void mark_waiting(struct trace_view *v) {
  if (!v->bug || bug_shown_by(v->bug->kind) != SHOWN_BY_REST) return;
  for (uint32_t i = 0; i < v->run->trace->waiting_count && i < LAYOUT_THREADS; i++)
    mark_wait(v, &shm_waiting(v->shm)[i]);
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
  if (g->stacks && *g->stacks)
    buffer_format(v->b, "\n%s", g->stacks);
  else if (v->column_count > 1)
    buffer_format(v->b, "\nthread %u:\n%s", g->thread, g->stack);
  else
    buffer_format(v->b, "\n%s", g->stack);
  if (g->stack2) buffer_format(v->b, "\nthread %u:\n%s", g->thread2, g->stack2);
}

void trace_format_end(struct trace_view *v) {
  mark_failure(v);
  mark_waiting(v);
  buffer_text(v->b, "\noutcome: ");
  outcome_format(v->b, v->run->trace, v->bug);
  buffer_text(v->b, "\n");
  format_stacks(v);
}
