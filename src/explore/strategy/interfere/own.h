/* What strategy `interfere` brings along (interfere.def): its options, what it leaves out, its
 * figures. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_OWN_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_OWN_H

#include "explore/strategy_report.h"
#include "explore/strategy.h"

struct interfere_options {
#define OPTION(type, field, kind, name, argument, fallback, help) type field;
#include "explore/strategy/interfere/interfere.def"
};

enum interfere_gap {
#define LEFT_OUT(name, key, reason, meaning, advice) INTERFERE_GAP_##name,
#include "explore/strategy/interfere/interfere.def"
};

enum interfere_reason {
#define REASON(name, text) INTERFERE_##name,
#include "explore/strategy/interfere/interfere.def"
  INTERFERE_REASONS
};

/* What the strategy did, degree by degree. */
#define INTERFERE_DEGREES 128
struct interfere_figures {
  uint32_t threads, inputs;                  /* inputs: input objects asked for */
  uint32_t max_k;                            /* degree reached, below INTERFERE_DEGREES */
  uint32_t reason;                           /* enum interfere_reason */
  uint64_t branches_by_k[INTERFERE_DEGREES]; /* newly covered at each degree */
#define COUNT(field, meaning) uint64_t field;
#include "explore/strategy/interfere/interfere.def"
};
_Static_assert(sizeof(struct interfere_figures) <= STRATEGY_FIGURES_SIZE, "there is room for a copy");

extern const struct strategy_gap interfere_gaps[];
extern const struct strategy_report interfere_report;

#endif
