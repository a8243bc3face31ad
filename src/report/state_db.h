/* state.db: the campaign in SQLite. Tables: meta(key, value), bugs, tests, counters(time, ...).
 *
 * Rows are collected and written in one transaction about once a second, with a rollback journal and no fsync: a killed
 * raddle leaves a database that opens. test.json files are the truth; this is the index. */
#ifndef RADDLE_REPORT_STATE_DB_H
#define RADDLE_REPORT_STATE_DB_H

#include "report/campaign_data.h"

struct state_db;
struct state_db *state_db_open(const char *out); /* NULL with a warning if it cannot be made */
void state_db_close(struct state_db *);
void state_db_meta(struct state_db *, const char *key, const char *value);
void state_db_bug(struct state_db *, const struct bug *);
void state_db_test(struct state_db *, const char *file, uint64_t execution, const struct trace *);
void state_db_counters(struct state_db *, const struct campaign *, double elapsed);
void state_db_flush(struct state_db *);

#endif
