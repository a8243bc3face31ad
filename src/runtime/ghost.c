/* What the other threads would still do after one has failed (PLAN_GO_ON).
 *
 * The outcome is complete when the first thread fails: the trace is kept as it is in `frozen`, the
 * thread is stopped as if it waited for ever, and the others go on, recorded behind the run. So
 * shm.trace is that of the longer run in the meantime. When nobody can go on any more the kept one
 * is put back, and told how much lies behind it. A thread that fails on the way is stopped like the
 * first one.
 *
 * `frozen` is in memory that the server sees too: should the process die on the way, the outcome is
 * not lost.
 * Invariant: events, inputs and who could go on are appended in one piece; what is frozen is a
 * prefix of each. */
#include "runtime/state.h"

static struct trace *frozen(void) { return &ST->server.shared->frozen; }

bool ghost_is_on(void) { return ST->server.shared && ST->server.shared->is_frozen; }

void ghost_begin(void) { ST->server.shared->is_frozen = false; }

bool ghost_survives(enum end_kind end, enum bug_kind kind) {
  if (end == END_ASSUME) return true;
  return end == END_BUG && kind != BUG_DEADLOCK && kind != BUG_LIVELOCK && kind != BUG_LEAK;
}

/* Did the process end in an atomic section? Others could still go on, as after a failure. */
static bool is_sudden_exit(void) { return SHM->trace.end == END_EXIT && sched_is_leaving_section(); }

bool ghost_is_wanted(void) {
  return SHM->plan.flags & PLAN_GO_ON && sched_has_threads() &&
         (is_sudden_exit() || ghost_survives(SHM->trace.end, SHM->trace.kind));
}

static void freeze(void) {
  struct server_shared *s = ST->server.shared;
  s->frozen = SHM->trace;
  s->is_frozen = true;
}

void ghost_go_on(void) {
  struct trace *t = &SHM->trace;
  uint32_t kind = t->end == END_BUG ? t->kind : BUG_COUNT;
  uint64_t where = t->stack_count ? t->stack[0] : t->site;
  if (!ghost_is_on()) freeze();
  t->stack_count = t->pc_is_exact = 0;
  sched_failed();
  record_note(EV_STOPPED, kind, where);
  thread_stop();
}

static uint32_t count_steps(const struct event *e, uint32_t count) {
  uint32_t steps = 0;
  for (uint32_t i = 0; i < count; i++) steps += event_is_step(&e[i]);
  return steps;
}

/* There was more to come. */
static bool is_cut(uint32_t end) { return end == END_FULL || end == END_LOST || end == END_LIMIT; }

void ghost_end(void) {
  struct trace *t = frozen();
  const struct trace *longer = &SHM->trace;
  ST->server.shared->is_frozen = false;
  if (longer->end == END_NEEDS_FORK) return; /* a child will show all */
  t->ghost_count = longer->event_count - t->event_count;
  t->ghost_steps = count_steps(shm_event(SHM) + t->event_count, t->ghost_count);
  t->enabled_count = longer->enabled_count;
  t->waiting_count = longer->waiting_count;
  t->thread_count = longer->thread_count;
  t->input_count = longer->input_count;
  t->discovered = longer->discovered;
  t->is_bounded = longer->is_bounded;
  t->ghosts_end = is_cut(longer->end) ? longer->end : 0;
  SHM->trace = *t;
}
