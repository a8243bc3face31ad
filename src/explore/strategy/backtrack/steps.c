#include "explore/strategy/backtrack/steps.h"
#include "base/hash.h"
#include "explore/sync/relations.h"
#include <errno.h>

void steps_free(struct steps *s) {
  vec_free(&s->made);
  vec_free(&s->pending);
  vec_free(&s->touches);
  vec_free(&s->enabled);
  vec_free(&s->number);
  vec_free(&s->last);
  vec_free(&s->gates);
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

/* No values: they may change with the input, and so may the success of a compare-exchange. */
static uint64_t print_of(const struct event *e) {
  uint64_t kind = e->kind == EV_ATOMIC_UPDATE ? EV_ATOMIC_READ : e->kind;
  return hash_mix(hash_mix(0, kind << 56 | (uint64_t)e->thread << 32 | e->site), e->addr);
}

/* Who could go on before the next step, from the words that are left. */
static const uint64_t *take_words(struct steps *s, struct run_step *step, const uint64_t *word) {
  step->words = (uint32_t)(*word >> 32);
  step->enabled = (uint32_t)s->enabled.count;
  for (uint32_t i = 0; i < step->words; i++) vec_push(&s->enabled, word[1 + i]);
  return word + 1 + step->words;
}

static struct run_step *begin_step(struct steps *s, const struct event *e, uint32_t event, uint32_t thread) {
  size_t kept = 0;
  for (size_t i = 0; i < s->gates.count; i++)
    if (s->gates.at[i].thread != thread) s->gates.at[kept++] = s->gates.at[i];
  s->gates.count = kept;
  vec_push(&s->made, ((struct run_step){.thread = thread,
                                        .event = event,
                                        .last = event,
                                        .before = s->last.at[thread],
                                        .touch = (uint32_t)s->touches.count,
                                        .print = print_of(e),
                                        .has_waited = e->taken & EVENT_WAITED,
                                        .is_cancelled = sync_ends_by_cancel(e)}));
  return &vec_last(&s->made);
}

static void read_event(struct steps *s, const struct event *e, uint32_t event, uint32_t thread) {
  struct run_step *step = s->made.count ? &vec_last(&s->made) : NULL;
  struct touch t;
  if (e->kind == EV_CREATE) s->last.at[order_index(s->order, e->aux)] = event;
  if (e->kind == EV_GATE) vec_push(&s->gates, ((struct gate){thread, event}));
  s->last.at[thread] = event;
  if (!step) return;
  if (step->thread == thread) step->last = event;
  step->end = event + 1;
  if (!touch_of(e, &t)) return;
  t.is_head = event == step->event;
  add_touch(s, step, t);
}

/* A step was chosen that the run did not survive. */
static void add_lost_step(struct steps *s, uint32_t number, const uint64_t *word) {
  uint32_t thread = order_index(s->order, number);
  struct event e = {.kind = EV_YIELD, .thread = (uint16_t)number};
  struct run_step *step = begin_step(s, &e, STEP_NONE, thread);
  take_words(s, step, word);
}

/* ---- who still waited ---- */

static void touch_gates(struct steps *s, const struct run *run, struct run_step *step) {
  for (size_t i = 0; i < s->gates.count; i++) {
    if (s->gates.at[i].thread != step->thread) continue;
    struct event e = run->events[s->gates.at[i].event];
    struct touch t;
    e.kind = EV_SPIN;
    if (touch_of(&e, &t)) add_touch(s, step, t);
  }
}

static void add_pending(struct steps *s, const struct run *run, const struct waiting *w) {
  uint32_t thread = order_index(s->order, w->thread);
  struct event e = {
      .kind = (uint8_t)w->kind, .thread = (uint16_t)w->thread, .taken = EVENT_WAITED, .addr = w->object};
  struct touch t;
  vec_push(&s->pending, ((struct run_step){.thread = thread,
                                           .event = STEP_NONE,
                                           .before = s->last.at[thread],
                                           .touch = (uint32_t)s->touches.count,
                                           .has_waited = true}));
  struct run_step *step = &vec_last(&s->pending);
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
  vec_clear(&s->last);
  vec_clear(&s->gates);
  for (uint32_t i = 0; i < threads; i++) {
    vec_push(&s->number, order_thread(order, i));
    vec_push(&s->last, STEP_NONE);
  }
}

bool steps_read(struct steps *s, const struct run *run) {
  const struct trace *t = run->trace;
  const struct order *order = run->order;
  const uint64_t *word = run->enabled, *words_end = word + t->enabled_count;
  begin(s, order);
  for (uint32_t i = 0; i < t->event_count + t->ghost_count; i++) {
    const struct event *e = &run->events[i];
    uint32_t thread = order_index(order, e->thread);
    if (event_is_step(e)) {
      if (word >= words_end || (uint32_t)*word != e->thread) return false;
      word = take_words(s, begin_step(s, e, i, thread), word);
    }
    read_event(s, e, i, thread);
  }
  if (word < words_end) add_lost_step(s, (uint32_t)*word, word);
  for (uint32_t i = 0; run->waiting && i < t->waiting_count; i++) add_pending(s, run, &run->waiting[i]);
  s->is_cut_short = is_cut_short(t, run->events);
  return true;
}
