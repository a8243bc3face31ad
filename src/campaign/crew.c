/* The life of a crew, from its first worker to the last save, and the visits of the workers: who
 * goes on, and when is it over? */
#include "base/check.h"
#include "base/clock.h"
#include "campaign/coverage.h"
#include "campaign/crew_inside.h"
#include "campaign/ledger.h"
#include "campaign/loop.h"
#include <errno.h>
#include <string.h>

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

/* Nobody has anything left, perhaps because strategies were told to give up. */
static void finish_exhausted(struct crew *crew) {
  crew->campaign->exhausted = !crew->was_given_up;
  crew_note_stop(crew);
  finish(crew);
}

static bool budget_left(struct crew *crew) {
  struct campaign *c = crew->campaign;
  const struct campaign_options *o = crew->options;
  if (stop_is_wanted(c->stop)) return crew_note_stop(crew), false;
  if (c->bugs.count && !o->keep_going) return incomplete_add(c, INCOMPLETE_FIRST_BUG, 1, NULL), false;
  if (o->strategy.until_covered && coverage_is_full(c))
    return incomplete_add(c, INCOMPLETE_COVERED, 1, NULL), false;
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
  crew_new_pool(crew);
  for (unsigned i = 0; i < crew->count; i++) {
    crew->workers[i].number = i;
    worker_open(&crew->workers[i], crew, o, c, &crew->lock, i ? NULL : target);
    worker_join(&crew->workers[i], &crew->exploration);
  }
  return crew;
}

void crew_close(struct crew *crew) {
  for (unsigned i = crew->count; i-- > 0;) worker_close(&crew->workers[i]);
  crew_drop_parts(crew);
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
    struct target *t = atomic_load(&crew->workers[i].shown_target);
    if (t) target_kill(t);
  }
}

const struct target_options *crew_target_options(const struct crew *crew) { return &crew->target_options; }

const atomic_bool *crew_is_crowded(const struct crew *crew) { return &crew->is_crowded; }

/* ---- looks from outside ---- */

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

/* ---- visits ---- */

void crew_wait(struct crew *crew) {
  struct timespec t = clock_deadline(0.1);
  pthread_cond_timedwait(&crew->changed, &crew->lock, &t);
}

bool crew_visit(struct crew *crew, struct worker *w) {
  struct campaign *c = desk_enter(&w->desk);
  crew_give_back(crew, w);
  worker_count(w);
  if (ledger_is_due(c)) {
    crew_sum_up(crew);
    ledger_tick(c);
  }
  crew_begin_save(crew);
  while (!crew->is_over) {
    if (crew->is_saving) crew_stop_for_save(crew, w);
    if (!budget_left(crew))
      finish(crew);
    else if (crew_is_ready(crew, w))
      break;
    else if (crew_is_exhausted(crew))
      finish_exhausted(crew);
    else
      crew_wait(crew);
  }
  check(crew_is_sound(crew));
  bool goes_on = !crew->is_over;
  desk_leave(&w->desk);
  return goes_on;
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
  crew->next_save = clock_coarse_now() + CREW_SAVE_PERIOD;
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
