#include "detect/schedule.h"
#include "base/check.h"
#include "explore/sync/relations.h"
#include <stdbool.h>
#include <string.h>

#define NONE UINT32_MAX

static void add_step(struct schedule *s, uint32_t thread) {
  struct plan_run run = {thread, 1};
  check(!s->runs.count || vec_last(&s->runs).count);
  if (s->runs.count && vec_last(&s->runs).thread == thread)
    vec_last(&s->runs).count++;
  else
    vec_push(&s->runs, run);
}

/* Did the run end while a thread was at work, perhaps at an operation that was not recorded any
 * more? */
static bool was_broken_off(const struct trace *t) {
  bool is_at_rest = t->end == END_BUG && bug_shown_by((enum bug_kind)t->kind) == SHOWN_BY_REST;
  return t->end != END_EXIT && t->end != END_LIMIT && !is_at_rest;
}

void schedule_read(const struct trace *t, const struct event *e, struct schedule *out) {
  uint32_t steps = 0;
  vec_clear(&out->runs);
  for (uint32_t i = 0; i < t->event_count; i++)
    if (event_is_step(&e[i])) add_step(out, e[i].thread), steps++;
  if (steps < t->step_count && was_broken_off(t)) add_step(out, t->thread);
}

/* ---- switches ---- */

/* Walks over the `enabled` region, step by step, and over the threads in the order they were
 * created. A step's words: how many there are, with the thread; then a bit for each thread. */
struct enabled {
  const uint64_t *at, *end;
  uint32_t *index; /* by thread: its place in the order of creation */
  uint32_t created;
};

static struct enabled enabled_open(const struct shm *s) {
  struct enabled e = {.at = shm_enabled(s), .created = 1};
  e.end = e.at + (s->trace.enabled_count < SHM_ENABLED_MAX ? s->trace.enabled_count : SHM_ENABLED_MAX);
  e.index = xmalloc(LAYOUT_THREADS * sizeof *e.index);
  memset(e.index, 0xff, LAYOUT_THREADS * sizeof *e.index);
  e.index[0] = 0;
  return e;
}

static void enabled_created(struct enabled *e, uint32_t thread) {
  if (thread < LAYOUT_THREADS) e->index[thread] = e->created++;
}

static bool enabled_is_known(const struct enabled *e) {
  return e->at < e->end && (e->at[0] >> 32) < (uint64_t)(e->end - e->at);
}

static bool enabled_has(const struct enabled *e, uint32_t thread) {
  uint32_t i = thread < LAYOUT_THREADS ? e->index[thread] : NONE;
  return i / 64 < e->at[0] >> 32 && e->at[1 + i / 64] >> i % 64 & 1;
}

static void enabled_next(struct enabled *e) {
  if (enabled_is_known(e)) e->at += 1 + (e->at[0] >> 32);
}

/* by event: the next step of the same thread; NONE if there is none. */
static uint32_t *next_steps(const struct trace *t, const struct event *e) {
  uint32_t *next = xcalloc(t->event_count + 1, sizeof *next);
  uint32_t *later = xmalloc((UINT16_MAX + 1) * sizeof *later); /* by thread */
  memset(later, 0xff, (UINT16_MAX + 1) * sizeof *later);
  for (uint32_t i = t->event_count; i-- > 0;) {
    next[i] = later[e[i].thread];
    if (event_is_step(&e[i])) later[e[i].thread] = i;
  }
  free(later);
  return next;
}

void schedule_switches(const struct shm *s, context_switches *out) {
  const struct event *e = shm_event(s);
  struct enabled enabled = enabled_open(s);
  uint32_t *next = next_steps(&s->trace, e), last = NONE;
  vec_clear(out);
  for (uint32_t i = 0; i < s->trace.event_count; i++) {
    if (e[i].kind == EV_CREATE) enabled_created(&enabled, e[i].aux);
    if (!event_is_step(&e[i])) continue;
    if (last != NONE && e[last].thread != e[i].thread) {
      struct context_switch c = {i, e[last].thread, e[i].thread, MAY_HAVE_GONE_ON};
      if (enabled_is_known(&enabled))
        c.left = enabled_has(&enabled, c.from) ? COULD_GO_ON : COULD_NOT_GO_ON;
      else if (next[last] != NONE && !sync_may_wait((enum event_kind)e[next[last]].kind))
        c.left = COULD_GO_ON;
      vec_push(out, c);
    }
    last = i;
    enabled_next(&enabled);
  }
  free(enabled.index);
  free(next);
}

uint32_t schedule_preemptions(const struct shm *s) {
  context_switches switches = {0};
  uint32_t n = 0;
  schedule_switches(s, &switches);
  for (size_t i = 0; i < switches.count; i++) n += switches.at[i].left == COULD_GO_ON;
  vec_free(&switches);
  return n;
}
