#include "report/status.h"
#include "report/estimate.h"
#include <stdio.h>
#include <unistd.h>

#define TERMINAL_PERIOD 0.2
#define LOG_PERIOD 10.0
#define SMOOTH 0.3 /* what the last estimate counts for */

void status_start(struct status *s, double now) {
  *s = (struct status){.last = now, .is_terminal = isatty(STDERR_FILENO)};
}

/* What is left, if anybody knows. */
static void add_estimate(struct status *s, const struct campaign *c, double elapsed, char *line,
                         size_t size) {
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
  snprintf(line, size, "  ~%s %s, %.0f%% done, %s left", total, c->threads > 1 ? "classes" : "paths",
           100 * classes / s->total, left);
}

static void format_line(struct status *s, const struct campaign *c, double now, char *line, size_t size) {
  double elapsed = campaign_elapsed(c, now), period = now - s->last;
  double rate = period > 0 ? (double)(c->executions - s->executions) / period : 0;
  double solver = c->smt && elapsed > 0 ? 100 * c->smt->time / elapsed / (c->jobs ? c->jobs : 1) : 0;
  unsigned seconds = (unsigned)elapsed;
  int n = snprintf(
      line, size,
      "%lu runs  %.0f/s  %lu %s  %lu pending  %zu bug%s  branches %u/%u  solver %.0f%%  %u:%02u:%02u",
      c->executions, rate, c->classes, c->threads > 1 ? "classes" : "paths", c->stats.pending, c->bugs.count,
      c->bugs.count == 1 ? "" : "s", c->coverage.branches_covered, c->coverage.branches, solver,
      seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (n > 0 && (size_t)n < size) add_estimate(s, c, elapsed, line + n, size - (size_t)n);
}

void status_show(struct status *s, const struct campaign *c, double now) {
  if (c->options->quiet || c->options->no_progress) return;
  if (now - s->last < (s->is_terminal ? TERMINAL_PERIOD : LOG_PERIOD)) return;
  char line[256];
  format_line(s, c, now, line, sizeof line);
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
