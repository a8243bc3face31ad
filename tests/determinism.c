/* determinism PROGRAM [PLANS]: does the same plan always give the same trace?
 *
 * Makes PLANS plans (random, PCT and DPOR schedules, random inputs), and runs each three times in-process, once in a forked
 * child, and once more with the schedule that was recorded as the plan's prefix. All five must leave the same trace, byte
 * for byte: struct trace, events, input objects, who could go on at each step, who waits at the end, what the others do after a
 * failure. Only newly covered blocks are not part of a trace. Prints one line: plans, events, and what differs; exit code 1 if
 * anything does.
 *
 * Invariant: the five runs of a plan are made with the same visible_count; what one of them discovers counts for the next
 * plan. */
#include "explore/strategy.h"
#include "explore/target.h"
#include "base/die.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESTARTS 50
#define INPUT_BYTES 16u

struct copy { /* of what a run left in the shared mapping */
  struct trace trace;
  struct event *event;
  struct input_object *object;
  uint64_t *enabled;
  struct waiting *waiting;
};

static void *duplicate(const void *p, size_t size) {
  void *copy = xcalloc(size + 1, 1);
  memcpy(copy, p, size);
  return copy;
}

static size_t event_total(const struct trace *t) { return (size_t)t->event_count + t->ghost_count; }

static struct copy copy_of(const struct shm *s) {
  struct copy c = {.trace = s->trace};
  c.trace.new_coverage = 0;
  c.event = duplicate(shm_event(s), event_total(&c.trace) * sizeof *c.event);
  c.object = duplicate(shm_object(s), c.trace.object_count * sizeof *c.object);
  c.enabled = duplicate(shm_enabled(s), c.trace.enabled_count * sizeof *c.enabled);
  c.waiting = duplicate(shm_waiting(s), c.trace.waiting_count * sizeof *c.waiting);
  return c;
}

static void copy_free(struct copy *c) {
  free(c->event);
  free(c->object);
  free(c->enabled);
  free(c->waiting);
}

/* What differs, in words; NULL if nothing. */
static const char *difference(const struct copy *a, const struct copy *b) {
  if (event_total(&a->trace) != event_total(&b->trace)) return "the number of events";
  if (memcmp(a->event, b->event, event_total(&a->trace) * sizeof *a->event)) return "an event";
  if (memcmp(&a->trace, &b->trace, sizeof a->trace)) return "the trace's head";
  if (memcmp(a->object, b->object, a->trace.object_count * sizeof *a->object)) return "an input object";
  if (memcmp(a->enabled, b->enabled, a->trace.enabled_count * sizeof *a->enabled)) return "who could go on";
  if (memcmp(a->waiting, b->waiting, a->trace.waiting_count * sizeof *a->waiting)) return "who waits";
  return NULL;
}

static void show_difference(const struct copy *a, const struct copy *b) {
  const struct trace *s = &a->trace, *t = &b->trace;
  size_t i = 0, n = event_total(s), m = event_total(t);
  while (i < n && i < m && !memcmp(&a->event[i], &b->event[i], sizeof *a->event)) i++;
  printf("  events %zu and %zu, the first %zu agree; end %u and %u, kind %u and %u, value %ld and %ld\n", n,
         m, i, s->end, t->end, s->kind, t->kind, s->value, t->value);
  printf("  messages \"%s\" and \"%s\"\n", s->message, t->message);
  if (i >= n || i >= m) return;
  const struct event *e = &a->event[i], *f = &b->event[i];
  printf("  kind %u thread %u addr %lx value %lx, and kind %u thread %u addr %lx value %lx\n", e->kind,
         e->thread, e->addr, e->value, f->kind, f->thread, f->addr, f->value);
}

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

/* Every fourth plan is PCT, every fourth DPOR, the others random; every second one has random inputs, asks who could go on, and
 * what there is after a failure. */
