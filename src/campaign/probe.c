/* A livelock shows in runs whose end is POLICY_FAIR, which no strategy asks for. So now and then
 * a run is made once more, uncounted, up to some step, and then goes on fairly: runs that
 * reached a limit first of all, and of the others fewer and fewer. No livelock is lost to a
 * complete exploration by that: a cycle can be gone round any number of times, each a class of
 * its own, so there are endlessly many (docs/algorithms.md). */
#include "campaign/probe.h"
#include "base/check.h"
#include "base/hash.h"

enum {
  PROBE_STEPS = 20000, /* that a fair end may have */
  PROBE_PATIENCE = 64, /* and so many before states are compared: most runs have come to an end by then */
  PROBE_FIRST = 512,   /* of the runs that end: a campaign that is over before has no livelock */
  PROBE_EVERY = 4096,
  PROBE_SHARE = 256, /* of all runs so far, when their number is a power of two */
  PROBE_LIMITS = 4,  /* of the runs that do not end, all up to this one */
  PROBE_CUTS = 32,   /* for one run, at most */
  PROBE_DEEP = 256,  /* steps of it that are kept, at most */
};

static bool is_power(uint64_t n) { return !(n & (n - 1)); }

static bool has_come_far(const struct trace *t) {
  return t->end == END_EXIT || t->end == END_BUG || t->end == END_CUT || t->end == END_ASSUME;
}

uint32_t probe_due(struct probe *p, const struct trace *t) {
  if (t->thread_count < 2 || t->was_killed || (t->end != END_LIMIT && !has_come_far(t))) return 0;
  if (t->end == END_LIMIT) {
    uint64_t n = ++p->limits;
    return n <= PROBE_LIMITS || is_power(n) ? PROBE_CUTS : 0;
  }
  if (++p->runs < PROBE_FIRST) return 0;
  if (!is_power(p->runs)) return p->runs % PROBE_EVERY == 0;
  uint64_t share = p->runs / PROBE_SHARE;
  return share > PROBE_CUTS ? PROBE_CUTS : share ? (uint32_t)share : 1;
}

/* The first `steps` steps of the schedule. */
static void set_prefix(struct plan *plan, const struct schedule *s, uint64_t steps) {
  plan->run_count = 0;
  for (size_t i = 0; i < s->runs.count && steps && i < PLAN_RUNS_MAX; i++) {
    struct plan_run run = s->runs.at[i];
    if (run.count > steps) run.count = (uint32_t)steps;
    steps -= run.count;
    plan->run[plan->run_count++] = run;
  }
}

/* Another place each time, the same when the campaign is made again; the beginning first. */
static uint64_t where_to_leave(uint64_t number, uint32_t steps) {
  uint64_t x = number * HASH_GOLDEN;
  return (x ^ x >> 31) % ((steps < PROBE_DEEP ? steps : PROBE_DEEP) + 1);
}

void probe_plan(struct probe *p, struct plan *plan, const struct schedule *executed, uint32_t steps) {
  uint64_t kept = where_to_leave(p->made++, steps);
  check(kept <= steps && kept <= PROBE_DEEP);
  set_prefix(plan, executed, kept);
  plan->policy = POLICY_FAIR;
  plan->length = PROBE_STEPS;
  plan->depth = PROBE_PATIENCE;
}
