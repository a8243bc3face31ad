#include "campaign/saved.h"
#include "base/clock.h"
#include <string.h>

/* ---- why it is not complete ---- */

/* How the session ended; the others are facts about the program. What strategies leave out they
 * count themselves. */
static bool is_of_session(enum incomplete_reason r) {
  if (r >= INCOMPLETE_OWN && r <= INCOMPLETE_OWN_LAST) return true;
  switch (r) {
  case INCOMPLETE_MAX_TIME:
  case INCOMPLETE_MAX_EXECS:
  case INCOMPLETE_MAX_MEMORY:
  case INCOMPLETE_FIRST_BUG:
  case INCOMPLETE_INTERRUPTED:
  case INCOMPLETE_RUNNING:
#define LEFT_OUT(field, reason) case INCOMPLETE_##reason:
#include "explore/left_out.def"
#undef LEFT_OUT
    return true;
  default: return false;
  }
}

static void write_incomplete(struct state_db *db, const struct campaign *c) {
  state_db_clear(db, STATE_INCOMPLETE);
  for (int r = 0; r < INCOMPLETE_COUNT; r++) {
    const struct incomplete *i = &c->incomplete[r];
    if (!i->count || is_of_session(r)) continue;
    const char *name = incomplete_reason(NULL, r)->name;
    state_db_incomplete(db, name, i->count, NULL);
    for (uint32_t k = 0; k < i->example_count; k++) state_db_incomplete(db, name, 0, i->example[k]);
  }
}

static void read_incomplete(void *campaign, const char *reason, uint64_t count, const char *example) {
  for (int r = 0; r < INCOMPLETE_COUNT; r++) {
    const struct reason *known = incomplete_reason(NULL, r);
    if (known && !strcmp(known->name, reason)) incomplete_add(campaign, r, count, example);
  }
}

/* ---- counts ---- */

static void write_stats(struct state_db *db, const struct campaign *c) {
#define LEFT_OUT(field, reason) state_db_put_number(db, #field, c->stats.field);
#include "explore/left_out.def"
#undef LEFT_OUT
  const struct strategy_gap *gap = c->strategy->gaps;
  for (int i = 0; gap && gap[i].key; i++) state_db_put_number(db, gap[i].key, c->stats.gaps[i]);
  state_db_put_real(db, "done", c->stats.done);
}

static void read_stats(struct state_db *db, struct strategy_stats *s) {
#define LEFT_OUT(field, reason) s->field = state_db_number(db, #field);
#include "explore/left_out.def"
#undef LEFT_OUT
  char *name = state_db_meta_of(db, "strategy"); /* the campaign's may be another one still */
  const struct strategy_vtable *v = strategy_find(name);
  for (int i = 0; v && v->gaps && v->gaps[i].key; i++) s->gaps[i] = state_db_number(db, v->gaps[i].key);
  free(name);
  s->done = state_db_real(db, "done");
}

/* ---- hints ---- */

static void write_hints(struct state_db *db, const struct campaign *c) {
  size_t size;
  if (!c->hints) return;
  const void *bytes = hints_marks(c->hints, &size);
  state_db_put_bytes(db, "hint_marks", bytes, size);
  bytes = hints_waited(c->hints, &size);
  state_db_put_bytes(db, "hint_waited", bytes, size);
}

static void read_hints(struct state_db *db, struct campaign *c) {
  size_t marks_size = state_db_bytes(db, "hint_marks", NULL, 0);
  size_t waited_size = state_db_bytes(db, "hint_waited", NULL, 0);
  void *marks = xmalloc(marks_size + 1), *waited = xmalloc(waited_size + 1);
  state_db_bytes(db, "hint_marks", marks, marks_size);
  state_db_bytes(db, "hint_waited", waited, waited_size);
  if (c->hints) hints_restore(c->hints, marks, marks_size, waited, waited_size);
  free(marks);
  free(waited);
}

/* ---- the campaign ---- */

