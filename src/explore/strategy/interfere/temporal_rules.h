/* Orders that a scenario forces (figure 5); see temporal_rules.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_RULES_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_TEMPORAL_RULES_H

#include "explore/strategy/interfere/temporal_blocks.h"

/* Fills the graph. False: there is no order, and `why` are items that suffice for that. `why`
 * must be empty. */
bool rules_apply(const struct blocks *, const struct item_set *strict, struct order_graph *,
                 struct item_set *why);

#endif
