/* The line is made of parts. On a terminal it must never wrap: a wrapped line cannot be
 * rewritten in place, and would flood the screen. So only the parts that fit are shown, the most
 * important ones first; the width is asked for each time. */
#include "report/status.h"
#include "campaign/estimate.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TERMINAL_PERIOD 0.2
#define LOG_PERIOD 10.0
#define SMOOTH 0.3 /* what the last estimate counts for */
#define COLUMNS_USUAL 80
#define PART_MAX 64

void status_start(struct status *s, double now) {
  *s = (struct status){.last = now, .is_terminal = isatty(STDERR_FILENO)};
}

/* ---- parts ---- */

enum part {
  RUNS,
  RATE,
  CLASSES,
  PENDING,
  BUGS,
  BRANCHES,
  SOLVER,
  ELAPSED,
  ESTIMATE,
  PARTS
}; /* as they stand */
static const enum part by_importance[PARTS] = {RUNS, ELAPSED, BUGS,     CLASSES, ESTIMATE,
                                               RATE, PENDING, BRANCHES, SOLVER};

struct parts {
  char text[PARTS][PART_MAX]; /* "": there is none */
};

__attribute__((format(printf, 3, 4))) static void set(struct parts *p, enum part which, const char *format,
                                                      ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(p->text[which], PART_MAX, format, arguments);
  va_end(arguments);
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

/* What is left, if anybody knows. */
static void set_estimate(struct status *s, const struct campaign *c, double elapsed, struct parts *p) {
  double now = estimate_classes(c), classes = (double)c->classes;
  char total[24], left[24];
  if (now <= 0) {
    s->total = 0; /* it has begun again */
    return;
  }
  s->total = s->total > 0 ? (1 - SMOOTH) * s->total + SMOOTH * now : now;
  if (s->total < classes) s->total = classes;
  estimate_count_text(s->total, total, sizeof total);
  estimate_time_text(elapsed * (s->total - classes) / classes, left, sizeof left);
  set(p, ESTIMATE, "%.0f%% of ~%s, %s left", 100 * classes / s->total, total, left);
}

static void set_parts(struct status *s, const struct campaign *c, double now, struct parts *p) {
  double elapsed = campaign_elapsed(c, now), period = now - s->last;
  double rate = period > 0 ? (double)(c->executions - s->executions) / period : 0;
  double solver = c->smt && elapsed > 0 ? 100 * c->smt->time / elapsed / (c->jobs ? c->jobs : 1) : 0;
  unsigned seconds = (unsigned)elapsed;
  bool is_threaded = c->threads > 1;
  set(p, RUNS, "%lu run%s", c->executions, plural(c->executions));
  set(p, RATE, "%.0f/s", rate);
  set(p, CLASSES, is_threaded ? "%lu class%s" : "%lu path%s", c->classes,
      c->classes == 1 ? ""
      : is_threaded   ? "es"
                      : "s");
  set(p, PENDING, "%lu pending", c->stats.pending);
  set(p, BUGS, "%zu bug%s", c->bugs.count, plural(c->bugs.count));
  set(p, BRANCHES, "branches %u/%u", c->coverage.branches_covered, c->coverage.branches);
  set(p, SOLVER, "solver %.0f%%", solver);
  set(p, ELAPSED, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
  set_estimate(s, c, elapsed, p);
}

/* ---- the line ---- */

/* The most important parts, as far as they fit. */
static void leave_out(struct parts *p, size_t most) {
  size_t width = 0;
  for (int i = 0; i < PARTS; i++) {
    char *text = p->text[by_importance[i]];
    size_t more = *text ? (width ? 2 : 0) + strlen(text) : 0;
    if (width + more > most)
      *text = 0;
    else
      width += more;
  }
}

static void join(const struct parts *p, char *line) {
  *line = 0;
  for (int i = 0; i < PARTS; i++) {
    if (!*p->text[i]) continue;
    if (*line) strcat(line, "  ");
    strcat(line, p->text[i]);
  }
}

/* One column stays free: a terminal may go to the next row once the last one is written to. */
static size_t room(void) {
  struct winsize size = {0};
  const char *told = getenv("COLUMNS");
  long columns = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) ? size.ws_col : 0;
  if (columns <= 0 && told) columns = strtol(told, NULL, 10);
  if (columns <= 0) columns = COLUMNS_USUAL;
  return (size_t)columns - 1;
}

void status_show(struct status *s, const struct campaign *c, double now) {
  if (now - s->last < (s->is_terminal ? TERMINAL_PERIOD : LOG_PERIOD)) return;
  struct parts parts = {0};
  char line[PARTS * (PART_MAX + 2)];
  set_parts(s, c, now, &parts);
  if (s->is_terminal) leave_out(&parts, room());
  join(&parts, line);
  if (s->is_terminal)
    fprintf(stderr, "\r%s\033[K", line);
  else
    fprintf(stderr, "%s\n", line);
  s->is_shown = s->is_terminal;
  s->last = now;
  s->executions = c->executions;
}

void status_clear(struct status *s) {
  if (s->is_shown) fputs("\r\033[K", stderr);
  s->is_shown = false;
}
