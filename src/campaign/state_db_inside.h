/* The inside of state.db, for the files that make it up: state_db.c, state_rows.c. */
#ifndef RADDLE_CAMPAIGN_STATE_DB_INSIDE_H
#define RADDLE_CAMPAIGN_STATE_DB_INSIDE_H

#include "campaign/state_db.h"
#include <sqlite3.h>

enum state_statement {
#define TABLE(name, columns)
#define STATEMENT(name, sql) STATE_##name,
#include "campaign/state_db.def"
#undef TABLE
#undef STATEMENT
  STATE_STATEMENTS
};

/* Ready for its values; those that write are part of the transaction that the next flush ends. */
sqlite3_stmt *state_db_write(struct state_db *, enum state_statement);
sqlite3_stmt *state_db_read(struct state_db *, enum state_statement);
void state_db_step(struct state_db *, sqlite3_stmt *);

#endif
