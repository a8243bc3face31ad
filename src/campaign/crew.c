#include "base/clock.h"
#include "campaign/crew_inside.h"
#include "campaign/ledger.h"
#include "campaign/loop.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define SAVE_PERIOD 2.0 /* seconds between two saves at least */
#define SAVE_SHARE 20   /* and so many times what the last one took */

/* ---- stopping ---- */

void crew_note_example(struct crew *crew, const char *example) {
  incomplete_add_stop(crew->campaign, 0, example);
}

void crew_note_stop(struct crew *crew) {
  if (!stop_is_cut_short(crew->campaign->stop) || crew->is_noted) return;
  crew->is_noted = true;
  incomplete_add_stop(crew->campaign, 1, NULL);
}

static void finish(struct crew *crew) {
  crew->is_over = true;
  stop_ask(crew->campaign->stop, STOP_OVER);
  pthread_cond_broadcast(&crew->changed);
}

static bool budget_left(struct crew *crew) {
  struct campaign *c = crew->campaign;
  const struct campaign_options *o = crew->options;
  if (stop_is_wanted(c->stop)) return crew_note_stop(crew), false;
  if (c->bugs.count && !o->keep_going) return incomplete_add(c, INCOMPLETE_FIRST_BUG, 1, NULL), false;
  if (o->max_execs && c->executions - c->earlier.executions >= o->max_execs)
    return incomplete_add(c, INCOMPLETE_MAX_EXECS, 1, NULL), false;
  return true;
}

/* ---- life ---- */

static bool can_share(const struct strategy_vtable *v) { return v->is_random || (v->give && v->take); }

static unsigned wanted_size(const struct campaign *c, const struct campaign_options *o) {
  const struct strategy_vtable *v = o->strategy_name ? o->chosen : strategy_default(true);
  if (o->jobs == 1 || can_share(v)) return (unsigned)o->jobs;
  campaign_say(c, true, "strategy %s explores with one process: --jobs %lu has no effect", v->name, o->jobs);
  return 1;
}

static void new_pool(struct crew *crew) {
  if (crew->count == 1) return;
  crew->exploration.pool = class_pool_open();
  vec_push(&crew->pools, crew->exploration.pool);
}

struct crew *crew_open(struct campaign *c, const struct campaign_options *o, const struct target_options *to,
                       struct target *target) {
  struct crew *crew = xcalloc(1, sizeof *crew);
  crew->campaign = c;
  crew->options = o;
  crew->target_options = *to;
  crew->target_options.common = target;
  crew->count = wanted_size(c, o);
  crew->workers = xcalloc(crew->count, sizeof *crew->workers);
  pthread_mutex_init(&crew->lock, NULL);
  pthread_cond_init(&crew->changed, NULL);
  c->strategy = crew->exploration.chosen = o->chosen;
  c->smt = &crew->counts;
  c->target = target;
  crew->root = &crew->workers[0];
  new_pool(crew);
  for (unsigned i = 0; i < crew->count; i++) {
    crew->workers[i].number = i;
    worker_open(&crew->workers[i], crew, o, c, &crew->lock, i ? NULL : target);
    worker_join(&crew->workers[i], &crew->exploration);
  }
  return crew;
}

static void drop_parts(struct crew *crew) {
  for (size_t i = 0; i < crew->parts.count; i++) subproblem_free(&crew->parts.at[i]);
  vec_clear(&crew->parts);
}

void crew_close(struct crew *crew) {
  for (unsigned i = crew->count; i-- > 0;) worker_close(&crew->workers[i]);
  drop_parts(crew);
  vec_free(&crew->parts);
  for (size_t i = 0; i < crew->again.count; i++) free(crew->again.at[i]);
  vec_free(&crew->again);
  for (size_t i = 0; i < crew->pools.count; i++) class_pool_close(crew->pools.at[i]);
  vec_free(&crew->pools);
  pthread_mutex_destroy(&crew->lock);
  pthread_cond_destroy(&crew->changed);
  free(crew->workers);
  free(crew->threads);
  free(crew);
}

struct campaign *crew_campaign(struct crew *crew) { return crew->campaign; }

void crew_kill(struct crew *crew) {
  for (unsigned i = 0; i < crew->count; i++) {
    const struct target *t = atomic_load(&crew->workers[i].shown_target);
    if (t) target_kill(t);
  }
}

const struct target_options *crew_target_options(const struct crew *crew) { return &crew->target_options; }

const atomic_bool *crew_is_crowded(const struct crew *crew) { return &crew->is_crowded; }

/* ---- what there is to do ---- */

static bool is_crowd(unsigned working) { return working > 1 && 2l * working > sysconf(_SC_NPROCESSORS_ONLN); }

