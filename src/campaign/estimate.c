#include "campaign/estimate.h"
#include <stdio.h>

#define RUNS_MIN 50 /* before that it is no more than a guess */
#define DONE_MIN                                                                                             \
  0.001 /* the same: the little that was seen says nothing about the rest, and the figure runs away */

double estimate_classes(const struct campaign *c) {
  double done = c->stats.is_done_wrong ? 0 : c->stats.done;
  if (!(done >= DONE_MIN) || c->executions < RUNS_MIN || !c->classes) return 0;
  return (double)c->classes / (done < 1 ? done : 1);
}

void estimate_count_text(double count, char *text, size_t size) {
  static const char *const units[] = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  while (count >= 10000 && unit + 1 < sizeof units / sizeof units[0]) count /= 1000, unit++;
  snprintf(text, size, "%.0f%s", count, units[unit]);
}

void estimate_time_text(double seconds, char *text, size_t size) {
  if (seconds < 120)
    snprintf(text, size, "%.0f s", seconds);
  else if (seconds < 2 * 3600)
    snprintf(text, size, "%.0f min", seconds / 60);
  else if (seconds < 2 * 86400)
    snprintf(text, size, "%.0f h", seconds / 3600);
  else if (seconds < 1e9)
    snprintf(text, size, "%.0f days", seconds / 86400);
  else
    snprintf(text, size, "years");
}
