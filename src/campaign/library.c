/* What include/raddle/campaign.h promises beside stepping: options by name, looks at the
 * facts, and listeners. A listener is the context of an observer that passes events on. */
#include "campaign/campaign.h"
#include "base/clock.h"
#include <string.h>

/* ---- options ---- */

static char *keep(struct campaign_options *o, const char *text) {
  vec_push(&o->kept, xstrdup(text));
  return vec_last(&o->kept);
}

struct campaign_options *campaign_options_new(char *const argv[]) {
  struct campaign_options *o = xmalloc(sizeof *o);
  size_t count = 0;
  campaign_options_init(o);
  o->program = o->binary = keep(o, argv[0]);
  while (argv[1 + count]) count++;
  o->arguments = xcalloc(count + 1, sizeof *o->arguments);
  for (size_t i = 0; i < count; i++) o->arguments[i] = keep(o, argv[1 + i]);
  return o;
}

char *campaign_options_set(struct campaign_options *o, const char *name, const char *value) {
  const struct option_row *row = option_find(campaign_option_table(), name, strlen(name));
  if (!row) return xprintf("there is no option '%s'", name);
  if (row->argument && !value) return xprintf("--%s wants an argument: %s", name, row->argument);
  if (!row->argument && value) return xprintf("--%s takes no argument, but got '%s'", name, value);
  return option_set(row, o, value ? keep(o, value) : NULL);
}

void campaign_options_free(struct campaign_options *o) {
  for (size_t i = 0; i < o->kept.count; i++) free(o->kept.at[i]);
  vec_free(&o->kept);
  free(o->arguments);
  free(o);
}

/* ---- facts ---- */

static struct campaign_counts counts_of(const struct campaign *c) {
  return (struct campaign_counts){.executions = c->executions,
                                  .classes = c->classes,
                                  .redundant = c->redundant,
                                  .blocked = c->blocked,
                                  .paths = c->paths,
                                  .pending = c->stats.pending,
                                  .bugs = c->bugs.count,
                                  .branches = c->coverage.branches,
                                  .branches_covered = c->coverage.branches_covered,
                                  .lines = c->coverage.lines,
                                  .lines_covered = c->coverage.lines_covered,
                                  .seconds = campaign_elapsed(c, c->ended > 0 ? c->ended : clock_now())};
}

void campaign_count(struct campaign *c, struct campaign_counts *out) {
  campaign_enter(c);
  *out = counts_of(c);
  campaign_leave(c);
}

static const char *some(const char *text) { return text ? text : ""; }

static struct campaign_bug describe(const struct bug *b) {
  return (struct campaign_bug){.kind = bug_kind_name(b->kind),
                               .file = some(b->file),
                               .function = some(b->function),
                               .message = some(b->message),
                               .stack = some(b->stack),
                               .line = b->line,
                               .thread = b->thread,
                               .file2 = some(b->file2),
                               .function2 = some(b->function2),
                               .line2 = b->line2,
                               .thread2 = b->thread2,
                               .threads = b->threads,
                               .preemptions = b->preemptions,
                               .execution = b->execution,
                               .count = b->count};
}

bool campaign_bug(struct campaign *c, size_t index, struct campaign_bug *out) {
  campaign_enter(c);
  bool is_there = index < c->bugs.count;
  if (is_there) *out = describe(&c->bugs.at[index]);
  campaign_leave(c);
  return is_there;
}

const char *campaign_reason(const struct campaign *c, size_t index) {
  for (int r = 0; r < INCOMPLETE_COUNT; r++)
    if (c->incomplete[r].count && !index--) return incomplete_reason(c->strategy, r)->name;
  return NULL;
}

/* ---- listeners ---- */

static void tell_bug(void *listener, const struct campaign *c, const struct bug *bug, const struct run *run) {
  const struct campaign_listener *l = listener;
  struct campaign_bug shown = describe(bug);
  (void)c, (void)run;
  if (l->bug) l->bug(l->context, &shown);
}

/* Nothing is written, so no test counts as kept. */
static bool tell_test(void *listener, const struct campaign *c, const struct run *run, const char *name) {
  const struct campaign_listener *l = listener;
  struct campaign_test shown = {.execution = c->executions,
                                .input = run->input->bytes.at,
                                .size = run->input->bytes.count,
                                .threads = run->trace->thread_count > 1 ? run->trace->thread_count : 1};
  (void)name;
  if (l->test) l->test(l->context, &shown);
  return false;
}

static void tell_progress(void *listener, const struct campaign *c) {
  const struct campaign_listener *l = listener;
  struct campaign_counts counts = counts_of(c);
  if (l->progress) l->progress(l->context, &counts);
}

static void tell_sentence(void *listener, bool is_warning, const char *sentence) {
  const struct campaign_listener *l = listener;
  if (l->say) l->say(l->context, is_warning, sentence);
}

struct campaign *campaign_open(const struct campaign_options *o, const struct campaign_listener *l,
                               char **why) {
  struct campaign_observer observer = {.context = (void *)(uintptr_t)l,
                                       .test = tell_test,
                                       .explain = tell_bug,
                                       .tick = tell_progress,
                                       .closed = tell_progress,
                                       .say = tell_sentence};
  return campaign_open_observed(o, l ? &observer : NULL, why);
}
