/* What a campaign keeps beside its facts (campaign/facts.h): which bugs and paths are known, which
 * places were named, the database behind it. Workers hand over what they counted and found; the
 * observer is told what is new.
 *
 *     ledger_open(c, &why);
 *     while (...) { ...; if (tally_run(...)) ledger_run(c, &run, verdict); if (a confirmed bug) ledger_bug(c, &bug, &run); }
 *     ledger_finish(c);     the facts are final
 *     ledger_close(c);
 *
 * A run that shows nothing new is a pass over its events and two look-ups; everything slow hangs
 * on new coverage, a new bug, or a clock that ticks. Everything found is on disk when these
 * return, so a killed campaign loses nothing; counters are at most a second old. */
#ifndef RADDLE_CAMPAIGN_LEDGER_H
#define RADDLE_CAMPAIGN_LEDGER_H

#include "base/table.h"
#include "campaign/coverage.h"
#include "campaign/state_db.h"
#include "campaign/tally.h"

/* Which bug a fingerprint stands for: a program may reach one bug through very many stacks. */
struct known {
  uint64_t key; /* the fingerprint */
  size_t bug;   /* its index */
};

struct path_entry {
  uint64_t key; /* hash of a path */
};

struct ledger {
  struct line_index *lines;
  uint8_t *is_noted; /* by site: event_reason_bit once its place is an example */
  table(struct known) known;
  table(struct path_entry) paths; /* of programs with threads */
  vec(uint64_t) new_paths;        /* of these, not saved yet */
  bool has_old_paths;             /* saved ones that do not count any more */
  struct state_db *db;            /* NULL: nothing is saved */
  double next_tick, next_refresh;
};

/* The target has been started; c->options->out exists, if it is set. With c->options->resume the
 * facts are what was saved there last. NULL, or a sentence (to be freed) about why that cannot
 * be. */
char *ledger_open(struct campaign *);
/* What a worker counted; the tally is empty afterwards. */
void ledger_add(struct campaign *, struct tally *);
/* From time to time, when it is due: keeps observer and database fresh. */
bool ledger_is_due(const struct campaign *);
void ledger_tick(struct campaign *);
/* Into the database: all that the campaign knows but what is left to explore, which whoever
 * calls adds, and flushes it. */
void ledger_save(struct campaign *);
/* The exploration begins again: what was counted of it does not count. */
void ledger_start_over(struct campaign *);
/* The last facts, to the database and the observer. */
void ledger_finish(struct campaign *);
void ledger_close(struct campaign *);

/* ---- runs (ledger_run.c) ---- */

/* After a run that tally_run found to be worth it (added already): has a test written, notes
 * what makes the exploration incomplete. */
void ledger_run(struct campaign *, const struct run *, enum verdict_of_run);

/* ---- bugs (ledger_bug.c) ---- */

/* Has a bug of this fingerprint (bug_fingerprint) or identity been reported? Counts it then. Ask
 * the first before bug_from_trace, the second after it. `degree`: of the run, as in ledger_bug. */
bool ledger_knows_trace(struct campaign *, const struct trace *, uint32_t degree);
bool ledger_knows_bug(struct campaign *, const struct bug *, const struct trace *, uint32_t degree);
/* A new, confirmed bug; `run` is the confirming one. Takes over the bug's strings.
 * bug->interferences: as the strategy says, if it keeps_degree; others are counted in the run. */
void ledger_bug(struct campaign *, struct bug *, const struct run *);
/* `run`, made at access granularity, turns round the race that is this bug. */
void ledger_reversed(struct campaign *, size_t bug, const struct run *);

#endif
