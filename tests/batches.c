/* batches PROGRAM [PLANS]: does a plan give the same in a batch as alone?
 *
 * Makes PLANS plans (random schedules and inputs), runs each alone, then all of them again through the target's queue, as many as fit at a
 * time. Results must come in order and be the same, byte for byte: the head of the trace, events, who could go on, who
 * waits; of a result in place the whole trace and the input objects too. After some results another plan is run in between, as
 * a confirmation would: the results that are still to come must not suffer. A queue is also given up half-way now and then.
 * Prints one line; exit code 1 if anything differs.
 *
 * Newly covered blocks are not part of a result, and neither is whether a run was killed (hangs are left to the e2e test). */
#include "base/die.h"
#include "explore/strategy.h"
#include "explore/target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESTARTS 50
#define INPUT_BYTES 16u
#define HEAD offsetof(struct trace, stack_count)

struct copy {
  struct trace trace;
  struct event *events;
  uint64_t *enabled;
  struct waiting *waiting;
  struct input_object *objects; /* NULL if it was not in place */
};

static void *duplicate(const void *p, size_t size) { return memcpy(xcalloc(size + 1, 1), p, size); }

static size_t event_total(const struct trace *t) { return (size_t)t->event_count + t->ghost_count; }

static struct copy copy_of(const struct view *v, const struct shm *s) {
  struct copy c = {.trace = *v->trace};
  c.trace.new_coverage = 0;
  c.events = duplicate(v->events, event_total(v->trace) * sizeof *c.events);
  c.enabled = duplicate(v->enabled, v->trace->enabled_count * sizeof *c.enabled);
  c.waiting = duplicate(v->waiting, v->trace->waiting_count * sizeof *c.waiting);
  if (v->is_in_place) c.objects = duplicate(shm_object(s), v->trace->object_count * sizeof *c.objects);
  return c;
}

static void copy_free(struct copy *c) {
  free(c->events);
  free(c->enabled);
  free(c->waiting);
  free(c->objects);
}

/* What differs, in words; NULL if nothing. `b` is the one that may be packed. */
static const char *difference(const struct copy *a, const struct copy *b) {
  const struct trace *t = &a->trace;
  if (memcmp(&a->trace, &b->trace, HEAD)) return "the trace's head";
  if (memcmp(a->events, b->events, event_total(t) * sizeof *a->events)) return "an event";
  if (memcmp(a->enabled, b->enabled, t->enabled_count * sizeof *a->enabled)) return "who could go on";
  if (memcmp(a->waiting, b->waiting, t->waiting_count * sizeof *a->waiting)) return "who waits";
  if (!b->objects) return t->end == END_EXIT || t->end == END_ASSUME ? NULL : "its place";
  if (memcmp(&a->trace, &b->trace, sizeof a->trace)) return "the trace";
  if (memcmp(a->objects, b->objects, t->object_count * sizeof *a->objects)) return "an input object";
  return NULL;
}

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

static void fill(struct plan *p, uint64_t k, uint32_t visible_count) {
  plan_reset(p);
  p->mode = PLAN_IN_PROCESS;
  p->visible_count = visible_count;
  p->policy = POLICY_RANDOM;
  p->seed = mix(k);
  if (k % 3 == 0) p->flags |= PLAN_ENABLED;
  p->input_count = k % 2 ? INPUT_BYTES : 0;
  for (uint32_t i = 0; i < p->input_count; i++)
    p->input[i] = (uint8_t)(mix(k * INPUT_BYTES + i) % 4 ? 0 : mix(k + i));
}

static struct copy run_alone(struct target *target, uint64_t k, uint32_t visible_count) {
  fill(target_plan(target), k, visible_count);
  target_run(target);
  struct view v = target_view(target);
  return copy_of(&v, target_shm(target));
}

/* Runs until the visible objects of the plain schedules are known. */
static void discover(struct target *target) {
  for (int i = 0; i < RESTARTS; i++) {
    fill(target_plan(target), 0, shm_tables(target_shm(target))->visible_count);
    if (!target_run(target)->discovered) return;
  }
  die("still finding shared objects after %d runs", RESTARTS);
}

struct check {
  struct target *target;
  struct copy *alone;
  uint32_t visible_count;
  uint64_t plans, packed, bad;
};

static void check_result(struct check *c, const struct view *v, uint64_t k) {
  struct copy now = copy_of(v, target_shm(c->target));
  const char *what = difference(&c->alone[k], &now);
  if (what) printf("plan %lu: %s differs\n", k, what);
  c->bad += what != NULL;
  c->packed += !v->is_in_place;
  copy_free(&now);
}

/* The plans from `first` on, as many as the queue takes; returns how many were looked at. */
static uint64_t check_queue(struct check *c, uint64_t first) {
  uint64_t count = 0, taken = 0;
  struct view v;
  for (; first + count < c->plans; count++) {
    fill(target_draft(c->target), first + count, c->visible_count);
    if (!target_queue(c->target)) break;
  }
  while (target_take(c->target, &v)) {
    uint64_t k = first + taken++;
    check_result(c, &v, k);
    if (mix(k) % 7 == 0) {
      struct copy other = run_alone(c->target, mix(k) % c->plans, c->visible_count);
      copy_free(&other);
    }
    if (mix(k) % 31 == 0) target_drop(c->target);
  }
  return taken;
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) die_usage("batches PROGRAM [PLANS]");
  char *program_argv[] = {argv[1], NULL}, *why = NULL;
  struct target_options o = {.program = argv[1],
                             .argv = program_argv,
                             .max_loops = 10000000,
                             .max_steps = 100000,
                             .run_timeout = 20};
  struct check c = {.target = target_open(&o, &why), .plans = argc > 2 ? strtoul(argv[2], NULL, 10) : 200};
  if (!c.target) die("%s", why);
  discover(c.target);
  c.visible_count = shm_tables(target_shm(c.target))->visible_count;
  c.alone = xcalloc(c.plans, sizeof *c.alone);
  for (uint64_t k = 0; k < c.plans; k++) c.alone[k] = run_alone(c.target, k, c.visible_count);
  for (uint64_t k = 0; k < c.plans;) k += check_queue(&c, k);
  printf("%lu plans, %lu packed, %lu differ\n", c.plans, c.packed, c.bad);
  for (uint64_t k = 0; k < c.plans; k++) copy_free(&c.alone[k]);
  free(c.alone);
  target_close(c.target);
  return c.bad > 0;
}