static void count_hungry(struct crew *crew) {
  int idle = (int)(crew->count - crew->working), given = (int)crew->parts.count;
  atomic_store(&crew->hungry, idle > given ? idle - given : 0);
}

static bool begins_by_itself(const struct crew *crew, const struct worker *w) {
  return crew->exploration.chosen->is_random && !crew->root && !w->strategy;
}

static bool find_work(struct crew *crew, struct worker *w) {
  if (crew->root == w) {
    crew->root = NULL;
    pthread_cond_broadcast(&crew->changed);
  } else if (crew->parts.count) {
    subproblem_free(&w->part);
    w->part = vec_pop(&crew->parts);
    w->has_part = true;
  } else if (!begins_by_itself(crew, w))
    return false;
  w->has_work = true;
  crew->working++;
  count_hungry(crew);
  atomic_store(&crew->is_crowded, is_crowd(crew->working));
  return true;
}

static void lay_down(struct crew *crew, struct worker *w) {
  if (!w->has_work) return;
  w->has_work = false;
  crew->working--;
  count_hungry(crew);
  atomic_store(&crew->is_crowded, is_crowd(crew->working));
}

static bool is_exhausted(const struct crew *crew) {
  return !crew->working && !crew->parts.count && !crew->root;
}

/* Nobody has anything left, perhaps because strategies were told to give up. */
static void finish_exhausted(struct crew *crew) {
  crew->campaign->exhausted = !crew->was_given_up;
  crew_note_stop(crew);
  finish(crew);
}

/* Runs that --max-execs leaves to this worker. */
static uint64_t reserve(struct crew *crew) {
  const struct campaign *c = crew->campaign;
  uint64_t limit = crew->options->max_execs, used = c->executions - c->earlier.executions + crew->reserved;
  uint64_t left = !limit ? CREW_ALLOWED : limit > used ? limit - used : 0;
  uint64_t allowed = left < CREW_ALLOWED ? left : CREW_ALLOWED;
  crew->reserved += allowed;
  return allowed;
}

static void join_exploration(struct crew *crew, struct worker *w) {
  if (w->exploration.number == crew->exploration.number) return;
  lay_down(crew, w);
  worker_join(w, &crew->exploration);
}

/* False: there is nothing to do at the moment. */
static bool is_ready(struct crew *crew, struct worker *w) {
  join_exploration(crew, w);
  if (!w->has_work && !find_work(crew, w)) return false;
  w->exploration.chosen = crew->exploration.chosen;
  w->allowed = reserve(crew);
  return w->allowed;
}

/* Not for ever: Ctrl-C and the clock wake nobody up. */
static void wait_for_change(struct crew *crew) {
  struct timespec t = clock_deadline(0.1);
  pthread_cond_timedwait(&crew->changed, &crew->lock, &t);
}

void crew_sum_up(struct crew *crew) {
  struct campaign *c = crew->campaign;
  c->stats = c->earlier.stats;
  c->stats.pending = crew->parts.count;
  crew->counts = c->earlier.smt;
  c->forks = c->earlier.forks;
  c->jobs = 0;
  for (unsigned i = 0; i < crew->count; i++) {
    const struct worker *w = &crew->workers[i];
    stats_add(&c->stats, &w->stats);
    smt_counts_add(&crew->counts, &w->counts);
    c->forks += w->forks;
    c->jobs += w->took_part;
  }
}

void crew_enter(struct crew *crew) {
  pthread_mutex_lock(&crew->lock);
  crew_sum_up(crew);
}

void crew_leave(struct crew *crew) { pthread_mutex_unlock(&crew->lock); }

/* ---- saving ---- */

static void save_now(struct crew *crew) {
  crew_save(crew);
  double now = clock_coarse_now(), rest = SAVE_SHARE * (now - crew->save_began);
  if (now - crew->save_began > crew->save_took) crew->save_took = now - crew->save_began;
  crew->next_save = now + (rest > SAVE_PERIOD ? rest : SAVE_PERIOD);
  crew->is_saving = false;
  pthread_cond_broadcast(&crew->changed);
}

static void stop_for_save(struct crew *crew, struct worker *w) {
  crew->stopped += w->has_work;
  while (crew->is_saving && !crew->is_over)
    if (crew->stopped == crew->working)
      save_now(crew);
    else
      wait_for_change(crew);
  crew->stopped -= w->has_work;
}

/* A transaction that has begun cannot be left at once. */
static bool is_end_near(const struct crew *crew, double now) {
  double max_time = crew->options->max_time;
  return max_time > 0 && now + 3 * crew->save_took > crew->campaign->started + max_time;
}

