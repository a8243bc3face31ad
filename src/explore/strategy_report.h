/* A strategy's own part of the reports, beyond the counts of struct strategy_stats: an object in
 * summary.json, and lines of text for people. The text is made from summary.json alone, so that
 * `raddle report` prints what the campaign printed at its end. */
#ifndef RADDLE_EXPLORE_STRATEGY_REPORT_H
#define RADDLE_EXPLORE_STRATEGY_REPORT_H

#include "base/buffer.h"
#include <jansson.h>

/* What the strategy does not know itself. */
struct campaign_figures {
  uint32_t branches, branches_covered;
  uint64_t queries;           /* to the solver */
  double time;                /* seconds */
  const char *const *reasons; /* why the campaign, which is over, is not complete */
  uint32_t reason_count;      /* 0 while it is running */
};

struct strategy_report {
  size_t
      size; /* of its figures, at most STRATEGY_FIGURES_SIZE: plain bytes, of which a copy outlives the strategy */
  /* Adds to summary.json's strategy_stats. */
  void (*put)(json_t *stats, const void *figures, const struct campaign_figures *);
  void (*describe)(struct buffer *, const json_t *summary);
};

#endif