void saved_write(struct state_db *db, const struct campaign *c) {
#define COUNT(field) state_db_put_number(db, #field, c->field);
#define EXPLORED(field) COUNT(field)
#include "campaign/counts.def"
#undef COUNT
#undef EXPLORED
  write_stats(db, c);
  write_incomplete(db, c);
  for (size_t i = 0; i < c->bugs.count; i++) state_db_bug(db, &c->bugs.at[i], c->bugs.at[i].count);
  state_db_put_number(db, "sessions", c->earlier.sessions);
  state_db_put_real(db, "elapsed", campaign_elapsed(c, clock_now()));
  state_db_put_number(db, "forks", c->forks);
  if (c->smt) state_db_put_bytes(db, "solver", c->smt, sizeof *c->smt);
  write_hints(db, c);
}

static void read_bug(void *campaign, struct bug *bug) {
  struct campaign *c = campaign;
  vec_push(&c->bugs, *bug);
}

void saved_read(struct state_db *db, struct campaign *c, bool goes_on) {
#define COUNT(field) c->field = state_db_number(db, #field);
#define EXPLORED(field)                                                                                      \
  if (goes_on) COUNT(field)
#include "campaign/counts.def"
#undef COUNT
#undef EXPLORED
  if (goes_on) {
    read_stats(db, &c->earlier.stats);
    state_db_each_incomplete(db, read_incomplete, c);
  }
  state_db_each_bug(db, read_bug, c);
  c->tests_written = state_db_test_count(db);
  c->earlier.sessions = (uint32_t)state_db_number(db, "sessions") + 1;
  c->earlier.time = state_db_real(db, "elapsed");
  c->earlier.executions = c->executions;
  c->earlier.forks = state_db_number(db, "forks");
  state_db_bytes(db, "solver", &c->earlier.smt, sizeof c->earlier.smt);
  read_hints(db, c);
}

/* ---- tables ---- */

/* Targets may add entries meanwhile, an entry before its count. Nothing that was learnt knows of
 * them. */
void saved_write_tables(struct state_db *db, const struct shm *s, uint32_t visible) {
  const struct shm_tables *t = shm_tables(s);
  uint32_t threads = t->thread_count, spans = t->span_count, flat = t->flat_count;
  state_db_put_bytes(db, "thread_names", shm_thread(s), threads * sizeof(struct thread_name));
  state_db_put_bytes(db, "visible_objects", shm_visible(s), visible * sizeof(struct visible));
  state_db_put_bytes(db, "input_spans", shm_span(s), spans * sizeof(struct input_span));
  state_db_put_number(db, "input_bytes", flat);
  state_db_put_number(db, "whole_blocks", t->has_whole_blocks);
}

static uint32_t read_table(struct state_db *db, const char *key, void *to, size_t size, size_t most) {
  size_t bytes = state_db_bytes(db, key, to, size * most);
  return (uint32_t)(bytes / size < most ? bytes / size : most);
}

uint32_t saved_read_tables(struct state_db *db, struct shm *s) {
  struct shm_tables *t = shm_tables(s);
  uint32_t flat = (uint32_t)state_db_number(db, "input_bytes");
  uint32_t threads =
      read_table(db, "thread_names", shm_thread(s), sizeof(struct thread_name), LAYOUT_THREADS);
  uint32_t visible =
      read_table(db, "visible_objects", shm_visible(s), sizeof(struct visible), SHM_VISIBLE_MAX);
  uint32_t spans = read_table(db, "input_spans", shm_span(s), sizeof(struct input_span), SHM_SPAN_MAX);
  for (uint32_t i = 0; i < spans; i++) { /* the last one may have grown after the bytes were counted */
    uint32_t end = shm_span(s)[i].flat + shm_span(s)[i].count;
    if (end > flat) flat = end;
  }
  if (threads) t->thread_count = threads;
  t->span_count = spans;
  t->flat_count = flat;
  t->has_whole_blocks = (uint32_t)state_db_number(db, "whole_blocks");
  return t->visible_count = visible;
}