static void begin_save(struct crew *crew) {
  double now = clock_coarse_now();
  if (crew->is_saving || now < crew->next_save || is_end_near(crew, now)) return;
  crew->is_saving = true;
  crew->save_began = now;
}

/* ---- visits ---- */

static void give_back(struct crew *crew, struct worker *w) {
  crew->reserved -= w->allowed;
  w->allowed = 0;
  if (crew->count > 1 && crew->options->max_execs) pthread_cond_broadcast(&crew->changed);
}

bool crew_has_moved_on(struct crew *crew, struct worker *w) {
  if (crew->count == 1) return false;
  desk_enter(&w->desk);
  bool has = w->exploration.number != crew->exploration.number;
  desk_leave(&w->desk);
  return has;
}

bool crew_visit(struct crew *crew, struct worker *w) {
  struct campaign *c = desk_enter(&w->desk);
  give_back(crew, w);
  worker_count(w);
  if (ledger_is_due(c)) {
    crew_sum_up(crew);
    ledger_tick(c);
  }
  begin_save(crew);
  while (!crew->is_over) {
    if (crew->is_saving) stop_for_save(crew, w);
    if (!budget_left(crew))
      finish(crew);
    else if (is_ready(crew, w))
      break;
    else if (is_exhausted(crew))
      finish_exhausted(crew);
    else
      wait_for_change(crew);
  }
  bool goes_on = !crew->is_over;
  desk_leave(&w->desk);
  return goes_on;
}

void crew_used_up(struct crew *crew, struct worker *w, enum proposal why) {
  desk_enter(&w->desk);
  crew->was_given_up |= why != PROPOSAL_DONE;
  worker_count(w);
  lay_down(crew, w);
  pthread_cond_broadcast(&crew->changed);
  desk_leave(&w->desk);
}

void crew_share(struct crew *crew, struct worker *w) {
  while (atomic_load(&crew->hungry) > 0 && w->strategy && w->exploration.chosen->give) {
    struct subproblem part = {0};
    bool has_one = w->exploration.chosen->give(w->strategy, &part), is_late;
    if (!has_one) {
      subproblem_free(&part);
      return;
    }
    desk_enter(&w->desk);
    is_late = w->exploration.number != crew->exploration.number;
    if (!is_late) vec_push(&crew->parts, part);
    count_hungry(crew);
    pthread_cond_broadcast(&crew->changed);
    desk_leave(&w->desk);
    if (is_late) subproblem_free(&part);
    if (is_late) return;
  }
}

void crew_turn_to(struct crew *crew, struct worker *w) {
  struct campaign *c = desk_enter(&w->desk);
  c->strategy = crew->exploration.chosen = w->exploration.chosen;
  desk_leave(&w->desk);
}

void crew_start_over(struct crew *crew, struct worker *w, bool must) {
  struct campaign *c = desk_enter(&w->desk);
  uint32_t visible = shm_tables(target_shm(w->target))->visible_count;
  bool is_present = w->exploration.number == crew->exploration.number;
  if (visible > crew->exploration.visible_count || (must && is_present)) {
    ledger_start_over(c);
    drop_parts(crew);
    new_pool(crew);
    crew->exploration.number = c->restarts;
    crew->exploration.visible_count = visible;
    crew->root = w;
    pthread_cond_broadcast(&crew->changed);
  }
  desk_leave(&w->desk);
}

/* ---- all of it ---- */

static void *explore_beside(void *worker) {
  while (loop_turn(worker)) continue;
  loop_end(worker);
  return NULL;
}

/* The first worker is the caller's thread. */
static void begin(struct crew *crew) {
  crew->threads = xcalloc(crew->count, sizeof *crew->threads);
  crew->next_save = clock_coarse_now() + SAVE_PERIOD;
  for (unsigned i = 1; i < crew->count; i++)
    if (pthread_create(&crew->threads[i], NULL, explore_beside, &crew->workers[i]))
      die("cannot start a thread: %s", strerror(errno));
  loop_begin(&crew->workers[0]);
}

bool crew_step(struct crew *crew) {
  if (!crew->threads) begin(crew);
  return loop_turn(&crew->workers[0]);
}

void crew_end(struct crew *crew) {
  loop_end(&crew->workers[0]);
  for (unsigned i = 1; i < crew->count; i++) pthread_join(crew->threads[i], NULL);
  for (unsigned i = crew->count; i-- > 0;) {
    desk_enter(&crew->workers[i].desk);
    worker_count(&crew->workers[i]);
    desk_leave(&crew->workers[i].desk);
  }
  pthread_mutex_lock(&crew->lock); /* the guard must not find it half saved */
  crew_save(crew);
  crew_sum_up(crew);
  pthread_mutex_unlock(&crew->lock);
}
