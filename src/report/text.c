/* The report is made from the files alone (summary.json and each bug's test.json), so that
 * `raddle report` on a campaign that is running or was killed says the same as its own end
 * would. */
#include "report/text.h"
#include "campaign/facts.h"
#include "campaign/estimate.h"
#include "detect/detector.h"
#include "explore/strategy_report.h"
#include "report/testfile.h"
#include <jansson.h>
#include <string.h>

struct style {
  const char *good, *bad, *warn, *bold, *plain;
};
static const struct style colors = {"\033[1;32m", "\033[1;31m", "\033[1;33m", "\033[1m", "\033[0m"};
static const struct style no_colors = {"", "", "", "", ""};

static int64_t number(const json_t *o, const char *key) {
  return json_integer_value(json_object_get(o, key));
}
static double real(const json_t *o, const char *key) { return json_number_value(json_object_get(o, key)); }
static const char *text(const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? s : "";
}

static const char *plural(int64_t n) { return n == 1 ? "" : "s"; }

/* "1 class", "12 classes". */
static void counted(struct buffer *b, int64_t n, const char *word) {
  size_t length = strlen(word);
  bool ends_in_s = word[length - 1] == 's', ends_in_y = word[length - 1] == 'y';
  if (n != 1 && ends_in_y)
    buffer_format(b, "%ld %.*sies", (long)n, (int)length - 1, word);
  else
    buffer_format(b, "%ld %s%s", (long)n, word, n == 1 ? "" : ends_in_s ? "es" : "s");
}

/* What is counted: without threads a class is a path. */
static void everything(struct buffer *b, const json_t *j) {
  bool is_threaded = number(j, "threads") > 1;
  int64_t n = number(j, "classes");
  const char *word = is_threaded ? "class" : "path",
             *more = is_threaded ? " of schedules was run" : " was run";
  if (n == 1)
    buffer_format(b, ": its only %s%s", word, more);
  else
    buffer_text(b, ": every one of the "), counted(b, n, word), buffer_text(b, more);
}

/* With bugs, too, it is said whether the rest was explored. */
static void verdict(struct buffer *b, const json_t *j, const struct style *s) {
  int64_t bugs = (int64_t)json_array_size(json_object_get(j, "bugs"));
  bool is_complete =
      !json_array_size(json_object_get(j, "incomplete")) && strcmp(text(j, "verdict"), "incomplete");
  const char *model = number(j, "weak_atomics") ? " for sequentially consistent executions" : "";
  const char *style = bugs ? s->bad : is_complete ? s->good : s->warn;
  buffer_text(b, style);
  if (bugs)
    counted(b, bugs, "bug"), buffer_text(b, " found");
  else
    buffer_text(b, is_complete ? "no bug" : "no bug found");
  if (is_complete) buffer_format(b, ", and complete%s", model);
  buffer_text(b, s->plain);
  if (is_complete)
    everything(b, j);
  else
    buffer_text(b, bugs ? ", and not everything was explored" : ", but not everything was explored");
  buffer_format(b, "   (%s, strategy %s)\n", text(j, "program"), text(j, "strategy"));
}

static void bug_inputs(struct buffer *b, const char *out, const char *test) {
  struct test t;
  char *why = NULL, *path = xprintf("%s/%s", out, test);
  if (testfile_read(path, &t, &why)) {
    struct inputs_shown in = {&t.heap, t.objects.at, (uint32_t)t.objects.count, t.input.at, t.input.count};
    inputs_format(b, &in, "     ");
    testfile_free(&t);
  }
  free(why);
  free(path);
}

static bool has_message_list(const char *kind) {
  bug_kinds kinds;
  const char *bad;
  return bug_kinds_read(kind, &kinds, &bad) && kinds && detector_of(__builtin_ctz(kinds))->has_message_list;
}

/* A line for each thread that the message tells about. */
static void message_lines(struct buffer *b, const char *message) {
  for (const char *end; (end = strstr(message, "; ")); message = end + 2)
    buffer_format(b, "     %.*s\n", (int)(end - message), message);
  buffer_format(b, "     %s\n", message);
}

