/* A schedule is a list of runs (thread, steps). Two runs of one thread are brought together by
 * moving the earlier one down or the later one up, past the runs between them; a prefix is left
 * to finish by itself, running each thread until it blocks. What the target then does is the new
 * schedule, if it shows the bug with fewer runs. Greedy: the first improvement is taken and the
 * search starts again. */
#include "base/clock.h"
#include "base/check.h"
#include "explore/limits.h"
#include "campaign/minimise.h"
#include <string.h>

#define SECONDS 3.0

struct search {
  struct target *target;
  struct schedule *best, scratch;
  minimise_test *test;
  void *context;
  uint32_t tries, made;
  double deadline;
};

bool plan_set_schedule(struct plan *p, const struct plan_run *runs, size_t count) {
  if (count > limit_of(LIMIT_SEGMENTS)) return false;
  p->policy = POLICY_RUN_TO_BLOCK;
  p->run_count = (uint32_t)count;
  if (count) memcpy(p->run, runs, count * sizeof *runs);
  return true;
}

static bool may_try(const struct search *s) {
  return s->made < s->tries && clock_now() < s->deadline && !target_is_stopped(s->target);
}

static void take(struct schedule *to, const struct schedule *from) {
  vec_clear(&to->runs);
  vec_append(&to->runs, from->runs.at, from->runs.count);
}

/* Runs the first `count` runs of the scratch schedule; true if the best one is now what came of
 * it. */
static bool try_scratch(struct search *s, size_t count) {
  struct shm *shm = target_shm(s->target);
  if (!may_try(s) || !plan_set_schedule(&shm->plan, s->scratch.runs.at, count)) return false;
  shm->plan.mode = PLAN_IN_PROCESS;
  shm->plan.flags &= PLAN_UNCOUNTED; /* as in the replay before */
  target_run(s->target);
  s->made++;
  if (!s->test(s->context)) return false;
  schedule_read(&shm->trace, shm_event(shm), &s->scratch);
  if (s->scratch.runs.count >= s->best->runs.count) return false;
  take(s->best, &s->scratch);
  return true;
}

static bool shorten(struct search *s) {
  for (size_t n = 0; n + 1 < s->best->runs.count; n = n ? 2 * n : 1) {
    take(&s->scratch, s->best);
    if (try_scratch(s, n)) return true;
  }
  return false;
}

/* The next run of the same thread; 0 if there is none. */
static size_t next_of_thread(const struct schedule *s, size_t i) {
  for (size_t k = i + 1; k < s->runs.count; k++)
    if (s->runs.at[k].thread == s->runs.at[i].thread) return k;
  return 0;
}

static void move_run(struct schedule *s, size_t from, size_t to) {
  struct plan_run run = s->runs.at[from];
  if (from < to)
    memmove(&s->runs.at[from], &s->runs.at[from + 1], (to - from) * sizeof run);
  else
    memmove(&s->runs.at[to + 1], &s->runs.at[to], (from - to) * sizeof run);
  s->runs.at[to] = run;
}

static bool merge_at(struct search *s, size_t i) {
  size_t k = next_of_thread(s->best, i);
  if (!k) return false;
  take(&s->scratch, s->best);
  move_run(&s->scratch, k, i + 1);
  if (try_scratch(s, s->scratch.runs.count)) return true;
  take(&s->scratch, s->best);
  move_run(&s->scratch, i, k - 1);
  return try_scratch(s, s->scratch.runs.count);
}

static bool merge(struct search *s) {
  for (size_t i = 0; i < s->best->runs.count && may_try(s); i++)
    if (merge_at(s, i)) return true;
  return false;
}

uint32_t minimise_schedule(struct target *target, struct schedule *schedule, minimise_test *test,
                           void *context, uint32_t tries) {
  struct search s = {.target = target,
                     .best = schedule,
                     .test = test,
                     .context = context,
                     .tries = tries,
                     .deadline = clock_now() + SECONDS};
  while (may_try(&s) && shorten(&s)) continue;
  while (may_try(&s) && merge(&s)) continue;
  vec_free(&s.scratch.runs);
  check(s.made <= tries);
  return s.made;
}
