/* The facts of a campaign: workers count (campaign/tally.h), the printers of report/ read.
 * Whoever looks at it or changes it holds its lock (campaign/desk.h) while there are several
 * workers. */
#ifndef RADDLE_CAMPAIGN_FACTS_H
#define RADDLE_CAMPAIGN_FACTS_H

#include "base/vec.h"
#include "campaign/observer.h"
#include "campaign/options.h"
#include "detect/hints.h"
#include <stdatomic.h>

enum incomplete_reason {
#define REASON(name, text, meaning, advice) INCOMPLETE_##name,
#define STRATEGY_REASONS()                                                                                   \
  INCOMPLETE_OWN, INCOMPLETE_OWN_1, INCOMPLETE_OWN_2, INCOMPLETE_OWN_3, INCOMPLETE_OWN_4, INCOMPLETE_OWN_5,  \
      INCOMPLETE_OWN_6, INCOMPLETE_OWN_LAST,
#include "campaign/incomplete.def"
#undef REASON
#undef STRATEGY_REASONS
  INCOMPLETE_COUNT
};

_Static_assert(INCOMPLETE_OWN_LAST - INCOMPLETE_OWN + 1 == STRATEGY_GAPS, "a reason for each gap");

/* Events that name a reason, each place once. */
static inline bool event_has_reason(const struct event *e) {
  return e->kind == EV_CONCRETIZE || e->kind == EV_EXTERNAL;
}
static inline enum incomplete_reason event_reason(const struct event *e) {
  if (e->kind == EV_CONCRETIZE) return INCOMPLETE_CONCRETIZED;
  if (e->taken == EXTERNAL_ORDER) return INCOMPLETE_OUTSIDE_ORDER;
  return e->taken == EXTERNAL_NO_INPUT ? INCOMPLETE_NO_INPUT : INCOMPLETE_UNMODELLED_CALL;
}
/* Its bit among what was noted of a place. */
static inline uint8_t event_reason_bit(enum incomplete_reason reason) {
  switch (reason) {
  case INCOMPLETE_CONCRETIZED: return 1;
  case INCOMPLETE_NO_INPUT: return 4;
  case INCOMPLETE_OUTSIDE_ORDER: return 8;
  default: return 2;
  }
}

#define INCOMPLETE_EXAMPLES 8
struct incomplete {
  uint64_t count;
  uint32_t example_count;
  char *example[INCOMPLETE_EXAMPLES]; /* distinct places, the first that were met */
};

struct coverage {
  uint32_t branches, branches_covered, lines, lines_covered;
  uint32_t branches_reached; /* those of functions that have run */
};

/* What a campaign that is resumed had come to before. */
struct earlier {
  uint32_t sessions; /* 0: it is the first one */
  uint64_t executions, forks;
  double time;
  struct smt_counts smt;
  struct strategy_stats stats; /* of the exploration that goes on */
};

struct engine;
struct ledger;

struct campaign {
  /* Set before the first run. */
  const struct campaign_options *options;
  struct campaign_observer observer;
  const struct strategy_vtable *strategy;
  const struct smt_counts *smt; /* of all workers; may be NULL */
  struct symbolizer *symbols;   /* may be NULL: places in traces come from the site tables */
  struct hints *hints;          /* may be NULL */
  struct earlier earlier;       /* included in all counts */
  struct stop *stop;            /* set when there is to be an end */

  /* Kept by ledger_add. */
  uint64_t executions; /* replays for confirmation aside */
  uint64_t paths, classes, redundant, pruned, diverged;
  uint32_t threads; /* the most that a run had, main included */
  uint64_t blocked;
  uint64_t confirmations;  /* replays */
  uint64_t races_unturned; /* times a race was seen that could not be turned round then */

  /* Kept by the loop. */
  uint64_t restarts;
  uint64_t forks; /* runs that were made in a forked child */
  uint32_t jobs;  /* workers that took part */
  bool exhausted; /* the strategy had nothing left to propose */

  /* Kept by the functions of ledger.h. */
  struct incomplete incomplete[INCOMPLETE_COUNT];
  vec(struct bug) bugs;
  struct coverage coverage;
  uint64_t tests_written, paths_written; /* files of tests/, lines of tests/paths.jsonl */
  double started, ended;                 /* CLOCK_MONOTONIC seconds, of this session; ended 0 while running */
  struct strategy_stats stats;           /* of all workers */
  struct target *target;                 /* the one whose run is looked at */
  struct engine *engine;                 /* what drives it (campaign/campaign.c) */
  struct ledger *ledger;
  atomic_bool is_only_read; /* whoever holds the lock changes nothing of it at present */
};

/* Seconds that the campaign had taken at `now` (clock_now), earlier sessions included. */
double campaign_elapsed(const struct campaign *, double now);
/* count more occurrences; example (copied) says where or what, NULL: nothing to say. */
void incomplete_add(struct campaign *, enum incomplete_reason, uint64_t count, const char *example);
/* The same for the reason why c->stop is set; nothing if nobody has cut the campaign short. */
void incomplete_add_stop(struct campaign *, uint64_t count, const char *example);
/* A sentence for the observer. */
void campaign_say(const struct campaign *, bool is_warning, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* `strategy`: the one at work, for its own reasons; may be NULL. NULL: it has no such reason. */
const struct reason *incomplete_reason(const struct strategy_vtable *, enum incomplete_reason);
/* "bugs", "complete" or "incomplete". */
const char *campaign_verdict(const struct campaign *);

#endif
