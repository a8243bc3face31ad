/* What strategy `interfere` brings along (interfere.def): its options, its counts, the reasons why it went no further. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_OWN_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_OWN_H

#include "explore/strategy.h"

struct interfere_options {
#define OPTION(type, field, kind, name, argument, fallback, help) type field;
#include "explore/strategy/interfere/interfere.def"
};

enum interfere_gap {
#define LEFT_OUT(name, key, reason, meaning, advice) INTERFERE_GAP_##name,
#include "explore/strategy/interfere/interfere.def"
};

#endif
