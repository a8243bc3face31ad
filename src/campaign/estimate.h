/* How large the whole exploration is: what was reached, divided by the share of it that the
 * strategy thinks is done (Knuth, "Estimating the efficiency of backtrack programs", 1975: each
 * run stands for the share of the tree that its node got when every node divides its share
 * evenly). Good to a small factor at first, exact at the end. */
#ifndef RADDLE_CAMPAIGN_ESTIMATE_H
#define RADDLE_CAMPAIGN_ESTIMATE_H

#include "campaign/facts.h"

/* Classes there are; 0: no idea. */
double estimate_classes(const struct campaign *);
/* "2520", "218k", "13M" */
void estimate_count_text(double count, char *text, size_t size);
/* "4 s", "12 min", "3 h" */
void estimate_time_text(double seconds, char *text, size_t size);

#endif
