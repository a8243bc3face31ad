#include "explore/strategy/dpor/footprint.h"

/* An operation of a step. */
struct touch {
  const struct event *event;
  struct sync_touch on;
  uint32_t number;    /* among the operations of the step, from 1 */
  uint32_t decisions; /* of the step before it */
  bool is_exchange;   /* compare-exchange: writes or not */
  bool is_bound;      /* by the decision behind it */
};

struct walk {
  const struct course *course;
  uint32_t next, end;
  uint16_t thread;
  struct touch touch;
};

static struct walk walk_of(const struct course *c, uint32_t step) {
  uint32_t first = c->h.steps.at[step].event;
  uint32_t end = step + 1 < c->h.steps.count ? c->h.steps.at[step + 1].event : c->h.next_event;
  return (struct walk){.course = c, .next = first, .end = end, .thread = c->h.events[first].thread};
}

static void note_exchange(struct walk *w) {
  const struct event *e = w->touch.event;
  bool has_next = w->next < w->end && e[1].kind == EV_EXPECT;
  w->touch.is_exchange = has_next;
  w->touch.is_bound = has_next && w->next + 1 < w->end && event_is_decision(&e[2]) &&
                      e[2].thread == e->thread && e[2].site == e[1].site;
}

/* The next operation; false: there is none. */
static bool walk_on(struct walk *w) {
  while (w->next < w->end) {
    const struct event *e = &w->course->h.events[w->next++];
    if (e->thread != w->thread) continue;
    w->touch.decisions += event_is_decision(e);
    if (!sync_touch_of(e, &w->touch.on)) continue;
    w->touch.event = e;
    w->touch.number++;
    note_exchange(w);
    return true;
  }
  return false;
}

static bool conflict(const struct touch *a, const struct touch *b) {
  return a->on.first < b->on.first + b->on.size && b->on.first < a->on.first + a->on.size &&
         effects_conflict(a->on.effect, b->on.effect);
}

static bool reads(const struct touch *t) {
  uint32_t kind = t->event->kind;
  return kind != EV_WRITE && kind != EV_ATOMIC_WRITE && kind != EV_FREE;
}

static bool is_changed_by(const struct touch *later, const struct touch *first) {
  return first->on.effect != EFFECT_READ && reads(later) && conflict(later, first);
}

/* A compare-exchange that reads something else may not write. And if one did not write before it, it will read what that writes. */
static bool is_sure_write(const struct touch *t) { return t->on.effect == EFFECT_WRITE && !t->is_exchange; }

static bool meet(struct course *c, uint32_t first, const struct touch *later, struct contact *k) {
  bool is_changed = false;
  struct walk w = walk_of(c, first);
  while (walk_on(&w)) {
    if (!conflict(&w.touch, later)) continue;
    bool needs_write = w.touch.on.effect == EFFECT_WRITE && !is_sure_write(later);
    uint32_t fixed = w.touch.decisions + (w.touch.is_bound && needs_write);
    if (fixed < k->first_fixed) k->first_fixed = fixed;
    if (w.touch.number < k->first_op) k->first_op = w.touch.number;
    is_changed |= is_changed_by(later, &w.touch);
  }
  return is_changed;
}

struct contact footprint_contact(struct course *c, uint32_t first, uint32_t later) {
  struct contact k = {NONE, NONE, NONE, NONE};
  struct walk w = walk_of(c, later);
  bool is_straight = c->h.steps.at[later].is_straight;
  while (walk_on(&w)) {
    bool is_known = k.sure != NONE;
    if (is_known && !(w.touch.event->taken & EVENT_BOUND)) break;
    if (is_known) {
      k.sure = w.touch.number; /* the write of a copy goes with its read */
    } else if (meet(c, first, &w.touch, &k) && !is_straight) {
      k.sure = w.touch.number;
      k.later_fixed = w.touch.decisions;
    }
  }
  if (k.first_fixed == NONE) k.first_fixed = 0;
  return k;
}

uint32_t footprint_first(const struct course *c, uint32_t first, uint32_t later) {
  struct walk w = walk_of(c, later);
  while (walk_on(&w)) {
    struct walk other = walk_of(c, first);
    while (walk_on(&other))
      if (conflict(&w.touch, &other.touch)) return w.touch.number;
  }
  return NONE;
}

static bool is_changed(struct course *c, const struct touch *later, uint32_t step) {
  struct walk w = walk_of(c, step);
  while (walk_on(&w))
    if (is_changed_by(later, &w.touch)) return true;
  return false;
}

bool footprint_is_changed(struct course *c, uint32_t step, uint32_t offset, uint32_t from) {
  struct walk w = walk_of(c, step);
  while (walk_on(&w) && w.touch.decisions < offset)
    for (uint32_t k = from; k < step; k++)
      if (c->h.steps.at[k].slot != c->h.steps.at[step].slot && is_changed(c, &w.touch, k)) return true;
  return false;
}

uint32_t footprint_decisions_before(struct course *c, uint32_t step, uint64_t object) {
  struct walk w = walk_of(c, step);
  while (walk_on(&w))
    if (w.touch.on.first <= object && object < w.touch.on.first + w.touch.on.size) return w.touch.decisions;
  return 0;
}

struct joining {
  struct course *course;
  uint32_t *clock;
  uint32_t head;
  bool is_new;
};

static void join(void *context, const struct op *op) {
  struct joining *j = context;
  j->is_new |= op->step >= j->head && !clock_has(&j->course->h, j->clock, op->step);
  clock_join_op(&j->course->h, j->clock, op);
}

static bool join_touch(struct joining *j, const struct touch *t, enum effect effect, uint32_t step) {
  const struct sync_touch on = {t->on.first, t->on.size, effect};
  j->is_new = false;
  objects_conflicts(&j->course->h.objects, &on, step, join, j);
  return j->is_new;
}

/* A compare-exchange that is bound reads in any case. */
uint32_t footprint_join(struct course *c, uint32_t step, uint32_t sure, uint32_t head, uint32_t *clock) {
  struct joining j = {c, clock, head, false};
  struct walk w = walk_of(c, step);
  uint32_t needed = 0;
  while (walk_on(&w) && w.touch.number <= sure) {
    if (join_touch(&j, &w.touch, w.touch.is_bound ? EFFECT_READ : w.touch.on.effect, step))
      needed = w.touch.decisions;
    if (w.touch.is_bound && join_touch(&j, &w.touch, w.touch.on.effect, step)) needed = w.touch.decisions + 1;
  }
  return needed;
}

static void join_unless_behind(void *context, const struct op *op) {
  struct joining *j = context;
  if (!clock_has(&j->course->h, history_clock(&j->course->h, op->step), j->head)) join(context, op);
}

void footprint_join_before(struct course *c, uint32_t step, uint32_t sure, uint32_t head, uint32_t *clock) {
  struct joining j = {c, clock, head, false};
  struct walk w = walk_of(c, step);
  while (walk_on(&w) && w.touch.number <= sure) {
    objects_conflicts(&c->h.objects, &w.touch.on, head, join, &j);
    objects_conflicts(&c->h.objects, &w.touch.on, step, join_unless_behind, &j);
  }
}
