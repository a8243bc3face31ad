/* Coverage-first search: every run's open branches become pending flips at once (generational search), and the flip
 * whose target has been reached least often goes first, so uncovered branches lead.
 *
 * A `record` is one run: its path and input, shared by the flips that start from it. A `flip` is (record, step). Flips
 * wait in buckets by how often their target (site, outcome) was taken when they were filed; one that
 * has been overtaken meanwhile is filed again further back when it comes up.
 * Invariant: each step of each path is filed at most once (a run files only steps behind the one it flipped), so
 * every path is reached once and the search ends when the program is finite. */
#include "explore/strategy/strategies.h"
#include <string.h>

#define BUCKETS 24

struct record {
  size_t users;
  struct input input;
  struct path path;
};

struct flip {
  struct record *record;
  uint32_t step;
};

struct coverage {
  struct smt *smt;
  struct strategy_env env;
  vec(struct flip) bucket[BUCKETS];
  vec(uint32_t) hits;  /* by 2 * site + outcome */
  struct flip current; /* record NULL: the first run */
  struct input next_input;
  struct strategy_stats stats;
  bool has_started;
};

static void *coverage_open(const struct strategy_env *env) {
  struct coverage *c = xcalloc(1, sizeof *c);
  c->smt = env->smt;
  c->env = *env;
  return c;
}

static void record_release(struct record *r) {
  if (!r || --r->users) return;
  vec_free(&r->input.bytes);
  vec_free(&r->path.decisions);
  free(r);
}

static void coverage_close(void *self) {
  struct coverage *c = self;
  for (int b = 0; b < BUCKETS; b++) {
    for (size_t i = 0; i < c->bucket[b].count; i++) record_release(c->bucket[b].at[i].record);
    vec_free(&c->bucket[b]);
  }
  record_release(c->current.record);
  vec_free(&c->hits);
  vec_free(&c->next_input.bytes);
  free(c);
}

/* ---- which flip goes first ---- */

static uint32_t *hits_of(struct coverage *c, uint32_t site, bool taken) {
  size_t i = 2 * (size_t)site + taken;
  while (c->hits.count <= i) vec_push(&c->hits, 0);
  return &c->hits.at[i];
}

/* 0 for an uncovered target, then by powers of two. */
static int bucket_of(struct coverage *c, const struct flip *f) {
  const struct decision *s = &f->record->path.decisions.at[f->step];
  uint32_t hits = *hits_of(c, s->site, !s->taken);
  int b = hits ? 32 - __builtin_clz(hits) : 0;
  return b < BUCKETS ? b : BUCKETS - 1;
}

static void file(struct coverage *c, struct flip f) { vec_push(&c->bucket[bucket_of(c, &f)], f); }

static bool take(struct coverage *c, struct flip *out) {
  for (int b = 0; b < BUCKETS; b++)
    while (c->bucket[b].count) {
      struct flip f = vec_pop(&c->bucket[b]);
      if (bucket_of(c, &f) > b) {
        file(c, f);
        continue;
      }
      *out = f;
      return true;
    }
  return false;
}

/* ---- next, learn ---- */

static enum proposal coverage_next(void *self, struct plan *plan) {
  struct coverage *c = self;
  plan_reset(plan);
  if (!c->has_started) {
    c->has_started = true;
    return PROPOSAL_PLAN;
  }
  record_release(c->current.record);
  c->current.record = NULL;
  while (!smt_is_stopped(c->smt) && take(c, &c->current)) {
    struct record *r = c->current.record;
    enum smt_answer answer =
        smt_flip(c->smt, r->path.decisions.at, c->current.step, &r->input, &c->next_input);
    if (answer == SMT_SAT) {
      plan_set_input(plan, &c->next_input);
      return PROPOSAL_PLAN;
    }
    if (smt_gave_up(c->smt, answer)) c->stats.solver_unknown++;
    record_release(r);
    c->current.record = NULL;
  }
  return proposal_none(c->smt);
}

static struct record *record_new(const struct run *run) {
  struct record *r = xcalloc(1, sizeof *r);
  size_t n = run->path->decisions.count;
  input_copy(&r->input, run->input);
  vec_reserve(&r->path.decisions, n);
  memcpy(r->path.decisions.at, run->path->decisions.at, n * sizeof(struct decision));
  r->path.decisions.count = n;
  return r;
}

static void file_flips(struct coverage *c, const struct run *run, size_t first) {
  struct record *r = NULL;
  for (size_t i = first; i < run->path->decisions.count; i++) {
    if (!decision_can_flip(&run->path->decisions.at[i])) continue;
    if (c->env.options.depth && i >= c->env.options.depth) {
      c->stats.depth_bounded++;
      continue;
    }
    if (!r) r = record_new(run);
    r->users++;
    file(c, (struct flip){.record = r, .step = (uint32_t)i});
  }
}

static enum verdict_of_run coverage_learn(void *self, const struct run *run) {
  struct coverage *c = self;
  const struct path *p = run->path;
  struct record *from = c->current.record;
  if (from && !path_follows(p->decisions.at, p->decisions.count, from->path.decisions.at, c->current.step))
    return RUN_DIVERGED;
  for (size_t i = 0; i < p->decisions.count; i++)
    ++*hits_of(c, p->decisions.at[i].site, p->decisions.at[i].taken);
  file_flips(c, run, from ? c->current.step + 1 : 0);
  return run->trace->end == END_ASSUME ? RUN_PRUNED : RUN_NEW;
}

static void coverage_stats(const void *self, struct strategy_stats *out) {
  const struct coverage *c = self;
  *out = c->stats;
  out->pending = 0;
  for (int b = 0; b < BUCKETS; b++) out->pending += c->bucket[b].count;
}

const struct strategy_vtable strategy_coverage = {
    .name = "coverage",
    .help = "uncovered branches first, generational; complete where the program is finite",
    .open = coverage_open,
    .close = coverage_close,
    .next = coverage_next,
    .learn = coverage_learn,
    .stats = coverage_stats,
};
