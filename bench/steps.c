/* steps ORDER RUNS PROGRAM ARGS...: how long one run of the program takes, explorer aside: nothing is made of the traces.
 *
 * ORDER: `block` threads run until they block; `turns` threads 1 and 2 take turns, one operation each, as far as the first
 * run's operations go; `random`; `fork` is `block` with each run in a forked child.
 * Prints "NANOSECONDS-PER-RUN STEPS-PER-RUN", the fastest of five measurements. */
#include "explore/strategy.h"
#include "explore/target.h"
#include "base/die.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint32_t steps_of(const struct shm *s, uint32_t thread) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->trace.event_count; i++)
    n += event_is_step(&shm_event(s)[i]) && shm_event(s)[i].thread == thread;
  return n;
}

static void take_turns(struct plan *p, const struct shm *s) {
  uint32_t a = steps_of(s, 1), b = steps_of(s, 2), least = a < b ? a : b;
  for (p->run_count = 0; p->run_count / 2 < least && p->run_count < PLAN_RUNS_MAX - 1; p->run_count += 2) {
    p->run[p->run_count] = (struct plan_run){1, 1};
    p->run[p->run_count + 1] = (struct plan_run){2, 1};
  }
}

/* Until everything that is shared is known to be. */
static void warm_up(struct target *target) {
  struct plan *p = target_plan(target);
  do {
    plan_reset(p);
    p->mode = PLAN_IN_PROCESS;
    p->visible_count = shm_tables(target_shm(target))->visible_count;
  } while (target_run(target)->discovered);
}

static double measure(struct target *target, uint64_t runs, bool is_random) {
  double start = now();
  for (uint64_t i = 0; i < runs; i++) {
    if (is_random) target_plan(target)->seed = i;
    if (target_run(target)->end != END_EXIT)
      die("the run did not end well: %s", target_shm(target)->trace.message);
  }
  return (now() - start) / (double)runs;
}

int main(int argc, char **argv) {
  if (argc < 4) die_usage("steps block|turns|random|fork RUNS PROGRAM ARGS...");
  const char *order = argv[1];
  char *why = NULL;
  struct target_options o = {
      .program = argv[3], .argv = argv + 3, .max_loops = 1u << 30, .max_steps = 1u << 30, .run_timeout = 60};
  struct target *target = target_open(&o, &why);
  if (!target) die("%s", why);
  warm_up(target);
  struct plan *p = target_plan(target);
  if (!strcmp(order, "turns")) take_turns(p, target_shm(target));
  if (!strcmp(order, "random")) p->policy = POLICY_RANDOM;
  if (!strcmp(order, "fork")) p->mode = PLAN_FORK;
  double best = 1e9;
  for (int i = 0; i < 5; i++) {
    double time = measure(target, strtoul(argv[2], NULL, 10), !strcmp(order, "random"));
    if (time < best) best = time;
  }
  printf("%.1f %u\n", 1e9 * best, target_shm(target)->trace.step_count);
  target_close(target);
  return 0;
}
