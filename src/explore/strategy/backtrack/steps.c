#include "explore/strategy/backtrack/steps.h"
#include "base/check.h"
#include "base/hash.h"
#include "explore/history/history.h"
#include "explore/sync/relations.h"
#include <errno.h>

void steps_free(struct steps *s) {
  vec_free(&s->made);
  vec_free(&s->pending);
  vec_free(&s->touches);
  vec_free(&s->enabled);
  vec_free(&s->number);
}

/* ---- what is touched ---- */

/* Waiting for an end, a thread just comes after it; what lets it go on may be that the other was
 * detached. Which round of a barrier it will be is not known before. */
static bool touch_of(const struct event *e, struct touch *t) {
  struct sync_touch s;
  if (!sync_touch_of(e, &s)) return false;
  bool waits = e->kind == EV_JOIN && e->taken & EVENT_WAITED && e->value != EINVAL;
  *t = (struct touch){.first = s.first + waits,
                      .end = s.first + s.size,
                      .value = e->value,
                      .kind = e->kind,
                      .effect = (uint8_t)(e->kind == EV_BARRIER_ARRIVE ? EFFECT_WRITE : s.effect)};
  return true;
}

static uint64_t near_bits(const struct touch *t) {
  uint64_t bits = 0, first = t->first / 8, last = (t->end - 1) / 8;
  if (last - first > 8) return ~0ull;
  for (uint64_t cell = first; cell <= last; cell++) bits |= 1ull << hash_index(cell, 6);
  return bits;
}

static void add_touch(struct steps *s, struct run_step *step, struct touch t) {
  check(step->touch + step->touch_count == s->touches.count);
  vec_push(&s->touches, t);
  step->touch_count++;
  step->near |= near_bits(&t);
}

bool steps_conflict(const struct steps *s, const struct run_step *a, const struct run_step *b) {
  if (!(a->near & b->near)) return false;
  const struct touch *x = s->touches.at + a->touch, *y = s->touches.at + b->touch;
  for (uint32_t i = 0; i < a->touch_count; i++)
    for (uint32_t k = 0; k < b->touch_count; k++)
      if (touches_conflict(&x[i], &y[k])) return true;
  return false;
}

bool step_touches(const struct steps *s, const struct run_step *step, const struct touch *t) {
  for (uint32_t i = 0; i < step->touch_count; i++)
    if (touches_conflict(&s->touches.at[step->touch + i], t)) return true;
  return false;
}

/* ---- reading ---- */

/* Who could go on before the next step, from the words that are left. */
static const uint64_t *take_words(struct steps *s, struct run_step *step, const uint64_t *word) {
  step->words = (uint32_t)(*word >> 32);
  step->enabled = (uint32_t)s->enabled.count;
  for (uint32_t i = 0; i < step->words; i++) vec_push(&s->enabled, word[1 + i]);
  return word + 1 + step->words;
}

static void read_touches(struct steps *s, const struct run *run, struct run_step *step) {
  struct touch t;
  for (uint32_t i = step->event; i < step->end; i++) {
    if (!touch_of(&run->events[i], &t)) continue;
    t.is_head = i == step->event;
    add_touch(s, step, t);
  }
}

/* The k-th step of the run; its words come first of those that are left. */
static const uint64_t *read_step(struct steps *s, const struct run *run, uint32_t k, const uint64_t *word) {
  const struct order_step *o = order_step(s->order, k);
  const struct event *e = &run->events[o->event];
  vec_push(&s->made, ((struct run_step){.thread = o->thread,
                                        .event = o->event,
                                        .last = o->last,
                                        .end = order_step_end(s->order, k),
                                        .before = o->before,
                                        .touch = (uint32_t)s->touches.count,
                                        .print = history_print(e),
                                        .has_waited = e->taken & EVENT_WAITED,
                                        .is_cancelled = sync_ends_by_cancel(e)}));
  read_touches(s, run, &vec_last(&s->made));
  return take_words(s, &vec_last(&s->made), word);
}

