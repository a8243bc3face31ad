#include "base/hash.h"
#include "explore/limits.h"
#include "explore/strategy/backtrack/hidden.h"
#include "explore/strategy/strategies.h"

void hidden_open(struct hidden *h) { h->order = order_open(); }

static void run_free(struct hidden_run *r) {
  vec_free(&r->schedule);
  vec_free(&r->input.bytes);
}

void hidden_close(struct hidden *h) {
  for (size_t i = 0; i < h->runs.count; i++) run_free(&h->runs.at[i]);
  vec_free(&h->runs);
  vec_free(&h->events);
  classes_free(&h->seen);
  order_close(h->order);
}

/* Does the failure at event `e` come after one that happened before? */
static bool is_follow_up(const struct run *run, const struct steps *s, uint32_t e) {
  for (uint32_t i = run->trace->event_count; i < e; i++) {
    if (run->events[i].kind != EV_STOPPED) continue;
    uint32_t step = order_step_of(s->order, i);
    if (step == STEP_NONE || step_is_known(s, &s->made.at[step], e)) return true;
  }
  return false;
}

static bool is_before(const struct steps *s, uint32_t step, uint32_t last, uint32_t e) {
  if (step > last) return false;
  return step == last || step_is_known(s, &s->made.at[step], e);
}

/* The failure itself is not part of the class, but two threads may fail after the same steps. */
static struct order_hash with_failure(struct order_hash class, const struct event *e) {
  class.a += hash_scramble(e->addr * 64 + e->aux);
  return class;
}

/* Has this failure been seen after these steps in this order already? */
static bool is_new(struct hidden *h, const struct run *run, const struct steps *s, uint32_t last,
                   uint32_t e) {
  uint32_t first = s->made.count ? s->made.at[0].event : 0;
  vec_clear(&h->events);
  for (uint32_t i = 0; i < first; i++) vec_push(&h->events, run->events[i]);
  for (uint32_t k = 0; k <= last; k++)
    for (uint32_t i = s->made.at[k].event; is_before(s, k, last, e) && i < s->made.at[k].end; i++)
      vec_push(&h->events, run->events[i]);
  order_read(h->order, h->events.at, (uint32_t)h->events.count, run->trace->thread_count);
  return classes_add(&h->seen, with_failure(order_class(h->order), &run->events[e]));
}

static void add_step(struct hidden_run *r, uint32_t thread) {
  if (r->schedule.count && vec_last(&r->schedule).thread == thread)
    vec_last(&r->schedule).count++;
  else
    vec_push(&r->schedule, ((struct plan_run){thread, 1}));
}

static void file(struct hidden *h, const struct run *run, const struct steps *s, uint32_t last, uint32_t e) {
  struct hidden_run r = {0};
  for (int is_first = 1; is_first >= 0; is_first--)
    for (uint32_t k = 0; k < s->made.count; k++)
      if (is_before(s, k, last, e) == is_first) add_step(&r, s->number.at[s->made.at[k].thread]);
  input_copy(&r.input, run->input);
  vec_push(&h->runs, r);
}

void hidden_find(struct hidden *h, const struct run *run, const struct steps *s) {
  uint32_t end = run->trace->event_count + run->trace->ghost_count;
  bool is_shown = true; /* the first one is what ended the run */
  bool counts = run->trace->end != END_ASSUME;
  for (uint32_t e = run->trace->event_count; e < end && !stop_is_wanted(s->stop); e++) {
    if (run->events[e].kind != EV_STOPPED) continue;
    uint32_t last = order_step_of(s->order, e);
    bool is_bug = run->events[e].aux != BUG_COUNT && last != STEP_NONE && !is_follow_up(run, s, e);
    if (is_bug && (is_new(h, run, s, last, e) || !counts) && !is_shown) {
      file(h, run, s, last, e);
      counts = true;
    }
    is_shown = false;
  }
}

bool hidden_next(struct hidden *h, struct plan *plan) {
  while (h->runs.count) {
    struct hidden_run r = vec_pop(&h->runs);
    bool fits = r.schedule.count <= limit_of(LIMIT_SEGMENTS);
    for (size_t i = 0; i < r.schedule.count && fits; i++) plan->run[plan->run_count++] = r.schedule.at[i];
    plan_set_input(plan, &r.input);
    run_free(&r);
    if (fits) return true;
    h->too_long++;
  }
  return false;
}
