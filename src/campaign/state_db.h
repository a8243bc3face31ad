/* state.db: the campaign in SQLite; its tables are in state_db.def.
 *
 * Rows are collected and written in one transaction about once a second, and whenever the state is
 * saved (campaign/saved.h), with a rollback journal and no fsync: a killed raddle leaves a database
 * that opens, with the state that was saved last. test.json files are the truth; this is the index.
 *
 * All functions take NULL for a database that could not be made: nothing is written, nothing is
 * there. */
#ifndef RADDLE_CAMPAIGN_STATE_DB_H
#define RADDLE_CAMPAIGN_STATE_DB_H

#include "campaign/facts.h"

#define STATE_DB_VERSION "3"

struct state_db;
/* A new one; NULL with a warning if it cannot be made. The observer is told when it cannot be
 * written, and may be NULL. */
struct state_db *state_db_open(const char *out, const struct campaign_observer *observer);
/* The one that is there; NULL with a sentence (to be freed) in *why if it is none that this
 * raddle can go on with. */
struct state_db *state_db_reopen(const char *out, const struct campaign_observer *observer, char **why);
void state_db_close(struct state_db *);
bool state_db_has_failed(const struct state_db *); /* it could not be made or written; NULL: so */
/* What was put so far is there, whatever happens next. */
void state_db_flush(struct state_db *);
/* Takes back all that was written since the last flush. */
void state_db_forget(struct state_db *);

/* ---- rows ---- */

void state_db_meta(struct state_db *, const char *key, const char *value);
/* `count`: how often it was seen in runs that the saved state knows of. A bug that is there gets
 * the new count. */
void state_db_bug(struct state_db *, const struct bug *, uint64_t count);
void state_db_test(struct state_db *, const char *file, uint64_t execution, const struct trace *);
void state_db_counters(struct state_db *, const struct campaign *, double elapsed);
void state_db_incomplete(struct state_db *, const char *reason, uint64_t count, const char *example);
void state_db_paths(struct state_db *, const uint64_t *hashes, size_t count);
void state_db_part(struct state_db *, const struct subproblem *);
void state_db_again(struct state_db *, const struct packed_plan *);

enum state_table { STATE_INCOMPLETE, STATE_PATHS, STATE_PARTS, STATE_AGAIN };
void state_db_clear(struct state_db *, enum state_table);

/* ---- values by name ---- */

void state_db_put_number(struct state_db *, const char *key, uint64_t value);
void state_db_put_real(struct state_db *, const char *key, double value);
void state_db_put_bytes(struct state_db *, const char *key, const void *bytes, size_t size);
uint64_t state_db_number(struct state_db *, const char *key); /* 0 if there is none */
double state_db_real(struct state_db *, const char *key);
/* How many bytes there are; at most `room` of them are written to `to`. */
size_t state_db_bytes(struct state_db *, const char *key, void *to, size_t room);
char *state_db_meta_of(struct state_db *, const char *key); /* "" if there is none; to be freed */

/* ---- reading rows ---- */

size_t state_db_test_count(struct state_db *);
/* Each hands the rows over one by one; what is handed over is the callee's, but for texts and
 * bytes. */
void state_db_each_bug(struct state_db *, void (*take)(void *, struct bug *), void *context);
void state_db_each_incomplete(struct state_db *,
                              void (*take)(void *, const char *reason, uint64_t count, const char *example),
                              void *context);
void state_db_each_path(struct state_db *, void (*take)(void *, uint64_t hash), void *context);
void state_db_each_part(struct state_db *, void (*take)(void *, struct subproblem *), void *context);
void state_db_each_again(struct state_db *, void (*take)(void *, const struct packed_plan *), void *context);

#endif
