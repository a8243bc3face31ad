#include "campaign/ledger.h"
#include "base/check.h"
#include "base/clock.h"
#include "campaign/saved.h"

#define TICK 0.1           /* seconds between two looks of the observer */
#define REFRESH_PERIOD 1.0 /* seconds between two writes of the counters */

/* ---- opening ---- */

static void write_meta(struct campaign *c) {
  struct state_db *db = c->ledger->db;
  state_db_meta(db, "version", STATE_DB_VERSION);
  state_db_meta(db, "tool", "raddle " RADDLE_VERSION);
  state_db_meta(db, "program", c->options->program);
  state_db_meta(db, "binary", c->options->binary);
  state_db_meta(db, "strategy", c->strategy ? c->strategy->name : "");
}

static void add_path(void *ledger, uint64_t hash) {
  struct ledger *l = ledger;
  table_add(&l->paths, hash);
}

/* Only what is not the crew's. Returns the observer's mark. */
static uint64_t load(struct campaign *c) {
  struct ledger *l = c->ledger;
  struct shm *s = target_shm(c->target);
  bool goes_on = state_db_number(l->db, "goes_on");
  saved_read(l->db, c, goes_on);
  state_db_bytes(l->db, "coverage", shm_coverage(s), s->block_count);
  l->has_old_paths = !goes_on;
  if (!goes_on) return OBSERVER_NO_MARK;
  state_db_each_path(l->db, add_path, l);
  return state_db_number(l->db, "paths_size");
}

static char *open_db(struct campaign *c) {
  const struct campaign_options *o = c->options;
  char *why = NULL;
  if (!o->out) return NULL;
  c->ledger->db =
      o->resume ? state_db_reopen(o->out, &c->observer, &why) : state_db_open(o->out, &c->observer);
  if (!why) return NULL;
  char *sentence = xprintf("cannot go on with the campaign in %s: %s", o->out, why);
  free(why);
  return sentence;
}

char *ledger_open(struct campaign *c) {
  struct ledger *l = c->ledger = xcalloc(1, sizeof *l);
  struct shm *s = target_shm(c->target);
  uint64_t mark = OBSERVER_NO_MARK;
  c->started = clock_now();
  l->lines = line_index_make(s);
  l->is_noted = xcalloc(s->site_count + 1, 1);
  l->next_refresh = c->started + REFRESH_PERIOD;
  char *why = open_db(c);
  if (why) return why;
  if (c->options->resume)
    mark = load(c);
  else
    write_meta(c);
  c->coverage = coverage_measure(s, l->lines);
  c->observer.opened(c->observer.context, c, mark);
  return NULL;
}

/* ---- what workers counted ---- */

static void add_exploration(struct campaign *c, const struct tally *t) {
  struct ledger *l = c->ledger;
  if (t->exploration != c->restarts) return;
  c->classes += t->classes;
  c->redundant += t->redundant;
  c->pruned += t->pruned;
  check(t->plain_paths + t->paths.count == t->classes);
  c->paths += t->plain_paths;
  for (size_t i = 0; i < t->paths.count; i++) {
    if (!table_add(&l->paths, t->paths.at[i])) continue;
    c->paths++;
    vec_push(&l->new_paths, t->paths.at[i]);
  }
}

void ledger_add(struct campaign *c, struct tally *t) {
  c->executions += t->executions;
  c->confirmations += t->confirmations;
  c->races_unturned += t->races_unturned;
  c->diverged += t->diverged;
  c->blocked += t->blocked;
  if (t->threads > c->threads) c->threads = t->threads;
  for (int r = 0; r < INCOMPLETE_COUNT; r++) c->incomplete[r].count += t->incomplete[r];
  check(t->seen.count <= c->bugs.count);
  for (size_t i = 0; i < t->seen.count; i++) c->bugs.at[i].count += t->seen.at[i];
  add_exploration(c, t);
  check(c->classes + c->redundant + c->pruned <= c->executions);
  tally_clear(t);
}

void ledger_start_over(struct campaign *c) {
  c->paths = c->classes = c->redundant = c->pruned = 0;
  check(table_is_sound(&c->ledger->paths));
  table_clear(&c->ledger->paths);
  vec_clear(&c->ledger->new_paths);
  c->ledger->has_old_paths = true;
  c->earlier.stats = (struct strategy_stats){0};
  c->restarts++;
}

/* ---- now and then ---- */

static void refresh(struct campaign *c, double now) {
  state_db_counters(c->ledger->db, c, campaign_elapsed(c, now));
  state_db_flush(c->ledger->db);
  c->observer.refresh(c->observer.context, c);
  c->ledger->next_refresh = now + REFRESH_PERIOD;
}

bool ledger_is_due(const struct campaign *c) { return clock_coarse_now() >= c->ledger->next_tick; }

void ledger_tick(struct campaign *c) {
  double now = clock_coarse_now();
  c->ledger->next_tick = now + TICK;
  if (now >= c->ledger->next_refresh) refresh(c, now);
  c->observer.tick(c->observer.context, c);
}

void ledger_save(struct campaign *c) {
  struct ledger *l = c->ledger;
  check(c->strategy);
  saved_write(l->db, c);
  if (l->has_old_paths) state_db_clear(l->db, STATE_PATHS);
  state_db_paths(l->db, l->new_paths.at, l->new_paths.count);
  vec_clear(&l->new_paths);
  l->has_old_paths = false;
  state_db_put_number(l->db, "paths_size", c->observer.mark(c->observer.context));
  state_db_meta(l->db, "strategy", c->strategy->name);
}

/* ---- the end ---- */

/* What is missing stays so: a campaign that goes on does not write it again. */
static void note_unwritten(struct campaign *c) {
  if (!c->incomplete[INCOMPLETE_NOT_WRITTEN].count)
    state_db_incomplete(c->ledger->db, incomplete_reason(NULL, INCOMPLETE_NOT_WRITTEN)->name, 1, NULL);
  incomplete_add(c, INCOMPLETE_NOT_WRITTEN, 1, NULL);
}

static bool has_failed(const struct campaign *c) {
  return c->observer.has_failed(c->observer.context) ||
         (c->options->out && state_db_has_failed(c->ledger->db));
}

void ledger_finish(struct campaign *c) {
  const struct shm *s = target_shm(c->target);
  struct ledger *l = c->ledger;
  check(!c->ended && (!l->db || c->options->out));
  c->ended = clock_now();
  c->coverage = coverage_measure(s, l->lines);
  if (has_failed(c)) note_unwritten(c);
  /* Replays that confirm a bug may have covered more than the runs before them. */
  state_db_put_bytes(l->db, "coverage", shm_coverage(s), s->block_count);
  state_db_meta(l->db, "verdict", campaign_verdict(c));
  state_db_counters(l->db, c, campaign_elapsed(c, c->ended));
  state_db_close(l->db);
  l->db = NULL;
  c->observer.closed(c->observer.context, c);
}

void ledger_close(struct campaign *c) {
  struct ledger *l = c->ledger;
  state_db_close(l->db);
  line_index_free(l->lines);
  table_free(&l->known);
  table_free(&l->paths);
  vec_free(&l->new_paths);
  free(l->is_noted);
  free(l);
  c->ledger = NULL;
}
