/* Race detection and flipping, jCUTE's search: Sen and Agha, sections 5.1 to 5.4 and figures 13 to
 * 19 of the journal paper on concolic testing of sequential and concurrent programs.
 *
 * A step that has an immediate race with a later one marks its point (`race`). When the search
 * comes back to a marked point, the thread of the step joins `postponed` (here: tried) and the
 * first other thread that can goes on instead, the postponed ones as late as possible. All threads
 * of a point are tried in turn as long as the last one tried has a race.
 *
 * Section 5.4 adds sleep sets: a postponed thread is `delayed` until a step conflicts with its next
 * one. On by default. A race with a delayed thread is not marked, lest the pair be flipped back.
 * Not marking any of them, as the paper has it, loses classes: with a write of x delayed and two
 * readers of x about to go on, the race of the first reader with the write is the only reason to
 * try the other reader first. So such a race is marked if another step has come to wake the delayed
 * thread.
 *
 * The proof in the paper assumes that there are no deadlocks; here an operation that is never
 * done counts as one that races. */
#include "explore/strategy/backtrack/backtrack.h"
#include "explore/strategy/strategies.h"

static bool is_delayed(const struct point *p, uint32_t thread) {
  for (size_t i = 0; i < p->asleep.count; i++)
    if (p->asleep.at[i].thread == thread) return true;
  return false;
}

/* Would the step have woken the delayed thread? */
static bool wakes(const struct steps *s, const struct run_step *g, const struct point *p, uint32_t thread) {
  for (size_t i = 0; i < p->asleep.count; i++)
    if (p->asleep.at[i].thread == thread && step_touches(s, g, &p->asleep.at[i].touch)) return true;
  return false;
}

/* Has a step after the point, but not after the point's own step, to come before the other
 * operation, as it was done now or as it was when the thread went to sleep? What a step touches
 * may depend on the step it races with. */
static bool has_other_reason(const struct steps *s, const struct point *p, const struct race *r) {
  const struct run_step *first = &s->made.at[r->step], *other = r->other;
  for (uint32_t k = r->step + 1; k < s->made.count; k++) {
    const struct run_step *g = &s->made.at[k];
    bool is_after = k >= r->before && step_is_known(s, other, g->last);
    if (g == other || is_after || step_is_known(s, first, g->last)) continue;
    if (k < r->before && other->event == STEP_NONE && steps_conflict(s, g, other)) return true;
    if (k < r->before && other->event != STEP_NONE && step_is_known(s, g, other->last)) return true;
    if (wakes(s, g, p, other->thread)) return true;
  }
  return false;
}

/* The operation is the one that the thread was about to do at the point, and all there is to the
 * race is to flip it back. */
static bool is_flipped_back(const struct steps *s, const struct point *p, const struct race *r) {
  bool is_next = r->other->before == STEP_NONE || r->other->before < s->made.at[r->step].event;
  return is_next && is_delayed(p, r->other->thread) && !has_other_reason(s, p, r);
}

static void race(struct backtrack *b, struct point *p, const struct race *r) {
  if (!p->is_raced && !is_flipped_back(&b->steps, p, r)) p->is_raced = true;
}

static uint32_t choose(struct backtrack *b, struct point *p) {
  (void)b;
  if (!p->is_raced) return STEP_NONE;
  p->is_raced = false;
  return point_choose(p, &p->enabled);
}

struct raceflip_options {
  bool no_race_sleep;
};

static const struct option_row rows[] = {
    {.name = "no-race-sleep",
     .kind = &option_flag,
     .offset = offsetof(struct raceflip_options, no_race_sleep),
     .help =
         "raceflip: without sleep sets (section 5.4 of the paper), so some classes come up more than once",
     .is_explored = true}};

static void *raceflip_open(const struct strategy_env *env) {
  const struct raceflip_options *own = env->own;
  const struct backtrack_rules rules = {
      .rule = RACE_IMMEDIATE, .has_sleep = !own->no_race_sleep, .race = race, .choose = choose};
  return backtrack_open(env, &rules);
}

static void raceflip_stats(const void *self, struct strategy_stats *out) {
  const struct backtrack *b = self;
  backtrack_stats(b, out);
  strategy_count(out, "races", b->counts.races);
  strategy_count(out, "races_flipped", b->counts.flips);
  strategy_count(out, "sleep_blocked", b->counts.blocked);
  strategy_count(out, "led_to_sleeper", b->counts.again);
}

const struct strategy_vtable strategy_raceflip = {
    .name = "raceflip",
    .help = "jCUTE's race detection and flipping; complete where the program is finite",
    .has_schedules = true,
    .options = OWN_OPTIONS(struct raceflip_options, rows),
    .open = raceflip_open,
    .close = backtrack_close,
    .next = backtrack_next,
    .learn = backtrack_learn,
    .stats = raceflip_stats,
};
