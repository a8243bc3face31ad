/* The rows of state.db, column by column as in state_db.def. */
#include "campaign/state_db.h"
#include "campaign/state_db_inside.h"
#include <string.h>

static const char *const end_names[] = {
#define END(name, text, help) text,
#include "wire/ends.def"
#undef END
};

static void bind_text(sqlite3_stmt *q, int column, const char *value) {
  sqlite3_bind_text(q, column, value, -1, SQLITE_TRANSIENT); /* NULL stays NULL */
}

static void bind_bytes(sqlite3_stmt *q, int column, const void *bytes, size_t size) {
  sqlite3_bind_blob64(q, column, size ? bytes : "", size, SQLITE_TRANSIENT);
}

static void bind_number(sqlite3_stmt *q, int column, uint64_t value) {
  sqlite3_bind_int64(q, column, (sqlite3_int64)value);
}

/* ---- writing ---- */

void state_db_meta(struct state_db *s, const char *key, const char *value) {
  if (!s) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_META);
  bind_text(q, 1, key);
  bind_text(q, 2, value);
  state_db_step(s, q);
}

void state_db_bug(struct state_db *s, const struct bug *b, uint64_t count) {
  if (!s) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_BUG);
  bind_text(q, 1, b->test);
  bind_text(q, 2, bug_kind_name(b->kind));
  bind_text(q, 3, b->file);
  bind_number(q, 4, b->line);
  bind_text(q, 5, b->function);
  bind_text(q, 6, b->message);
  bind_number(q, 7, b->execution);
  bind_number(q, 8, b->column);
  bind_number(q, 9, b->thread);
  bind_text(q, 10, b->waits);
  bind_text(q, 11, b->file2);
  bind_number(q, 12, b->line2);
  bind_text(q, 13, b->function2);
  bind_number(q, 14, b->column2);
  bind_number(q, 15, b->thread2);
  bind_text(q, 16, b->locks);
  bind_text(q, 17, b->locks2);
  bind_number(q, 18, b->threads);
  bind_number(q, 19, b->preemptions);
  bind_number(q, 20, count);
  bind_number(q, 21, b->interferences);
  state_db_step(s, q);
}

void state_db_test(struct state_db *s, const char *file, uint64_t execution, const struct trace *t) {
  if (!s) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_TEST);
  bind_text(q, 1, file);
  bind_number(q, 2, execution);
  bind_text(q, 3, t->end == END_BUG ? bug_kind_name(t->kind) : end_names[t->end]);
  sqlite3_bind_int64(q, 4, t->value);
  bind_number(q, 5, t->event_count);
  state_db_step(s, q);
}

void state_db_counters(struct state_db *s, const struct campaign *c, double elapsed) {
  if (!s) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_COUNTERS);
  const uint64_t counts[] = {c->executions,
                             c->paths,
                             c->stats.pending,
                             c->bugs.count,
                             c->coverage.branches_covered,
                             c->coverage.lines_covered};
  sqlite3_bind_double(q, 1, elapsed);
  for (int i = 0; i < 6; i++) bind_number(q, i + 2, counts[i]);
  sqlite3_bind_double(q, 8, c->smt ? c->smt->time : 0);
  state_db_step(s, q);
}

void state_db_incomplete(struct state_db *s, const char *reason, uint64_t count, const char *example) {
  if (!s) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_INCOMPLETE);
  bind_text(q, 1, reason);
  bind_number(q, 2, count);
  bind_text(q, 3, example);
  state_db_step(s, q);
}

void state_db_paths(struct state_db *s, const uint64_t *hashes, size_t count) {
  if (!s || !count) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_PATHS);
  bind_bytes(q, 1, hashes, count * sizeof *hashes);
  state_db_step(s, q);
}

void state_db_part(struct state_db *s, const struct subproblem *p) {
  if (!s) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_PART);
  bind_bytes(q, 1, p->schedule.at, p->schedule.count * sizeof *p->schedule.at);
  bind_bytes(q, 2, p->input.bytes.at, p->input.bytes.count);
  bind_bytes(q, 3, p->marks.at, p->marks.count * sizeof *p->marks.at);
  sqlite3_bind_double(q, 4, p->weight);
  state_db_step(s, q);
}

void state_db_again(struct state_db *s, const struct packed_plan *p) {
  if (!s) return;
  sqlite3_stmt *q = state_db_write(s, STATE_PUT_AGAIN);
  bind_bytes(q, 1, p, p->size);
  state_db_step(s, q);
}

void state_db_clear(struct state_db *s, enum state_table table) {
  static const enum state_statement clears[] = {[STATE_INCOMPLETE] = STATE_NO_INCOMPLETE,
                                                [STATE_PATHS] = STATE_NO_PATHS,
                                                [STATE_PARTS] = STATE_NO_PARTS,
                                                [STATE_AGAIN] = STATE_NO_AGAIN};
  if (s) state_db_step(s, state_db_write(s, clears[table]));
}

/* ---- reading ---- */

