/* Who has what to do: parts of the exploration go from workers that have some to workers that
 * have none, and all of it is dropped when the exploration starts over. Functions without a desk
 * are called with the crew's lock held. */
#include "campaign/crew_inside.h"
#include "campaign/ledger.h"
#include <unistd.h>

void crew_drop_parts(struct crew *crew) {
  for (size_t i = 0; i < crew->parts.count; i++) subproblem_free(&crew->parts.at[i]);
  vec_clear(&crew->parts);
}

void crew_new_pool(struct crew *crew) {
  if (crew->count == 1) return;
  crew->exploration.pool = class_pool_open();
  vec_push(&crew->pools, crew->exploration.pool);
}

static bool is_crowd(unsigned working) { return working > 1 && 2l * working > sysconf(_SC_NPROCESSORS_ONLN); }

static int wanted_parts(const struct crew *crew) {
  int idle = (int)(crew->count - crew->working), given = (int)crew->parts.count;
  return idle > given ? idle - given : 0;
}

static void count_hungry(struct crew *crew) { atomic_store(&crew->hungry, wanted_parts(crew)); }

bool crew_is_sound(const struct crew *crew) {
  unsigned working = 0;
  uint64_t allowed = 0;
  for (unsigned i = 0; i < crew->count; i++) {
    working += crew->workers[i].has_work;
    allowed += crew->workers[i].allowed;
  }
  return working == crew->working && allowed == crew->reserved;
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

void crew_lay_down(struct crew *crew, struct worker *w) {
  if (!w->has_work) return;
  w->has_work = false;
  crew->working--;
  count_hungry(crew);
  atomic_store(&crew->is_crowded, is_crowd(crew->working));
}

bool crew_is_exhausted(const struct crew *crew) {
  return !crew->working && !crew->parts.count && !crew->root;
}

/* ---- work for a worker ---- */

/* Runs that --max-execs leaves to this worker. */
static uint64_t reserve(struct crew *crew) {
  const struct campaign *c = crew->campaign;
  uint64_t limit = crew->options->max_execs, used = c->executions - c->earlier.executions + crew->reserved;
  uint64_t left = !limit ? CREW_ALLOWED : limit > used ? limit - used : 0;
  uint64_t allowed = left < CREW_ALLOWED ? left : CREW_ALLOWED;
  crew->reserved += allowed;
  return allowed;
}

void crew_give_back(struct crew *crew, struct worker *w) {
  crew->reserved -= w->allowed;
  w->allowed = 0;
  if (crew->count > 1 && crew->options->max_execs) pthread_cond_broadcast(&crew->changed);
}

static void join_exploration(struct crew *crew, struct worker *w) {
  if (w->exploration.number == crew->exploration.number) return;
  crew_lay_down(crew, w);
  worker_join(w, &crew->exploration);
}

/* False: there is nothing to do at the moment. */
bool crew_is_ready(struct crew *crew, struct worker *w) {
  join_exploration(crew, w);
  if (!w->has_work && !find_work(crew, w)) return false;
  w->exploration.chosen = crew->exploration.chosen;
  w->allowed = reserve(crew);
  return w->allowed;
}

/* ---- from worker to worker ---- */

bool crew_has_moved_on(struct crew *crew, struct worker *w) {
  if (crew->count == 1) return false;
  desk_enter(&w->desk);
  bool has = w->exploration.number != crew->exploration.number;
  desk_leave(&w->desk);
  return has;
}

void crew_used_up(struct crew *crew, struct worker *w, enum proposal why) {
  desk_enter(&w->desk);
  crew->was_given_up |= why != PROPOSAL_DONE;
  worker_count(w);
  crew_lay_down(crew, w);
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
    crew_drop_parts(crew);
    crew_new_pool(crew);
    crew->exploration.number = c->restarts;
    crew->exploration.visible_count = visible;
    crew->root = w;
    pthread_cond_broadcast(&crew->changed);
  }
  desk_leave(&w->desk);
}