static void fill(struct target *target, uint64_t k) {
  struct plan *p = target_plan(target);
  plan_reset(p);
  p->visible_count = shm_tables(target_shm(target))->visible_count;
  p->policy = k % 4 == 3 ? POLICY_PCT : k % 4 == 1 ? POLICY_DPOR : POLICY_RANDOM;
  p->chosen = (uint32_t)(mix(k) >> 32) % 4;
  p->seed = mix(k);
  p->depth = 3;
  p->length = p->policy == POLICY_PCT ? 40 : 0;
  if (k % 2 == 0) return;
  p->flags |= PLAN_ENABLED | PLAN_GO_ON;
  p->input_count = INPUT_BYTES;
  for (uint32_t i = 0; i < INPUT_BYTES; i++)
    p->input[i] = (uint8_t)(mix(k * INPUT_BYTES + i) % 8 ? 0 : mix(k + i));
}

/* The steps of a run, and of what came after it, as a prefix. */
static void follow(struct plan *p, const struct copy *c) {
  uint32_t n = 0;
  for (size_t i = 0; i < event_total(&c->trace); i++) {
    const struct event *e = &c->event[i];
    if (!event_is_step(e)) continue;
    if (!n || p->run[n - 1].thread != e->thread) {
      if (n == PLAN_RUNS_MAX) return;
      p->run[n++] = (struct plan_run){e->thread, 0};
    }
    p->run[n - 1].count++;
  }
  p->run_count = n;
  p->policy = POLICY_RUN_TO_BLOCK;
}

static struct copy execute(struct target *target, enum plan_mode mode) {
  target_plan(target)->mode = mode;
  target_run(target);
  return copy_of(target_shm(target));
}

static bool is_same(struct target *target, enum plan_mode mode, const struct copy *first, const char *how,
                    uint64_t k) {
  struct copy now = execute(target, mode);
  const char *what = difference(first, &now);
  if (what) {
    printf("plan %lu, run %s: %s differs\n", k, how, what);
    show_difference(first, &now);
  }
  copy_free(&now);
  return !what;
}

/* How a plan is run again after the first time, in-process. */
static const struct {
  const char *name;
  enum plan_mode mode;
  bool by_prefix;
} again[] = {
    {"again in-process", PLAN_IN_PROCESS, false},
    {"forked", PLAN_FORK, false},
    {"in-process after that", PLAN_IN_PROCESS, false},
    {"by its recorded schedule", PLAN_IN_PROCESS, true},
};

static bool check_plan(struct target *target, uint64_t k, uint64_t *events) {
  fill(target, k);
  struct copy first = execute(target, PLAN_IN_PROCESS);
  bool is_good = true;
  for (size_t i = 0; i < sizeof again / sizeof *again && is_good; i++) {
    if (again[i].by_prefix) follow(target_plan(target), &first);
    is_good = is_same(target, again[i].mode, &first, again[i].name, k);
  }
  *events += first.trace.event_count;
  copy_free(&first);
  return is_good;
}

/* Runs until the visible objects of the plain schedules are known. */
static void discover(struct target *target) {
  for (int i = 0; i < RESTARTS; i++) {
    fill(target, 0);
    target_plan(target)->mode = PLAN_IN_PROCESS;
    if (!target_run(target)->discovered) return;
  }
  die("still finding shared objects after %d runs", RESTARTS);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) die_usage("determinism PROGRAM [PLANS]");
  char *program_argv[] = {argv[1], NULL}, *why = NULL;
  uint64_t plans = argc > 2 ? strtoul(argv[2], NULL, 10) : 20, events = 0, bad = 0;
  struct target_options o = {.program = argv[1],
                             .argv = program_argv,
                             .max_loops = 10000000,
                             .max_steps = 100000,
                             .run_timeout = 20};
  struct target *target = target_open(&o, &why);
  if (!target) die("%s", why);
  discover(target);
  for (uint64_t k = 0; k < plans; k++) bad += !check_plan(target, k, &events);
  printf("%lu plans, %lu events, %u threads, %lu differ%s\n", plans, events,
         shm_tables(target_shm(target))->thread_count, bad,
         target_always_forks(target) ? ", always forked" : "");
  target_close(target);
  return bad > 0;
}
