#include "report/state_db.h"
#include <sqlite3.h>
#include <stdio.h>

enum { INSERT_META, INSERT_BUG, INSERT_TEST, INSERT_COUNTERS, INSERT_KINDS };

static const char *const insert[INSERT_KINDS] = {
    [INSERT_META] = "insert or replace into meta values(?,?)",
    [INSERT_BUG] = "insert into bugs values(?,?,?,?,?,?,?)",
    [INSERT_TEST] = "insert into tests values(?,?,?,?,?)",
    [INSERT_COUNTERS] = "insert into counters values(?,?,?,?,?,?,?,?)",
};

static const char schema[] =
    "pragma journal_mode=delete; pragma synchronous=off;"
    "create table meta(key text primary key, value text);"
    "create table bugs(test text, kind text, file text, line integer, function text, message text, execution "
    "integer);"
    "create table tests(file text, execution integer, ending text, exit_code integer, events integer);"
    "create table counters(time real, executions integer, paths integer, pending integer, bugs integer,"
    " branches_covered integer, lines_covered integer, solver_time real);";

static const char *const end_names[] = {
#define END(name, text, help) text,
#include "wire/ends.def"
#undef END
};

struct state_db {
  sqlite3 *db;
  sqlite3_stmt *statement[INSERT_KINDS];
  bool is_dirty; /* a transaction is open */
};

static void run(struct state_db *s, const char *sql) {
  char *why = NULL;
  if (sqlite3_exec(s->db, sql, NULL, NULL, &why) != SQLITE_OK && why)
    fprintf(stderr, "raddle: state.db: %s\n", why);
  sqlite3_free(why);
}

struct state_db *state_db_open(const char *out) {
  struct state_db *s = xcalloc(1, sizeof *s);
  char *path = xprintf("%s/state.db", out);
  bool is_open = sqlite3_open(path, &s->db) == SQLITE_OK;
  free(path);
  if (!is_open) {
    fprintf(stderr, "raddle: cannot make %s/state.db (%s): the campaign goes on without it\n", out,
            sqlite3_errmsg(s->db));
    sqlite3_close(s->db);
    free(s);
    return NULL;
  }
  run(s, schema);
  for (int i = 0; i < INSERT_KINDS; i++) sqlite3_prepare_v2(s->db, insert[i], -1, &s->statement[i], NULL);
  return s;
}

static sqlite3_stmt *begin(struct state_db *s, int which) {
  if (!s->is_dirty) run(s, "begin");
  s->is_dirty = true;
  sqlite3_reset(s->statement[which]);
  return s->statement[which];
}

static void text(sqlite3_stmt *q, int column, const char *value) {
  sqlite3_bind_text(q, column, value ? value : "", -1, SQLITE_TRANSIENT);
}

void state_db_meta(struct state_db *s, const char *key, const char *value) {
  if (!s) return;
  sqlite3_stmt *q = begin(s, INSERT_META);
  text(q, 1, key);
  text(q, 2, value);
  sqlite3_step(q);
}

void state_db_bug(struct state_db *s, const struct bug *b) {
  if (!s) return;
  sqlite3_stmt *q = begin(s, INSERT_BUG);
  text(q, 1, b->test);
  text(q, 2, bug_kind_name(b->kind));
  text(q, 3, b->file);
  sqlite3_bind_int64(q, 4, b->line);
  text(q, 5, b->function);
  text(q, 6, b->message);
  sqlite3_bind_int64(q, 7, (sqlite3_int64)b->execution);
  sqlite3_step(q);
}

void state_db_test(struct state_db *s, const char *file, uint64_t execution, const struct trace *t) {
  if (!s) return;
  sqlite3_stmt *q = begin(s, INSERT_TEST);
  text(q, 1, file);
  sqlite3_bind_int64(q, 2, (sqlite3_int64)execution);
  text(q, 3, t->end == END_BUG ? bug_kind_name(t->kind) : end_names[t->end]);
  sqlite3_bind_int64(q, 4, t->value);
  sqlite3_bind_int64(q, 5, t->event_count);
  sqlite3_step(q);
}

void state_db_counters(struct state_db *s, const struct campaign *c, double elapsed) {
  if (!s) return;
  sqlite3_stmt *q = begin(s, INSERT_COUNTERS);
  const uint64_t counts[] = {c->executions,
                             c->paths,
                             c->stats.pending,
                             c->bugs.count,
                             c->coverage.branches_covered,
                             c->coverage.lines_covered};
  sqlite3_bind_double(q, 1, elapsed);
  for (int i = 0; i < 6; i++) sqlite3_bind_int64(q, i + 2, (sqlite3_int64)counts[i]);
  sqlite3_bind_double(q, 8, c->smt ? c->smt->time : 0);
  sqlite3_step(q);
}

void state_db_flush(struct state_db *s) {
  if (!s || !s->is_dirty) return;
  for (int i = 0; i < INSERT_KINDS; i++) sqlite3_reset(s->statement[i]);
  run(s, "commit");
  s->is_dirty = false;
}

void state_db_close(struct state_db *s) {
  if (!s) return;
  state_db_flush(s);
  for (int i = 0; i < INSERT_KINDS; i++) sqlite3_finalize(s->statement[i]);
  sqlite3_close(s->db);
  free(s);
}
