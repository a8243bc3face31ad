/* Random walks: each run a schedule drawn by a fresh seed, either step by step (random) or with
 * priorities that change at a few points (pct: Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS
 * 2010). Inputs alternate between the last ones, the other side of a branch of a run that showed
 * something new, and random bytes.
 *
 * Nothing is ever complete here: next goes on for ever, unless there is nothing to draw (one
 * thread, no inputs). `kept` is a ring: the last runs of a new class, whose branches may be
 * flipped. Others are left out, or random bytes would push out the few that came far. */
#include "base/hash.h"
#include "explore/classes.h"
#include "explore/strategy/strategies.h"

#define KEPT 16

struct walk_record {
  struct input input;
  struct path path;
};

struct pct_options {
  uint32_t depth;
};

static const struct option_row pct_rows[] = {
    {.name = "pct-depth",
     .kind = &option_positive,
     .offset = offsetof(struct pct_options, depth),
     .argument = "N",
     .fallback = "3",
     .help = "pct: bugs that need N ordered events; N - 1 changes of priority in a run"}};

struct walk {
  struct smt *smt;
  struct strategy_env env;
  enum plan_policy policy;
  uint64_t random;
  uint64_t drawn, runs, kept_count;
  uint32_t longest; /* steps of the longest run so far */
  uint32_t changes; /* pct: priorities change at one point less than this */
  bool has_threads, has_inputs;
  struct walk_record kept[KEPT];
  struct input input, next_input;
  struct classes classes,
      pruned; /* seen; pruned ones are no classes, but their assumptions are flipped too */
  struct strategy_stats stats;
};

static uint64_t draw(struct walk *w) { return random_step(&w->random); }

static void *walk_open(const struct strategy_env *env, enum plan_policy policy) {
  struct walk *w = xcalloc(1, sizeof *w);
  w->smt = env->smt;
  w->env = *env;
  w->policy = policy;
  w->random = env->options.seed;
  w->classes.pool = env->pool;
  return w;
}

static void *random_open(const struct strategy_env *env) { return walk_open(env, POLICY_RANDOM); }

static void *pct_open(const struct strategy_env *env) {
  const struct pct_options *own = env->own;
  struct walk *w = walk_open(env, POLICY_PCT);
  w->changes = own->depth;
  return w;
}

static void walk_close(void *self) {
  struct walk *w = self;
  for (int i = 0; i < KEPT; i++) {
    vec_free(&w->kept[i].input.bytes);
    vec_free(&w->kept[i].path.decisions);
  }
  vec_free(&w->input.bytes);
  vec_free(&w->next_input.bytes);
  classes_free(&w->classes);
  classes_free(&w->pruned);
  free(w);
}

/* ---- inputs ---- */

static void draw_bytes(struct walk *w) {
  for (size_t i = 0; i < w->input.bytes.count; i++) w->input.bytes.at[i] = (uint8_t)draw(w);
}

/* The other side of some branch of some run that was kept; the input stays as it is if there is
 * none. */
static void flip(struct walk *w) {
  uint64_t known = w->kept_count < KEPT ? w->kept_count : KEPT;
  if (!known) return;
  const struct walk_record *r = &w->kept[draw(w) % known];
  size_t n = r->path.decisions.count;
  if (!n) return;
  size_t first = draw(w) % n, i = first;
  while (!decision_can_flip(&r->path.decisions.at[i]))
    if ((i = (i + 1) % n) == first) return;
  enum smt_answer answer = smt_flip(w->smt, r->path.decisions.at, i, &r->input, &w->next_input);
  if (smt_gave_up(w->smt, answer)) w->stats.solver_unknown++;
  if (answer == SMT_SAT) input_copy(&w->input, &w->next_input);
}

static void next_input(struct walk *w) {
  switch (w->drawn % 3) {
  case 1: flip(w); break;
  case 2: draw_bytes(w); break;
  default: break;
  }
}

/* ---- next, learn ---- */

static enum proposal walk_next(void *self, struct plan *plan) {
  struct walk *w = self;
  plan_reset(plan);
  if (w->runs && !w->has_threads && !w->has_inputs) return PROPOSAL_DONE;
  if (smt_is_stopped(w->smt)) return PROPOSAL_STOPPED;
  if (w->has_inputs) next_input(w);
  plan_set_input(plan, &w->input);
  plan->policy = w->policy;
  plan->seed = draw(w);
  plan->length = w->longest;
  plan->depth = w->longest ? w->changes : 1; /* the first run tells how long they are */
  w->drawn++;
  return PROPOSAL_PLAN;
}

static void lengthen(struct input *in, size_t count) {
  while (in->bytes.count < count) vec_push(&in->bytes, 0);
}

static void remember(struct walk *w, const struct run *run) {
  struct walk_record *r = &w->kept[w->kept_count++ % KEPT];
  size_t n = run->path->decisions.count;
  input_copy(&r->input, run->input);
  vec_clear(&r->path.decisions);
  for (size_t i = 0; i < n; i++) vec_push(&r->path.decisions, run->path->decisions.at[i]);
}

static enum verdict_of_run walk_learn(void *self, const struct run *run) {
  struct walk *w = self;
  const struct trace *t = run->trace;
  lengthen(&w->input, run->input->bytes.count);
  w->runs++;
  w->has_threads |= t->thread_count > 1;
  w->has_inputs |= t->input_count > 0;
  if (t->step_count > w->longest) w->longest = t->step_count;
  if (t->end == END_DIVERGED) return RUN_DIVERGED;
  bool is_pruned = t->end == END_ASSUME;
  bool is_new = classes_add(is_pruned ? &w->pruned : &w->classes, run_class(run));
  if (is_new) remember(w, run);
  return is_pruned ? RUN_PRUNED : is_new ? RUN_NEW : RUN_REDUNDANT;
}

static void walk_stats(const void *self, struct strategy_stats *out) {
  const struct walk *w = self;
  *out = w->stats;
}

const struct strategy_vtable strategy_random = {
    .name = "random",
    .help = "random walk over schedules and inputs; goes on until --max-time or --max-execs",
    .has_schedules = true,
    .open = random_open,
    .close = walk_close,
    .next = walk_next,
    .learn = walk_learn,
    .stats = walk_stats,
    .has_batches = true,
    .is_random = true,
};

const struct strategy_vtable strategy_pct = {
    .name = "pct",
    .help = "random thread priorities that change at --pct-depth - 1 points; goes on as random does",
    .has_schedules = true,
    .options = OWN_OPTIONS(struct pct_options, pct_rows),
    .open = pct_open,
    .close = walk_close,
    .next = walk_next,
    .learn = walk_learn,
    .stats = walk_stats,
    .has_batches = true,
    .is_random = true,
};
