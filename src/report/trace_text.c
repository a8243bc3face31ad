#include "report/trace_text.h"
#include "explore/expr_print.h"
#include "report/testfile.h"
#include <stdio.h>
#include <string.h>

#define CONDITION_MAX 240

static const char *const event_names[] = {
#define EVENT(name, text, help) text,
#include "wire/events.def"
#undef EVENT
};
static const char *const end_helps[] = {
#define END(name, text, help) help,
#include "wire/ends.def"
#undef END
};

static void format_inputs(struct buffer *b, const struct shm *s, const struct run *run) {
  const struct input_object *o = shm_object(s);
  char type[16];
  if (!run->trace->object_count) return;
  buffer_text(b, "inputs:\n");
  for (uint32_t i = 0; i < run->trace->object_count && i < SHM_OBJECT_MAX; i++) {
    buffer_format(b, "  %s = ", *o[i].name ? o[i].name : "(unnamed)");
    input_value_format(b, &o[i], run->input->bytes.at, run->input->bytes.count);
    buffer_format(b, "   (%s, input bytes %u to %u)\n", input_type(&o[i], type, sizeof type), o[i].first,
                  o[i].first + o[i].bytes - 1);
  }
  buffer_text(b, "\n");
}

static void format_detail(struct buffer *b, struct target *t, const struct expr_store *store,
                          const struct event *e) {
  char condition[CONDITION_MAX];
  const struct shm *s = target_shm(t);
  struct expr_names names = {shm_object(s), s->trace.object_count};
  switch (e->kind) {
  case EV_INPUT: buffer_text(b, e->aux < SHM_OBJECT_MAX ? shm_object(s)[e->aux].name : ""); return;
  case EV_EXTERNAL: buffer_format(b, "%s()", target_string(t, e->aux)); return;
  case EV_OBSERVE:
    if (e->expr) buffer_format(b, "%s = ", expr_print(store, &names, e->expr, condition, sizeof condition));
    buffer_signed(b, (int64_t)e->value);
    return;
  default:
    buffer_text(b, e->expr ? expr_print(store, &names, e->expr, condition, sizeof condition) : "");
    if (e->kind != EV_CONCRETIZE) buffer_text(b, e->taken ? "   is true" : "   is false");
  }
}

/* A column per thread: the kind of the event stands under its thread. */
static void format_event(struct buffer *b, struct target *t, const struct expr_store *store,
                         const struct event *e, uint32_t number) {
  const struct shm *s = target_shm(t);
  const char *file = "", *function = "";
  char place[256] = "-";
  if (e->site && e->site < s->site_count) {
    const struct program_site *site = &shm_site(s)[e->site];
    file = target_string(t, site->file), function = target_string(t, site->function);
    if (site->line) snprintf(place, sizeof place, "%s:%u", file, site->line);
    if (!strcmp(function, "__raddle_user_main")) function = "main";
  }
  buffer_format(b, "%6u  %*s%-12s %-24s %-16s ", number, 14 * e->thread, "",
                e->kind < EV_COUNT ? event_names[e->kind] : "?", place, function);
  format_detail(b, t, store, e);
  buffer_text(b, "\n");
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

void trace_format(struct buffer *b, struct target *t, const struct run *run, const struct bug *bug) {
  struct expr_store store = target_exprs(t);
  format_inputs(b, target_shm(t), run);
  buffer_format(b, "%6s  %-12s %-24s %-16s %s\n", "event", "thread 0", "place", "function", "what");
  for (uint32_t i = 0; i < run->trace->event_count; i++) format_event(b, t, &store, &run->events[i], i + 1);
  buffer_text(b, "\noutcome: ");
  outcome_format(b, run->trace, bug);
  buffer_text(b, "\n");
  if (bug && bug->stack && *bug->stack) buffer_format(b, "\n%s", bug->stack);
}
