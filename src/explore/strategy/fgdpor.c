/* Dynamic partial order reduction with sleep sets: Flanagan and Godefroid, POPL 2005, as in
 * Kähkönen's thesis, section 2.4 and figure 2.5, the baseline of its Table 8.1.
 *
 * When a step races with an operation of thread t, t is to go on from the point before the step;
 * if it cannot, or sleeps there, then all threads that can and do not sleep (backtrack). Reads
 * of one place do not conflict, and the order is kept by vector clocks. The thesis builds the
 * whole tree of executions; taken depth-first one path of it is enough, since races concern only
 * points on the path of the run that shows them. */
#include "explore/strategy/backtrack/backtrack.h"
#include "explore/strategy/strategies.h"

static void backtrack_to(struct backtrack *b, struct point *p, uint32_t thread) {
  if (set_has(&p->tried, thread) || set_has(&p->todo, thread) || point_is_asleep(p, thread)) return;
  set_add(&p->todo, thread);
  b->counts.points++;
}

static void race(struct backtrack *b, struct point *p, const struct race *r) {
  uint32_t thread = r->other->thread;
  if (set_has(&p->enabled, thread) && !point_is_asleep(p, thread)) {
    backtrack_to(b, p, thread);
    return;
  }
  for (uint32_t t = 0; t < 64 * p->enabled.words.count; t++)
    if (set_has(&p->enabled, t)) backtrack_to(b, p, t);
}

static uint32_t choose(struct backtrack *b, struct point *p) {
  (void)b;
  return point_choose(p, &p->todo);
}

static void *fgdpor_open(const struct strategy_env *env) {
  static const struct backtrack_rules rules = {
      .rule = RACE_LAST, .has_sleep = true, .race = race, .choose = choose};
  return backtrack_open(env, &rules);
}

static void fgdpor_stats(const void *self, struct strategy_stats *out) {
  const struct backtrack *b = self;
  backtrack_stats(b, out);
  strategy_count(out, "races", b->counts.races);
  strategy_count(out, "backtrack_points", b->counts.points);
  strategy_count(out, "sleep_blocked", b->counts.blocked);
  strategy_count(out, "led_to_sleeper", b->counts.again);
}

const struct strategy_vtable strategy_fgdpor = {
    .name = "fgdpor",
    .help = "Flanagan-Godefroid reduction with sleep sets; complete where the program is finite",
    .has_schedules = true,
    .open = fgdpor_open,
    .close = backtrack_close,
    .next = backtrack_next,
    .learn = backtrack_learn,
    .stats = fgdpor_stats,
};
