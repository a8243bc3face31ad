/* How much of the program has run: branches are blocks that only one outcome of a branch leads
 * to, lines are distinct file:line pairs; raddle's own models of library functions do not count. */
#ifndef RADDLE_CAMPAIGN_COVERAGE_H
#define RADDLE_CAMPAIGN_COVERAGE_H

#include "campaign/facts.h"

struct line_index;
/* Which lines there are; made once per campaign. */
struct line_index *line_index_make(const struct shm *);
void line_index_free(struct line_index *);
void coverage_of_branches(const struct shm *, uint32_t *all, uint32_t *covered);
struct coverage coverage_measure(const struct shm *, const struct line_index *);
/* Is every branch covered of the functions that have run? A branch that leads to other functions is
 * one of these. */
bool coverage_is_full(const struct campaign *);

#endif
