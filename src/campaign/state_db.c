#include "campaign/state_db.h"
#include "campaign/state_db_inside.h"
#include <string.h>
#include <unistd.h>

static const char *const sql[STATE_STATEMENTS] = {
#define TABLE(name, columns)
#define STATEMENT(name, text) [STATE_##name] = text,
#include "campaign/state_db.def"
#undef TABLE
#undef STATEMENT
};

#define READERS_MS 2000 /* to wait for others who read it */

static const char settings[] = "pragma journal_mode=delete; pragma synchronous=off;";
static const char schema[] =
#define TABLE(name, columns) "create table " #name "(" columns ");"
#define STATEMENT(name, text)
#include "campaign/state_db.def"
#undef TABLE
#undef STATEMENT
    ;

struct state_db {
  sqlite3 *db;
  struct campaign_observer observer;
  sqlite3_stmt *statement[STATE_STATEMENTS];
  bool is_dirty; /* a transaction is open */
  bool has_failed;
};

static void warn(const struct state_db *s, char *sentence) {
  s->observer.say(s->observer.context, true, sentence);
  free(sentence);
}

static void complain(struct state_db *s) {
  if (!s->has_failed)
    warn(s, xprintf("state.db cannot be written (%s): is the disk full, or a limit (ulimit -f) reached? "
                    "--resume may not work",
                    sqlite3_errmsg(s->db)));
  s->has_failed = true;
}

static void run(struct state_db *s, const char *text) {
  if (sqlite3_exec(s->db, text, NULL, NULL, NULL) != SQLITE_OK) complain(s);
}

/* ---- life ---- */

static bool prepare(struct state_db *s) {
  sqlite3_busy_timeout(s->db, READERS_MS);
  for (int i = 0; i < STATE_STATEMENTS; i++)
    if (sqlite3_prepare_v2(s->db, sql[i], -1, &s->statement[i], NULL) != SQLITE_OK) return false;
  return true;
}

static void discard(struct state_db *s) {
  for (int i = 0; i < STATE_STATEMENTS; i++) sqlite3_finalize(s->statement[i]);
  sqlite3_close(s->db);
  free(s);
}

struct state_db *state_db_open(const char *out, const struct campaign_observer *observer) {
  struct state_db *s = xcalloc(1, sizeof *s);
  s->observer = observer_complete(observer);
  char *path = xprintf("%s/state.db", out);
  bool is_open = sqlite3_open(path, &s->db) == SQLITE_OK;
  free(path);
  if (is_open) {
    run(s, settings);
    run(s, "begin"); /* one journal for all tables */
    run(s, schema);
    run(s, "commit");
    if (prepare(s)) return s;
  }
  warn(s,
       xprintf("cannot make %s/state.db (%s): the campaign goes on without it", out, sqlite3_errmsg(s->db)));
  discard(s);
  return NULL;
}

static bool is_whole(struct state_db *s) {
  sqlite3_stmt *q = NULL;
  bool is = sqlite3_prepare_v2(s->db, "pragma quick_check", -1, &q, NULL) == SQLITE_OK &&
            sqlite3_step(q) == SQLITE_ROW && !strcmp((const char *)sqlite3_column_text(q, 0), "ok");
  sqlite3_finalize(q);
  return is;
}

static char *version_of(struct state_db *s) {
  sqlite3_stmt *q = NULL;
  char *version = NULL;
  if (sqlite3_prepare_v2(s->db, "select value from meta where key='version'", -1, &q, NULL) == SQLITE_OK &&
      sqlite3_step(q) == SQLITE_ROW)
    version = xstrdup((const char *)sqlite3_column_text(q, 0));
  sqlite3_finalize(q);
  return version ? version : xstrdup("none");
}

static char *why_not(struct state_db *s, const char *path) {
  if (!is_whole(s)) return xprintf("%s is damaged (%s)", path, sqlite3_errmsg(s->db));
  char *version = version_of(s), *why = NULL;
  if (strcmp(version, STATE_DB_VERSION) != 0)
    why = xprintf("%s was written by another raddle (format %s, this one has %s)", path, version,
                  STATE_DB_VERSION);
  else if (!prepare(s))
    why = xprintf("%s is damaged (%s)", path, sqlite3_errmsg(s->db));
  free(version);
  return why;
}

