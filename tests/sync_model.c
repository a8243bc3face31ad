/* sync_model PROGRAM RUNS: do the runtime and explore/sync say the same of synchronisation?
 *
 * Runs the program with random inputs under random schedules, and follows every trace with the model: each recorded operation must
 * be one that the model allows in its state, with the outcome that the model foretells (kind, result, counts); before each step the
 * threads that can go on must be those that the model lets go on; and who holds what at the end must be the same. Prints one line of counts;
 * exit code 1 if anything differs.
 *
 * Objects are followed from the INIT on that made them; those of other kinds, and requests to cancel, from the beginning. */
#include "base/die.h"
#include "base/hash.h"
#include "explore/strategy.h"
#include "explore/sync/object.h"
#include "explore/sync/relations.h"
#include "explore/target.h"
#include <errno.h>
#include <stdio.h>

#define SLOTS 64u
#define WORDS (SLOTS + 2)
#define OBJECTS 64u
#define NO_EVENT UINT32_MAX

struct followed {
  uint64_t address;
  struct sync_object object;
  uint32_t word[WORDS];
};

static struct followed objects[OBJECTS];
static uint32_t object_count;
static struct view view;
static uint64_t run_number, differences, operations, readinesses, waits;

static void differ(uint32_t event, const char *what) {
  const struct event *e = &view.events[event];
  if (differences++ > 20) return;
  printf("run %lu, event %u: %s (kind %u, thread %u, aux %x, value %lx)\n", run_number, event, what, e->kind,
         e->thread, e->aux, e->value);
}

/* ---- objects ---- */

static struct followed *find(enum event_object class, uint64_t address) {
  for (uint32_t i = 0; i < object_count; i++)
    if (objects[i].object.class == class && objects[i].address == address) return &objects[i];
  return NULL;
}

static struct followed *make(enum event_object class, uint64_t address) {
  struct followed *f = find(class, address);
  if (f) return f;
  if (object_count == OBJECTS) die("too many objects");
  f = &objects[object_count++];
  *f = (struct followed){.address = address,
                         .object = {.class = class, .has_holders = true, .slots = SLOTS, .word = f->word}};
  if (class == ON_THREAD) f->object.slots = (uint32_t)address;
  return f;
}

static bool is_made_by_init(enum event_object class) { return class >= ON_LOCK && class <= ON_BARRIER; }

/* What an object is used as is only told by its uses: an INIT makes one of each class. */
static void note_init(const struct event *e) {
  for (enum event_object class = ON_LOCK; class <= ON_BARRIER; class ++)
    sync_do(&make(class, e->addr)->object, e->thread, e);
}

/* NULL: not an operation on an object that is followed. */
static struct followed *object_of(const struct event *e) {
  enum event_object class = event_object(e);
  if (class == ON_THREAD) return make(ON_THREAD, e->aux);
  if (class < ON_LOCK || class > ON_FLAG) return NULL;
  return is_made_by_init(class) ? find(class, e->addr) : make(class, e->addr);
}

/* ---- what a thread has announced ---- */

/* By what it then did. */
static struct event announced(const struct event *e) {
  struct event wanted = *e;
  wanted.value = 0;
  if (e->kind == EV_LOCK_FAIL || e->kind == EV_QUEUE) {
    wanted.kind = e->aux & EVENT_WANTS_READ ? EV_READ_LOCK : EV_LOCK;
    wanted.aux = e->aux & ~EVENT_WANTS_READ;
  }
  if (e->kind == EV_SEM_FAIL) wanted.kind = EV_SEM_WAIT;
  if (e->kind == EV_JOIN_FAIL) wanted.kind = EV_JOIN;
  if (e->kind == EV_ONCE_PASS) wanted.kind = EV_ONCE_BEGIN;
  if (event_object(e) == ON_THREAD) wanted.aux = e->kind == EV_JOIN_FAIL ? (uint32_t)e->value : 0;
  return wanted;
}

/* A writer that may queue looks first: it goes on in any case. */
static bool looks_first(const struct event *e) {
  return e->kind == EV_QUEUE || (e->kind == EV_LOCK && e->value == EVENT_WOULD_QUEUE);
}

/* The flag by which the thread is cancelled; 0: it is not. */
static uint64_t flag_of[SLOTS];

static bool is_to_be_cancelled(uint32_t thread) {
  struct followed *f = flag_of[thread] ? find(ON_FLAG, flag_of[thread]) : NULL;
  return f && f->word[0];
}

static bool has_to_wait(const struct event *next) {
  struct event wanted = announced(next);
  struct followed *f = object_of(next);
  bool is_try = wanted.kind == EV_JOIN && !(next->taken & EVENT_WAITED);
  if (!f || looks_first(next) || wanted.aux || is_try) return false;
  bool looks = sync_looks_for_cancel(next);
  if (looks && is_to_be_cancelled(next->thread)) return false;
  return sync_keeps_waiting(&f->object, next->thread, (enum event_kind)wanted.kind);
}

/* ---- one trace ---- */

static uint32_t thread_order[SLOTS], thread_total; /* as they were created */

static uint32_t next_step(uint32_t from, uint32_t thread) {
  for (uint32_t i = from; i < view.trace->event_count; i++)
    if (view.events[i].thread == thread && event_is_step(&view.events[i])) return i;
  return NO_EVENT;
}

static bool has_ended(uint32_t thread) {
  struct followed *f = find(ON_THREAD, thread);
  return f && f->word[0];
}

