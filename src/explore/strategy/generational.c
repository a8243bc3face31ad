#include "explore/strategy/generational.h"
#include "base/check.h"
#include <string.h>

/* ---- records ---- */

static struct record *record_new(const struct run *run) {
  struct record *r = xcalloc(1, sizeof *r);
  size_t n = run->path->decisions.count;
  input_copy(&r->input, run->input);
  vec_reserve(&r->path.decisions, n);
  memcpy(r->path.decisions.at, run->path->decisions.at, n * sizeof(struct decision));
  r->path.decisions.count = n;
  return r;
}

static void record_release(struct record *r) {
  check(!r || r->users);
  if (!r || --r->users) return;
  vec_free(&r->input.bytes);
  vec_free(&r->path.decisions);
  free(r);
}

/* ---- life ---- */

void generational_open(struct generational *g, const struct strategy_env *env, flip_bucket *bucket_of) {
  *g = (struct generational){.smt = env->smt, .env = *env, .bucket_of = bucket_of};
}

void generational_close(struct generational *g) {
  for (size_t b = 0; b < g->buckets.count; b++) {
    flip_list *flips = &g->buckets.at[b];
    for (size_t i = 0; i < flips->count; i++) record_release(flips->at[i].record);
    vec_free(flips);
  }
  vec_free(&g->buckets);
  record_release(g->current.record);
  vec_free(&g->next_input.bytes);
  vec_free(&g->excluded);
}

/* ---- flips ---- */

static void file(struct generational *g, struct flip f) {
  size_t bucket = g->bucket_of(g, &f);
  check(f.record->users && f.decision < f.record->path.decisions.count);
  while (g->buckets.count <= bucket) vec_push(&g->buckets, ((flip_list){0}));
  vec_push(&g->buckets.at[bucket], f);
  if (bucket < g->lowest) g->lowest = bucket;
}

static bool take(struct generational *g, struct flip *out) {
  for (; g->lowest < g->buckets.count; g->lowest++)
    while (g->buckets.at[g->lowest].count) {
      struct flip f = vec_pop(&g->buckets.at[g->lowest]);
      if (g->bucket_of(g, &f) > g->lowest) {
        file(g, f);
        continue;
      }
      *out = f;
      check(g->bucket_of(g, out) <= g->lowest);
      return true;
    }
  return false;
}

static void file_flips(struct generational *g, const struct run *run, size_t first) {
  const struct path *path = run->path;
  size_t count = path->decisions.count, depth = g->env.options.depth;
  size_t end = !depth || count < depth ? count : depth > first ? depth : first;
  struct record *r = NULL;
  vec_reserve(&g->excluded, end - first);
  smt_exclude(g->smt, path->decisions.at, first, end, g->excluded.at);
  for (size_t i = first; i < end; i++) {
    if (!decision_can_flip(&path->decisions.at[i]) || g->excluded.at[i - first]) continue;
    if (!r) r = record_new(run);
    r->users++;
    file(g, (struct flip){.record = r, .decision = (uint32_t)i});
  }
  for (size_t i = end; i < count; i++) g->stats.depth_bounded += decision_can_flip(&path->decisions.at[i]);
}

/* ---- next, learn ---- */

enum proposal generational_next(struct generational *g, struct plan *plan) {
  plan_reset(plan);
  if (!g->has_started) {
    g->has_started = true;
    return PROPOSAL_PLAN;
  }
  record_release(g->current.record);
  g->current.record = NULL;
  while (!smt_is_stopped(g->smt) && take(g, &g->current)) {
    struct record *r = g->current.record;
    check(g->current.decision < r->path.decisions.count &&
          decision_can_flip(&r->path.decisions.at[g->current.decision]));
    enum smt_answer answer =
        smt_flip(g->smt, r->path.decisions.at, g->current.decision, &r->input, &g->next_input);
    if (answer == SMT_SAT) {
      plan_set_input(plan, &g->next_input);
      return PROPOSAL_PLAN;
    }
    if (smt_gave_up(g->smt, answer)) g->stats.solver_unknown++;
    record_release(r);
    g->current.record = NULL;
  }
  return proposal_none(g->smt);
}

bool generational_follows(const struct generational *g, const struct run *run) {
  const struct record *from = g->current.record;
  const struct path *p = run->path;
  return !from ||
         path_follows(p->decisions.at, p->decisions.count, from->path.decisions.at, g->current.decision);
}

enum verdict_of_run generational_learn(struct generational *g, const struct run *run) {
  file_flips(g, run, g->current.record ? g->current.decision + 1 : 0);
  return run->trace->end == END_ASSUME ? RUN_PRUNED : RUN_NEW;
}

void generational_stats(const struct generational *g, struct strategy_stats *out) {
  *out = g->stats;
  out->pending = 0;
  for (size_t b = 0; b < g->buckets.count; b++) out->pending += g->buckets.at[b].count;
}