struct state_db *state_db_reopen(const char *out, const struct campaign_observer *observer, char **why) {
  struct state_db *s = xcalloc(1, sizeof *s);
  s->observer = observer_complete(observer);
  char *path = xprintf("%s/state.db", out);
  if (access(path, F_OK))
    *why = xprintf("there is no %s", path);
  else if (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
    *why = xprintf("%s cannot be opened (%s)", path, sqlite3_errmsg(s->db));
  else
    *why = why_not(s, path);
  free(path);
  if (*why) {
    discard(s);
    return NULL;
  }
  run(s, settings);
  return s;
}

void state_db_flush(struct state_db *s) {
  if (!s || !s->is_dirty) return;
  for (int i = 0; i < STATE_STATEMENTS; i++) sqlite3_reset(s->statement[i]);
  if (sqlite3_exec(s->db, "commit", NULL, NULL, NULL) == SQLITE_OK)
    s->is_dirty = false;
  else
    complain(s); /* and try again with the next */
}

void state_db_forget(struct state_db *s) {
  if (!s || !s->is_dirty) return;
  for (int i = 0; i < STATE_STATEMENTS; i++) sqlite3_reset(s->statement[i]);
  run(s, "rollback");
  s->is_dirty = false;
}

bool state_db_has_failed(const struct state_db *s) { return !s || s->has_failed; }

void state_db_close(struct state_db *s) {
  if (!s) return;
  state_db_flush(s);
  discard(s);
}

/* ---- statements ---- */

sqlite3_stmt *state_db_read(struct state_db *s, enum state_statement which) {
  sqlite3_reset(s->statement[which]);
  sqlite3_clear_bindings(s->statement[which]);
  return s->statement[which];
}

sqlite3_stmt *state_db_write(struct state_db *s, enum state_statement which) {
  if (!s->is_dirty) run(s, "begin");
  s->is_dirty = true;
  return state_db_read(s, which);
}

void state_db_step(struct state_db *s, sqlite3_stmt *q) {
  if (sqlite3_step(q) != SQLITE_DONE) complain(s);
  sqlite3_reset(q);
}

/* ---- values by name ---- */

static sqlite3_stmt *put(struct state_db *s, const char *key) {
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_STATE);
  sqlite3_bind_text(q, 1, key, -1, SQLITE_TRANSIENT);
  return q;
}

void state_db_put_number(struct state_db *s, const char *key, uint64_t value) {
  if (!s) return;
  sqlite3_stmt *q = put(s, key);
  sqlite3_bind_int64(q, 2, (sqlite3_int64)value);
  state_db_step(s, q);
}

void state_db_put_real(struct state_db *s, const char *key, double value) {
  if (!s) return;
  sqlite3_stmt *q = put(s, key);
  sqlite3_bind_double(q, 2, value);
  state_db_step(s, q);
}

void state_db_put_bytes(struct state_db *s, const char *key, const void *bytes, size_t size) {
  if (!s) return;
  sqlite3_stmt *q = put(s, key);
  sqlite3_bind_blob64(q, 2, size ? bytes : "", size, SQLITE_TRANSIENT);
  state_db_step(s, q);
}

/* NULL: there is none. */
static sqlite3_stmt *get(struct state_db *s, enum state_statement which, const char *key) {
  if (!s) return NULL;
  sqlite3_stmt *q = state_db_read(s, which);
  sqlite3_bind_text(q, 1, key, -1, SQLITE_TRANSIENT);
  return sqlite3_step(q) == SQLITE_ROW ? q : NULL;
}

uint64_t state_db_number(struct state_db *s, const char *key) {
  sqlite3_stmt *q = get(s, STATE_GET_STATE, key);
  uint64_t value = q ? (uint64_t)sqlite3_column_int64(q, 0) : 0;
  if (q) sqlite3_reset(q);
  return value;
}

double state_db_real(struct state_db *s, const char *key) {
  sqlite3_stmt *q = get(s, STATE_GET_STATE, key);
  double value = q ? sqlite3_column_double(q, 0) : 0;
  if (q) sqlite3_reset(q);
  return value;
}

size_t state_db_bytes(struct state_db *s, const char *key, void *to, size_t room) {
  sqlite3_stmt *q = get(s, STATE_GET_STATE, key);
  if (!q) return 0;
  const void *from = sqlite3_column_blob(q, 0);
  size_t size = (size_t)sqlite3_column_bytes(q, 0);
  if (from && room) memcpy(to, from, size < room ? size : room);
  sqlite3_reset(q);
  return size;
}

char *state_db_meta_of(struct state_db *s, const char *key) {
  sqlite3_stmt *q = get(s, STATE_GET_META, key);
  char *value = xstrdup(q ? (const char *)sqlite3_column_text(q, 0) : "");
  if (q) sqlite3_reset(q);
  return value;
}