/* Words of `enabled` for the step at event i. */
static void compare_readiness(uint32_t event, const uint64_t *words) {
  for (uint32_t k = 0; k < thread_total; k++) {
    uint32_t next = next_step(event, thread_order[k]);
    if (next == NO_EVENT || has_ended(thread_order[k]) || view.events[next].kind == EV_EXIT) continue;
    bool can_go_on = words[1 + k / 64] >> k % 64 & 1, must_wait = has_to_wait(&view.events[next]);
    readinesses++;
    waits += must_wait;
    if (can_go_on == must_wait)
      differ(next, can_go_on ? "can go on, but not in the model" : "waits, but not in the model");
  }
}

static bool has_foretold_value(const struct event *e) {
  return e->kind != EV_UNLOCK && e->kind != EV_INIT && e->kind != EV_JOIN && e->kind != EV_JOIN_FAIL &&
         e->kind != EV_WAIT && e->kind != EV_ONCE_BEGIN && e->kind != EV_ONCE_PASS &&
         e->kind != EV_ONCE_END && e->kind != EV_CANCEL && e->kind != EV_CANCEL_POINT;
}

/* Does it end as the model says? */
static void compare_outcome(uint32_t event, const struct followed *f) {
  const struct event *e = &view.events[event];
  struct event wanted = announced(e), outcome;
  if (sync_is_cancelled(e) || e->kind == EV_CANCEL_POINT || e->value == ENOTRECOVERABLE) return;
  bool is_done = sync_outcome(&f->object, e->thread, &wanted, &outcome);
  if (looks_first(e)) {
    if (is_done && (outcome.kind == EV_LOCK) != (e->kind == EV_LOCK)) differ(event, "queues, or does not");
    return;
  }
  if (!is_done)
    differ(event, "went on, but waits in the model");
  else if (outcome.kind != e->kind)
    differ(event, "another outcome");
  else if (has_foretold_value(e) && outcome.value != e->value)
    differ(event, "another result");
}

static void follow_event(uint32_t event) {
  const struct event *e = &view.events[event];
  if (e->kind == EV_INIT) note_init(e);
  if (e->kind == EV_CREATE && thread_total < SLOTS) thread_order[thread_total++] = e->aux;
  if (e->kind == EV_END_THREAD) sync_do(&make(ON_THREAD, e->thread)->object, e->thread, e);
  if (e->kind == EV_CANCEL) flag_of[e->aux] = e->addr;
  struct followed *f = event_is_visible(e) ? object_of(e) : NULL;
  if (!f) return;
  uint32_t who;
  operations++;
  compare_outcome(event, f);
  if (sync_can(&f->object, e->thread, e, NULL, &who) != SYNC_YES) differ(event, "not allowed by the model");
  sync_do(&f->object, e->thread, e);
}

/* Who waits for a lock at the end, and who has it. */
static void compare_end(void) {
  for (uint32_t i = 0; i < view.trace->waiting_count; i++) {
    const struct waiting *w = &view.waiting[i];
    struct followed *f = find(ON_LOCK, w->object);
    if (w->kind != EV_LOCK || !f || !f->word[LOCK_OWNER]) continue;
    if (f->word[LOCK_OWNER] != w->holder + 1) {
      printf("run %lu: thread %u has the lock, in the model thread %u\n", run_number, w->holder,
             f->word[LOCK_OWNER] - 1);
      differences++;
    }
  }
}

static void follow_run(void) {
  const uint64_t *words = view.enabled, *end = words + view.trace->enabled_count;
  object_count = 0;
  thread_total = 1;
  thread_order[0] = 0;
  memset(flag_of, 0, sizeof flag_of);
  for (uint32_t i = 0; i < view.trace->event_count; i++) {
    if (event_is_step(&view.events[i]) && words < end) {
      compare_readiness(i, words);
      words += 1 + (*words >> 32);
    }
    follow_event(i);
  }
  compare_end();
}

/* ---- runs ---- */

static void fill(struct target *target, uint64_t k) {
  struct plan *p = target_plan(target);
  uint64_t state = k;
  plan_reset(p);
  p->mode = PLAN_IN_PROCESS;
  p->flags = PLAN_ENABLED;
  p->visible_count = shm_tables(target_shm(target))->visible_count;
  p->policy = POLICY_RANDOM;
  p->seed = random_step(&state);
  p->input_count = 32;
  for (uint32_t i = 0; i < p->input_count; i++) p->input[i] = (uint8_t)random_step(&state);
}

int main(int argc, char **argv) {
  if (argc != 3) die_usage("sync_model PROGRAM RUNS");
  char *program_argv[] = {argv[1], NULL}, *why = NULL;
  struct target_options o = {.program = argv[1],
                             .argv = program_argv,
                             .max_loops = 10000000,
                             .max_steps = 100000,
                             .run_timeout = 20};
  struct target *target = target_open(&o, &why);
  if (!target) die("%s", why);
  uint64_t runs = strtoul(argv[2], NULL, 10), strange = 0;
  for (run_number = 0; run_number < runs; run_number++) {
    fill(target, run_number);
    target_run(target);
    view = target_view(target);
    bool is_usual =
        view.trace->end == END_EXIT || (view.trace->end == END_BUG && view.trace->kind == BUG_DEADLOCK);
    if (!is_usual && strange++ < 5) printf("run %lu ended oddly: %s\n", run_number, view.trace->message);
    follow_run();
  }
  printf("%lu runs, %lu operations, %lu readinesses of which %lu wait, %lu strange, %lu differ\n", runs,
         operations, readinesses, waits, strange, differences);
  target_close(target);
  return differences || strange;
}
