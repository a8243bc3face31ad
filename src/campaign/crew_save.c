/* What is left of an exploration, to and from the database: the parts that nobody has, and those
 * that the strategies of the workers have. Nothing of it may be under way: workers are between
 * two runs. The tables that give threads, objects and inputs their numbers go with it, so that
 * the parts mean the same in another process. */
#include "base/clock.h"
#include "campaign/crew_inside.h"
#include "campaign/ledger.h"
#include "campaign/saved.h"
#include <string.h>

#define SAVE_SHARE 20  /* times that the last save took, until the next one */
#define LAST_SAVE 0.12 /* seconds for it when a limit was reached */

/* ---- saving ---- */

/* Somebody has the first run, or what it left. */
static bool is_begun(const struct crew *crew) {
  if (crew->root) return false;
  for (unsigned i = 0; i < crew->count; i++) {
    const struct worker *w = &crew->workers[i];
    if (w->has_work && !w->strategy && !w->has_part) return false;
  }
  return true;
}

/* Parts may be very many. A save in the course of the campaign is given up when that is to end,
 * for the last one; which has only a moment then. */
struct saving {
  struct state_db *db;
  const struct stop *stop;
  double until;
  bool is_last, is_given_up;
};

static bool is_late(const struct saving *s) {
  return stop_is_cut_short(s->stop) && (!s->is_last || clock_now() > s->until);
}

static bool put_part(void *context, const struct subproblem *part) {
  struct saving *s = context;
  if (!s->is_given_up) s->is_given_up = is_late(s);
  if (!s->is_given_up) state_db_part(s->db, part);
  return !s->is_given_up;
}

static void save_worker(const struct crew *crew, const struct worker *w, struct saving *s) {
  if (w->exploration.number != crew->exploration.number) return;
  if (w->has_part) put_part(s, &w->part);
  if (w->strategy && w->exploration.chosen->save) w->exploration.chosen->save(w->strategy, put_part, s);
}

/* False: there was no time for it. */
static bool save_rest(const struct crew *crew, struct state_db *db) {
  struct saving s = {
      .db = db, .stop = crew->campaign->stop, .until = clock_now() + LAST_SAVE, .is_last = crew->is_over};
  for (size_t i = 0; i < crew->parts.count; i++) put_part(&s, &crew->parts.at[i]);
  for (unsigned i = 0; i < crew->count; i++) save_worker(crew, &crew->workers[i], &s);
  for (size_t i = 0; i < crew->again.count; i++) state_db_again(db, crew->again.at[i]);
  return !s.is_given_up;
}

/* All of it or nothing: what was saved before is still good. */
void crew_save(struct crew *crew) {
  struct campaign *c = crew->campaign;
  struct state_db *db = c->ledger->db;
  bool goes_on = crew->exploration.chosen->save;
  if (!db || (stop_is_cut_short(c->stop) && crew->save_took > LAST_SAVE)) return;
  state_db_flush(db);
  state_db_clear(db, STATE_PARTS);
  state_db_clear(db, STATE_AGAIN);
  if (goes_on && !save_rest(crew, db)) {
    state_db_forget(db);
    return;
  }
  crew_sum_up(crew);
  ledger_save(c);
  saved_write_tables(db, target_shm(c->target), crew->exploration.visible_count);
  state_db_put_number(db, "goes_on", goes_on);
  state_db_put_number(db, "begun", is_begun(crew));
  state_db_put_number(db, "finished", c->exhausted);
  state_db_flush(db);
}

/* ---- when ---- */

static void save_now(struct crew *crew) {
  crew_save(crew);
  double now = clock_coarse_now(), rest = SAVE_SHARE * (now - crew->save_began);
  if (now - crew->save_began > crew->save_took) crew->save_took = now - crew->save_began;
  crew->next_save = now + (rest > CREW_SAVE_PERIOD ? rest : CREW_SAVE_PERIOD);
  crew->is_saving = false;
  pthread_cond_broadcast(&crew->changed);
}

void crew_stop_for_save(struct crew *crew, struct worker *w) {
  crew->stopped += w->has_work;
  while (crew->is_saving && !crew->is_over)
    if (crew->stopped == crew->working)
      save_now(crew);
    else
      crew_wait(crew);
  crew->stopped -= w->has_work;
}

/* A transaction that has begun cannot be left at once. */
static bool is_end_near(const struct crew *crew, double now) {
  double max_time = crew->options->max_time;
  return max_time > 0 && now + 3 * crew->save_took > crew->campaign->started + max_time;
}

void crew_begin_save(struct crew *crew) {
  double now = clock_coarse_now();
  if (crew->is_saving || now < crew->next_save || is_end_near(crew, now)) return;
  crew->is_saving = true;
  crew->save_began = now;
}

/* ---- resuming ---- */

static void add_part(void *crew, struct subproblem *part) {
  struct crew *all = crew;
  vec_push(&all->parts, *part);
}

static struct packed_plan *copy_plan(const struct packed_plan *plan) {
  return memcpy(xmalloc(plan->size), plan, plan->size);
}

static void add_again(void *crew, const struct packed_plan *plan) {
  struct crew *all = crew;
  vec_push(&all->again, copy_plan(plan));
}

static void begin_anew(struct crew *crew) {
  struct campaign *c = crew->campaign;
  if (!c->executions) return;
  c->restarts++;
  campaign_say(c, false,
               "strategy %s cannot go on where it was: it begins anew, bugs, tests and coverage are kept",
               crew->exploration.chosen->name);
}

void crew_resume(struct crew *crew) {
  struct campaign *c = crew->campaign;
  struct state_db *db = c->ledger->db;
  char *name = state_db_meta_of(db, "strategy");
  if (!crew->options->strategy_name && strategy_find(name)) crew->exploration.chosen = strategy_find(name);
  free(name);
  c->strategy = crew->exploration.chosen;
  crew->exploration.visible_count = saved_read_tables(db, target_shm(c->target));
  if (!state_db_number(db, "goes_on"))
    begin_anew(crew);
  else if (state_db_number(db, "begun")) {
    crew->root = NULL;
    state_db_each_part(db, add_part, crew);
    state_db_each_again(db, add_again, crew);
  }
  crew->exploration.number = c->restarts;
  for (unsigned i = 0; i < crew->count; i++) worker_join(&crew->workers[i], &crew->exploration);
}

void crew_keep_plan(struct crew *crew, struct worker *w) {
  const struct plan *plan = target_plan(w->target);
  struct packed_plan *packed = xmalloc(plan_packed_size(plan));
  plan_pack(plan, packed);
  desk_enter(&w->desk);
  vec_push(&crew->again, packed);
  desk_leave(&w->desk);
}

bool crew_take_plan(struct crew *crew, struct worker *w) {
  desk_enter(&w->desk);
  struct packed_plan *packed = crew->again.count ? vec_pop(&crew->again) : NULL;
  desk_leave(&w->desk);
  if (!packed) return false;
  plan_unpack(packed, target_draft(w->target));
  free(packed);
  return true;
}