static void access_line(struct buffer *b, const json_t *g, const char *thread, const char *file,
                        const char *line, const char *function, const char *locks) {
  buffer_format(b, "     thread %ld at %s:%ld", (long)number(g, thread), text(g, file),
                (long)number(g, line));
  if (*text(g, function)) buffer_format(b, " in %s", text(g, function));
  buffer_format(b, ", locks held: %s\n", *text(g, locks) ? text(g, locks) : "none");
}

static void race_lines(struct buffer *b, const json_t *g) {
  access_line(b, g, "thread2", "file2", "line2", "function2", "locks2");
  access_line(b, g, "thread", "file", "line", "function", "locks");
}

static void list_hints(struct buffer *b, const json_t *j) {
  const json_t *list = json_object_get(j, "hints");
  if (json_array_size(list)) buffer_text(b, "\nnot bugs, but worth a look:\n");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *h = json_array_get(list, i);
    buffer_format(b, "  %s", text(h, "kind"));
    if (number(h, "line")) buffer_format(b, " at %s:%ld", text(h, "file"), (long)number(h, "line"));
    buffer_format(b, ": %s\n", text(h, "message"));
  }
}

/* A strategy that keeps the degree knows that fewer would not do; others have counted those of
 * one run. */
static void schedule_words(struct buffer *b, const json_t *j, const json_t *g) {
  const struct strategy_vtable *strategy = strategy_find(text(j, "strategy"));
  const char *needs = strategy && strategy->keeps_degree ? "needs " : "";
  const json_t *needed = json_object_get(g, "interferences");
  buffer_format(b, "; %ld threads, %ld preemption%s", (long)number(g, "threads"),
                (long)number(g, "preemptions"), plural(number(g, "preemptions")));
  if (needed)
    buffer_format(b, "; %s%ld interference%s", needs, (long)json_integer_value(needed),
                  plural(json_integer_value(needed)));
}

static void list_bugs(struct buffer *b, const char *out, const json_t *j, const struct style *s) {
  const json_t *bugs = json_object_get(j, "bugs");
  for (size_t i = 0; i < json_array_size(bugs); i++) {
    const json_t *g = json_array_get(bugs, i);
    const char *test = text(g, "test"), *slash = strrchr(test, '/');
    int64_t count = number(g, "count");
    buffer_format(b, "\n%2zu. %s%s%s", i + 1, s->bold, text(g, "kind"), s->plain);
    if (number(g, "line")) buffer_format(b, " at %s:%ld", text(g, "file"), (long)number(g, "line"));
    if (*text(g, "function")) buffer_format(b, " in %s", text(g, "function"));
    buffer_text(b, "\n");
    if (has_message_list(text(g, "kind")))
      message_lines(b, text(g, "message"));
    else
      buffer_format(b, "     %s\n", text(g, "message"));
    if (json_object_get(g, "file2")) race_lines(b, g);
    bug_inputs(b, out, test);
    buffer_format(b, "     first in execution %ld", (long)number(g, "execution"));
    if (count > 1) buffer_format(b, ", seen %ld times", (long)count);
    if (number(g, "threads") > 1) schedule_words(b, j, g);
    buffer_format(b, "\n     replay: raddle replay %s/%.*s   (--gdb to look inside)\n", out,
                  slash ? (int)(slash - test) : (int)strlen(test), test);
  }
}

static const struct reason *find_reason(const struct strategy_vtable *v, const char *name) {
  for (int r = 0; r < INCOMPLETE_COUNT; r++) {
    const struct reason *reason = incomplete_reason(v, r);
    if (reason && !strcmp(reason->name, name)) return reason;
  }
  return NULL;
}

