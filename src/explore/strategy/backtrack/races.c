#include "explore/strategy/backtrack/races.h"
#include "base/check.h"
#include "explore/sync/relations.h"

struct search {
  const struct steps *steps;
  race_found *found;
  void *context;
};

static const struct run_step *made(const struct search *s, uint32_t i) { return &s->steps->made.at[i]; }

static void found(const struct search *s, uint32_t step, const struct run_step *other, uint32_t before) {
  check(step < before && before <= s->steps->made.count && made(s, step)->thread != other->thread);
  s->found(s->context, &(struct race){step, other, before});
}

/* ---- operations that wait ---- */

/* Could `e`, which waits, not have been done before `f`, since f let it go on? Signals do so for
 * whoever could not go on without them; others may have been signalled twice. */
static bool lets_go(const struct touch *f, const struct touch *e, bool could_go) {
  const struct event other = {.kind = f->kind, .value = f->value},
                     waited = {.kind = e->kind, .value = e->value};
  enum sync_help help = sync_helps(&other, &waited);
  return help == HELPS || (help == HELPS_IF_NEEDED && !could_go);
}

/* Step i conflicts with operation j, which waits: is there more to it than that i lets it go on? */
static bool can_swap(const struct steps *s, const struct run_step *i, const struct run_step *j,
                     bool could_go) {
  const struct touch *f = s->touches.at + i->touch, *e = s->touches.at + j->touch;
  for (uint32_t a = 0; a < i->touch_count; a++)
    for (uint32_t b = 0; b < j->touch_count; b++)
      if (touches_conflict(&f[a], &e[b]) && !(e[b].is_head && lets_go(&f[a], &e[b], could_go))) return true;
  return false;
}

/* May the step have kept a thread waiting that was then cancelled? */
static bool may_disable(const struct steps *s, const struct run_step *i) {
  for (uint32_t k = 0; k < i->touch_count; k++) {
    const struct touch *t = &s->touches.at[i->touch + k];
    if (t->effect != EFFECT_READ && t->kind >= EV_LOCK) return true;
  }
  return false;
}

/* Every step that conflicts with an operation that waits: it may have disabled it, and others
 * enabled it again. */
static void find_waiting(const struct search *s, const struct run_step *j, uint32_t before) {
  bool is_there = true; /* has the thread come to the operation yet? */
  for (uint32_t k = before; k-- > 0;) {
    const struct run_step *i = made(s, k);
    if (i->thread == j->thread) is_there = false;
    if (i->thread == j->thread || step_is_known(s->steps, i, j->before)) continue;
    bool could_go = !is_there || step_enables(s->steps, i, j->thread);
    bool is_race = steps_conflict(s->steps, i, j) && can_swap(s->steps, i, j, could_go);
    if (is_race || (j->is_cancelled && may_disable(s->steps, i))) found(s, k, j, before);
  }
}

/* ---- operations that do not ---- */

/* While the thread is about to do the operation, the last conflicting step changes with each
 * that is made. */
static void find_last(const struct search *s, const struct run_step *j, uint32_t before) {
  bool is_there = true;
  for (uint32_t k = before; k-- > 0;) {
    const struct run_step *i = made(s, k);
    if (i->thread == j->thread) is_there = false;
    if (i->thread == j->thread || !steps_conflict(s->steps, i, j) || step_is_known(s->steps, i, j->before))
      continue;
    found(s, k, j, before);
    if (!is_there) return;
  }
}

#define LATEST_MAX 64

static bool is_covered(const struct search *s, uint32_t k, const uint32_t *latest, uint32_t count) {
  const struct run_step *i = made(s, k);
  for (uint32_t n = 0; n < count; n++) {
    const struct run_step *l = made(s, latest[n]);
    if (l->thread == i->thread || step_is_known(s->steps, i, l->last)) return true;
  }
  return false;
}

/* `latest` are steps before j that have none between themselves and j; a run with more of them
 * yields more races than it has. */
static void find_immediate(const struct search *s, const struct run_step *j, uint32_t before) {
  uint32_t latest[LATEST_MAX], count = 0;
  for (uint32_t k = before; k-- > 0;) {
    const struct run_step *i = made(s, k);
    if (!step_is_known(s->steps, i, j->last) || is_covered(s, k, latest, count)) continue;
    if (count < LATEST_MAX) latest[count++] = k;
    if (i->thread != j->thread && steps_conflict(s->steps, i, j)) found(s, k, j, before);
  }
}

/* ---- the search ---- */

static void find_for(const struct search *s, const struct run_step *j, uint32_t before, enum race_rule rule) {
  if (!j->touch_count) return;
  if (j->has_waited)
    find_waiting(s, j, before);
  else if (rule == RACE_LAST)
    find_last(s, j, before);
  else
    find_immediate(s, j, before);
}

/* The run is cut off before step `until`: what would a thread do next that could not go on
 * there? */
static void find_cut_off(const struct search *s, uint32_t until, enum race_rule rule) {
  const struct steps *r = s->steps;
  const struct run_step *at = made(s, until);
  for (uint32_t k = until; k < r->made.count && !stop_is_wanted(r->stop); k++) {
    const struct run_step *j = made(s, k);
    bool is_next = j->before == STEP_NONE || j->before < at->event;
    if (is_next && j->has_waited && !step_enables(r, at, j->thread)) find_for(s, j, until, rule);
  }
}

void races_find(const struct steps *r, uint32_t from, uint32_t until, enum race_rule rule,
                race_found *on_found, void *context) {
  const struct search s = {r, on_found, context};
  for (uint32_t j = from; j < until && !stop_is_wanted(r->stop); j++) find_for(&s, made(&s, j), j, rule);
  if (until < r->made.count) find_cut_off(&s, until, rule);
  for (size_t i = 0; i < r->pending.count && !stop_is_wanted(r->stop); i++) {
    const struct run_step *j = &r->pending.at[i];
    bool is_next = until == r->made.count || j->before == STEP_NONE || j->before < made(&s, until)->event;
    if (is_next) find_for(&s, j, until, rule);
  }
}