static struct run_step undone_step(const struct steps *s, uint32_t number) {
  uint32_t thread = order_index(s->order, number);
  return (struct run_step){.thread = thread,
                           .event = STEP_NONE,
                           .last = STEP_NONE,
                           .before = order_last(s->order, thread),
                           .touch = (uint32_t)s->touches.count};
}

/* A step was chosen that the run did not survive. */
static void add_lost_step(struct steps *s, uint32_t number, const uint64_t *word) {
  const struct event e = {.kind = EV_YIELD, .thread = (uint16_t)number};
  vec_push(&s->made, undone_step(s, number));
  vec_last(&s->made).print = history_print(&e);
  take_words(s, &vec_last(&s->made), word);
}

/* ---- who still waited ---- */

static const struct run_step *last_made(const struct steps *s, uint32_t thread) {
  for (size_t i = s->made.count; i-- > 0;)
    if (s->made.at[i].thread == thread) return &s->made.at[i];
  return NULL;
}

/* Gates that the thread has met since its last step are closed. */
static void touch_gates(struct steps *s, const struct run *run, struct run_step *step) {
  const struct run_step *last = last_made(s, step->thread);
  for (uint32_t i = 0; i < order_gate_count(s->order); i++) {
    const struct order_gate *g = order_gate(s->order, i);
    if (g->thread != step->thread || (last && g->event <= last->event)) continue;
    struct event e = run->events[g->event];
    struct touch t;
    e.kind = EV_SPIN;
    if (touch_of(&e, &t)) add_touch(s, step, t);
  }
}

static void add_pending(struct steps *s, const struct run *run, const struct waiting *w) {
  struct event e = {
      .kind = (uint8_t)w->kind, .thread = (uint16_t)w->thread, .taken = EVENT_WAITED, .addr = w->object};
  struct touch t;
  vec_push(&s->pending, undone_step(s, w->thread));
  struct run_step *step = &vec_last(&s->pending);
  step->has_waited = true;
  touch_gates(s, run, step);
  if (w->kind == EV_SPIN || !touch_of(&e, &t)) return;
  t.is_head = true;
  add_touch(s, step, t);
}

/* Did the run end although others could still go on, and nothing shows what they would have
 * done? */
static bool is_cut_short(const struct trace *t, const struct event *events) {
  if (t->event_count && events[t->event_count - 1].kind == EV_EXIT) return false;
  switch (t->end) {
  case END_EXIT:
  case END_LIMIT: return false;
  case END_BUG: return !t->ghost_count && bug_shown_by((enum bug_kind)t->kind) == SHOWN_BY_FAILURE;
  default: return !t->ghost_count;
  }
}

/* ---- a run ---- */

static void begin(struct steps *s, const struct order *order) {
  uint32_t threads = order_thread_count(order);
  s->order = order;
  vec_clear(&s->made);
  vec_clear(&s->pending);
  vec_clear(&s->touches);
  vec_clear(&s->enabled);
  vec_clear(&s->number);
  for (uint32_t i = 0; i < threads; i++) vec_push(&s->number, order_thread(order, i));
}

bool steps_read(struct steps *s, const struct run *run) {
  const struct trace *t = run->trace;
  const uint64_t *word = run->enabled, *words_end = word + t->enabled_count;
  begin(s, run->order);
  for (uint32_t k = 0; k < order_step_count(s->order); k++) {
    uint32_t thread = order_thread(s->order, order_step(s->order, k)->thread);
    if (word >= words_end || (uint32_t)*word != thread) return false;
    word = read_step(s, run, k, word);
  }
  if (word < words_end) add_lost_step(s, (uint32_t)*word, word);
  for (uint32_t i = 0; run->waiting && i < t->waiting_count; i++) add_pending(s, run, &run->waiting[i]);
  s->is_cut_short = is_cut_short(t, run->events);
  return true;
}
