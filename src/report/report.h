/* What the loop tells the reports. Everything found is on disk when these return, so a killed campaign
 * loses nothing; counters and summary.json are at most a second old.
 *
 *     report_open(c, &o->report, target);
 *     while (...) { ...; if (tally_run(...)) report_run(c, &run, verdict); if (a confirmed bug) report_bug(c, &bug, &run); }
 *     return report_close(c);
 */
#ifndef RADDLE_REPORT_REPORT_H
#define RADDLE_REPORT_REPORT_H

#include "campaign/state_db.h"
#include "campaign/tally.h"

/* options->out must exist (outdir_create). Dies if it cannot be written. With options->resume the campaign is what was saved there
 * last. */
void report_open(struct campaign *, const struct report_options *, struct target *);
/* What a worker counted; the tally is empty afterwards. */
void report_add(struct campaign *, struct tally *);
/* After a run that tally_run found to be worth it (added already): writes a test, notes what makes the exploration incomplete. */
void report_run(struct campaign *, const struct run *, enum verdict_of_run);
/* From time to time, when it is due: keeps the status line, summary.json and the database fresh. */
bool report_is_due(const struct campaign *);
void report_tick(struct campaign *);
/* Into the database: all that the campaign knows but what is left to explore, which whoever calls adds, and flushes it. */
void report_save(struct campaign *);
struct state_db *report_db(struct campaign *);
/* The exploration begins again: what was counted of it does not count. */
void report_start_over(struct campaign *);
/* Has a bug of this fingerprint (bug_fingerprint) or identity been reported? Counts it then. Ask the first before
 * bug_from_trace, the second after it. `degree`: of the run, as in report_bug. */
bool report_knows_trace(struct campaign *, const struct trace *, uint32_t degree);
bool report_knows_bug(struct campaign *, const struct bug *, const struct trace *, uint32_t degree);
/* A new, confirmed bug; `run` is the confirming one. Takes over the bug's strings. */
/* bug->interferences: as the strategy says, if it keeps_degree; others are counted in the run. */
void report_bug(struct campaign *, struct bug *, const struct run *);
/* `run`, made at access granularity, turns round the race that is this bug: writes it beside the race's test. */
void report_reversed(struct campaign *, size_t bug, const struct run *);
/* Final files and text; returns the exit code of `raddle test` (0, 1 or 4). */
int report_close(struct campaign *);
/* The same for a campaign that ended before report_open: c->options are set. */
int report_without_runs(struct campaign *);

#endif
