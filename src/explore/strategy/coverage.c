/* Coverage-first search: of all pending flips (generational.h), the one whose target has been
 * reached least often goes first, so uncovered branches lead.
 *
 * Flips wait in buckets by how often their target (site, outcome) was taken when they were
 * filed. */
#include "explore/strategy/generational.h"

#define BUCKETS 24

struct coverage {
  struct generational search; /* the first member: see bucket_of */
  vec(uint32_t) hits;         /* by 2 * site + outcome */
};

static uint32_t *hits_of(struct coverage *c, uint32_t site, bool taken) {
  size_t i = 2 * (size_t)site + taken;
  while (c->hits.count <= i) vec_push(&c->hits, 0);
  return &c->hits.at[i];
}

/* 0 for an uncovered target, then by powers of two. */
static size_t bucket_of(struct generational *search, const struct flip *f) {
  const struct decision *s = &f->record->path.decisions.at[f->decision];
  uint32_t hits = *hits_of((struct coverage *)search, s->site, !s->taken);
  int b = hits ? 32 - __builtin_clz(hits) : 0;
  return b < BUCKETS ? (size_t)b : BUCKETS - 1;
}

static void *coverage_open(const struct strategy_env *env) {
  struct coverage *c = xcalloc(1, sizeof *c);
  generational_open(&c->search, env, bucket_of);
  return c;
}

static void coverage_close(void *self) {
  struct coverage *c = self;
  generational_close(&c->search);
  vec_free(&c->hits);
  free(c);
}

static enum proposal coverage_next(void *self, struct plan *plan) {
  return generational_next(&((struct coverage *)self)->search, plan);
}

static enum verdict_of_run coverage_learn(void *self, const struct run *run) {
  struct coverage *c = self;
  const struct path *p = run->path;
  if (!generational_follows(&c->search, run)) return RUN_DIVERGED;
  for (size_t i = 0; i < p->decisions.count; i++)
    ++*hits_of(c, p->decisions.at[i].site, p->decisions.at[i].taken);
  return generational_learn(&c->search, run);
}

static void coverage_stats(const void *self, struct strategy_stats *out) {
  generational_stats(&((const struct coverage *)self)->search, out);
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