static void list_incomplete(struct buffer *b, const json_t *j) {
  const json_t *list = json_object_get(j, "incomplete");
  if (!json_array_size(list)) return;
  buffer_text(b, "\nnot covered, and why:\n");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *entry = json_array_get(list, i), *examples = json_object_get(entry, "examples");
    const struct reason *reason = find_reason(strategy_find(text(j, "strategy")), text(entry, "reason"));
    int64_t count = number(entry, "count");
    buffer_format(b, "  %s", text(entry, "reason"));
    if (count > 1) buffer_format(b, " (%ld times)", (long)count);
    if (reason) buffer_format(b, ": %s; %s", reason->meaning, reason->advice);
    buffer_text(b, "\n");
    for (size_t k = 0; k < json_array_size(examples); k++)
      buffer_format(b, "      %s\n", json_string_value(json_array_get(examples, k)));
  }
}

/* Who uses weaker atomics must not take a verdict for one about weak memory. */
static void weak_atomics(struct buffer *b, const json_t *j) {
  int64_t count = number(j, "weak_atomics");
  if (!count) return;
  buffer_format(
      b,
      "\nmemory model: all runs are sequentially consistent; %ld atomic operation%s weaker (%s), and what "
      "they allow beyond that was not looked at\n",
      (long)count, count == 1 ? " is" : "s are", text(j, "weak_atomic"));
}

static void share(struct buffer *b, const char *what, int64_t part, int64_t whole) {
  buffer_format(b, "%s %ld of %ld", what, (long)part, (long)whole);
  if (whole) buffer_format(b, " (%.0f%%)", 100.0 * (double)part / (double)whole);
}

static void classes(struct buffer *b, const json_t *j) {
  int64_t total = number(json_object_get(j, "strategy_stats"), "estimated_classes");
  char text[24];
  estimate_count_text((double)total, text, sizeof text);
  counted(b, number(j, "classes"), "class");
  if (total) buffer_format(b, " of about %s", text);
  buffer_text(b, ", ");
}

static void figures(struct buffer *b, const json_t *j) {
  const json_t *c = json_object_get(j, "coverage"), *s = json_object_get(j, "solver");
  double time = real(j, "time_s");
  buffer_text(b, "\ncovered: ");
  share(b, "branches", number(c, "branches_covered"), number(c, "branches"));
  share(b, ", lines", number(c, "lines_covered"), number(c, "lines"));
  buffer_text(b, "\n");
  counted(b, number(j, "executions"), "execution");
  buffer_format(b, " in %.2f s (%.0f/s), ", time, real(j, "executions_per_second"));
  if (number(j, "threads") > 1) classes(b, j);
  counted(b, number(j, "paths"), "path");
  buffer_format(b, ", %ld redundant", (long)number(j, "redundant"));
  if (number(j, "restarts")) buffer_text(b, ", "), counted(b, number(j, "restarts"), "restart");
  buffer_text(b, "; solver: ");
  counted(b, number(s, "queries"), "query");
  buffer_format(b, ", %.2f s\n", real(s, "time_s"));
}

static void what_next(struct buffer *b, const char *out, const json_t *j) {
  int64_t tests = number(json_object_get(j, "strategy_stats"), "tests");
  if (tests)
    buffer_format(b, "%ld test%s in %s/tests; all figures in %s/summary.json\n", (long)tests, plural(tests),
                  out, out);
  else
    buffer_format(b, "all figures in %s/summary.json\n", out);
}

bool text_format(struct buffer *b, const char *out, const char *summary, bool color) {
  json_error_t error;
  json_t *j = json_loads(summary, 0, &error);
  const struct style *s = color ? &colors : &no_colors;
  if (!json_is_object(j) || !json_object_get(j, "verdict")) {
    json_decref(j);
    return false;
  }
  const struct strategy_vtable *strategy = strategy_find(text(j, "strategy"));
  verdict(b, j, s);
  list_bugs(b, out, j, s);
  list_hints(b, j);
  list_incomplete(b, j);
  weak_atomics(b, j);
  figures(b, j);
  if (strategy && strategy->report) strategy->report->describe(b, j);
  what_next(b, out, j);
  json_decref(j);
  return true;
}
