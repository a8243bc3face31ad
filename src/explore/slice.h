/* Which constraints of a path can matter to one of them: those linked to it by shared variables (CUTE 4.1.5,
 * OPT 3). An index follows the path from question to question, so a slice costs its own size. */
#ifndef RADDLE_EXPLORE_SLICE_H
#define RADDLE_EXPLORE_SLICE_H

#include "explore/query.h"

struct slicer;
struct slicer *slicer_open(const struct expr_store *, struct eval *);
void slicer_close(struct slicer *);
/* Makes decisions[0..count-1] the path that the index is about. */
void slicer_follow(struct slicer *, const struct decision *decisions, size_t count);
/* Adds one decision to it. */
void slicer_extend(struct slicer *, const struct decision *);
const struct literal *slicer_literal(const struct slicer *, size_t decision);
/* Is `goal` excluded by one single decision before `limit` (OPT 1)? *by is its literal; NULL: the goal is false by itself. */
bool slicer_excludes(const struct slicer *, const struct literal *goal, size_t limit,
                     const struct literal **by);
/* Adds to q the decisions linked with `decision` (itself not) and all their variables. */
void slicer_component(const struct slicer *, size_t decision, struct query *q);
/* The same for the whole path. */
void slicer_everything(const struct slicer *, size_t but_decision, struct query *q);
/* The component's number: equal for linked decisions; UINT32_MAX for a decision without variables. */
uint32_t slicer_group(const struct slicer *, size_t decision);
bool slicer_is_sound(const struct slicer *);

#endif