static char *text_of(sqlite3_stmt *q, int column) {
  const unsigned char *text = sqlite3_column_text(q, column);
  return text ? xstrdup((const char *)text) : NULL;
}

static char *some_text(sqlite3_stmt *q, int column) {
  char *text = text_of(q, column);
  return text ? text : xstrdup("");
}

static uint32_t number_of(sqlite3_stmt *q, int column) { return (uint32_t)sqlite3_column_int64(q, column); }

/* An empty vec becomes what the blob holds. */
#define BYTES_OF(q, column, to)                                                                              \
  ((to)->at = copy_of(q, column),                                                                            \
   (to)->count = (to)->capacity = (size_t)sqlite3_column_bytes(q, column) / sizeof *(to)->at)

static void *copy_of(sqlite3_stmt *q, int column) {
  const void *bytes = sqlite3_column_blob(q, column);
  size_t size = (size_t)sqlite3_column_bytes(q, column);
  return bytes ? memcpy(xmalloc(size + 1), bytes, size) : NULL;
}

size_t state_db_test_count(struct state_db *s) {
  if (!s) return 0;
  sqlite3_stmt *q = state_db_read(s, STATE_COUNT_TESTS);
  size_t count = sqlite3_step(q) == SQLITE_ROW ? (size_t)sqlite3_column_int64(q, 0) : 0;
  sqlite3_reset(q);
  return count;
}

static bool read_bug(sqlite3_stmt *q, struct bug *b) {
  bug_kinds kind;
  const char *bad;
  char *name = some_text(q, 1);
  bool is_known = bug_kinds_read(name, &kind, &bad) && kind;
  free(name);
  if (!is_known) return false;
  *b = (struct bug){.kind = (enum bug_kind)__builtin_ctz(kind),
                    .test = some_text(q, 0),
                    .file = some_text(q, 2),
                    .line = number_of(q, 3),
                    .function = some_text(q, 4),
                    .message = some_text(q, 5),
                    .execution = (uint64_t)sqlite3_column_int64(q, 6),
                    .column = number_of(q, 7),
                    .thread = number_of(q, 8),
                    .waits = text_of(q, 9),
                    .file2 = text_of(q, 10),
                    .line2 = number_of(q, 11),
                    .function2 = text_of(q, 12),
                    .column2 = number_of(q, 13),
                    .thread2 = number_of(q, 14),
                    .locks = text_of(q, 15),
                    .locks2 = text_of(q, 16),
                    .threads = number_of(q, 17),
                    .preemptions = number_of(q, 18),
                    .count = (uint64_t)sqlite3_column_int64(q, 19),
                    .interferences = number_of(q, 20),
                    .stack = xstrdup("")};
  return true;
}

void state_db_each_bug(struct state_db *s, void (*take)(void *, struct bug *), void *context) {
  struct bug bug;
  if (!s) return;
  for (sqlite3_stmt *q = state_db_read(s, STATE_GET_BUGS); sqlite3_step(q) == SQLITE_ROW;)
    if (read_bug(q, &bug)) take(context, &bug);
}

void state_db_each_incomplete(struct state_db *s, void (*take)(void *, const char *, uint64_t, const char *),
                              void *context) {
  if (!s) return;
  for (sqlite3_stmt *q = state_db_read(s, STATE_GET_INCOMPLETE); sqlite3_step(q) == SQLITE_ROW;)
    take(context, (const char *)sqlite3_column_text(q, 0), (uint64_t)sqlite3_column_int64(q, 1),
         (const char *)sqlite3_column_text(q, 2));
}

void state_db_each_path(struct state_db *s, void (*take)(void *, uint64_t), void *context) {
  if (!s) return;
  for (sqlite3_stmt *q = state_db_read(s, STATE_GET_PATHS); sqlite3_step(q) == SQLITE_ROW;) {
    vec(uint64_t) hashes;
    BYTES_OF(q, 0, &hashes);
    for (size_t i = 0; i < hashes.count; i++) take(context, hashes.at[i]);
    vec_free(&hashes);
  }
}

void state_db_each_part(struct state_db *s, void (*take)(void *, struct subproblem *), void *context) {
  if (!s) return;
  for (sqlite3_stmt *q = state_db_read(s, STATE_GET_PARTS); sqlite3_step(q) == SQLITE_ROW;) {
    struct subproblem part = {.weight = sqlite3_column_double(q, 3)};
    BYTES_OF(q, 0, &part.schedule);
    BYTES_OF(q, 1, &part.input.bytes);
    BYTES_OF(q, 2, &part.marks);
    take(context, &part);
  }
}

void state_db_each_again(struct state_db *s, void (*take)(void *, const struct packed_plan *),
                         void *context) {
  if (!s) return;
  for (sqlite3_stmt *q = state_db_read(s, STATE_GET_AGAIN); sqlite3_step(q) == SQLITE_ROW;) {
    const struct packed_plan *plan = sqlite3_column_blob(q, 0);
    if (plan && (size_t)sqlite3_column_bytes(q, 0) == plan->size) take(context, plan);
  }
}
