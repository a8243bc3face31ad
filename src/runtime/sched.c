/* The scheduler: at each step the plan's prefix, then its policy, says which thread carries out its
 * announced operation.
 *
 * `alive` holds the threads that have not ended. Every one of them but the running one has
 * announced its next operation in thread.next. A step is counted when a thread is chosen. A thread
 * that is LATE (it could only time out) is chosen only when none is READY, or when the prefix names
 * it; EV_EXIT, the end of the process, only when no other thread can go on at all. So a run that
 * goes on shows everything that a run which ends early shows.
 * Invariant: order, alive and all choices depend on the plan alone. */
#include "runtime/state.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/signals.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct sched_state *const S = &ST->sched;

static bool is_at_exit(const struct thread *t) { return t->next.kind == EV_EXIT; }

enum readiness sched_readiness(const struct thread *t) {
  if (t->state != THREAD_ALIVE || is_at_exit(t)) return BLOCKED;
  if (cancel_is_due_anywhere(t) || (signal_is_due(t) && !t->fused)) return READY;
  if (t->spin.is_gated) return spin_readiness(t);
  return t->next.may_go ? t->next.may_go(t) : READY;
}

static bool can_go_on(const struct thread *t) { return sched_readiness(t) != BLOCKED; }

/* The threads there are. */

void sched_add(struct thread *t, uint64_t routine) {
  record_note(EV_CREATE, t->id, routine);
  if (fresh_is_on() && S->thread_count == 1) {
    sync_note_held();
    if (once_note_held) once_note_held();
  }
  S->order[S->thread_count++] = t->id;
  if (ST->program.has_unknown) HOT->watches_calls = true;
  S->place[t->id] = S->alive_count;
  S->alive[S->alive_count++] = t->id;
  S->priority[t->id] = policy_priority();
  S->has_moved[t->id] = false;
  S->starved[t->id] = 0;
  SHM->trace.thread_count = S->thread_count;
}

void sched_remove(const struct thread *t) {
  uint32_t at = S->place[t->id], last = S->alive[--S->alive_count];
  S->alive[at] = last;
  S->place[last] = at;
}

static uint64_t steps_allowed(void) {
  const struct plan *p = &SHM->plan;
  bool is_shorter = p->policy == POLICY_DPOR && p->length && (!SHM->max_steps || p->length < SHM->max_steps);
  return is_shorter ? p->length : SHM->max_steps ? SHM->max_steps : UINT64_MAX;
}

void sched_begin(void) {
  S->current = 0;
  HOT->self = &ST->thread[0];
  S->thread_count = S->alive_count = 1;
  S->order[0] = S->alive[0] = S->place[0] = 0;
  S->run = 0;
  S->left = SHM->plan.run_count ? SHM->plan.run[0].count : 0;
  S->exit_count = S->stopped_count = 0;
  S->is_step = S->is_yielding = false;
  S->steps_allowed = steps_allowed();
  S->turn_of = S->turn = S->exit_steps = 0;
  S->has_moved[0] = false;
  S->starved[0] = 0;
  SHM->trace.thread_count = 1;
  policy_begin();
  S->priority[0] = policy_priority();
}

/* What the explorer wants to know. */

static bool somebody_can_go_on(void) {
  for (uint32_t i = 0; i < S->alive_count; i++)
    if (can_go_on(&ST->thread[S->alive[i]])) return true;
  return false;
}

static void note_enabled(const struct thread *chosen) {
  uint32_t words = (S->thread_count + 63) / 64, at = SHM->trace.enabled_count;
  if (at + 1 + words > SHM->limit[LIMIT_ENABLED])
    run_end(END_FULL, 0, "too many steps to note who could go on");
  uint64_t *to = shm_enabled(SHM) + at;
  bool may_exit = !somebody_can_go_on();
  *to++ = (uint64_t)words << 32 | chosen->id;
  memset(to, 0, words * sizeof *to);
  for (uint32_t i = 0; i < S->thread_count; i++) {
    const struct thread *t = &ST->thread[S->order[i]];
    bool can = t->state == THREAD_ALIVE && (is_at_exit(t) ? may_exit : can_go_on(t));
    to[i / 64] |= (uint64_t)can << i % 64;
  }
  SHM->trace.enabled_count = at + 1 + words;
}

/* Nobody can go on. */

static void note_waiting(const struct thread *t) {
  struct holder holder = sync_holder(t);
  const struct thread *who = holder.thread == THREAD_NONE ? NULL : thread_number(holder.thread);
  enum event_kind cancelled_as = (enum event_kind)0;
  uint64_t flag = cancel_flag_of_waiting ? cancel_flag_of_waiting(t, &cancelled_as) : 0;
  uint64_t spins_on = t->spin.count ? t->spin.read[0].address : 0;
  shm_waiting(SHM)[SHM->trace.waiting_count++] =
      (struct waiting){.thread = t->id,
                       .kind = t->spin.is_gated ? EV_SPIN : t->next.kind,
                       .site = record_site(t->next.site),
                       .holder = holder.thread,
                       .holder_site = record_site(holder.site),
                       .is_ended = who && who->state == THREAD_ENDED,
                       .error = t->next.error,
                       .cancelled_as = cancelled_as,
                       .is_async = t->posix.is_async,
                       .cancel_flag = flag,
                       .object = t->spin.is_gated ? spins_on : t->next.object};
}

void sched_note_waiting(void) {
  SHM->trace.waiting_count = 0;
  for (uint32_t i = 0; i < S->thread_count; i++) {
    const struct thread *t = &ST->thread[S->order[i]];
    if (t->state == THREAD_ALIVE && !is_at_exit(t) && !can_go_on(t)) note_waiting(t);
  }
}

static const struct waiting *waiting_of(uint32_t thread) {
  for (uint32_t i = 0; i < SHM->trace.waiting_count; i++)
    if (shm_waiting(SHM)[i].thread == thread) return &shm_waiting(SHM)[i];
  return NULL;
}

static bool is_lock(uint32_t kind) { return kind == EV_LOCK || kind == EV_READ_LOCK; }

/* Does this thread wait for a lock that nobody will ever give back? */
static bool is_hopeless(const struct waiting *w) {
  for (uint32_t hops = 0; w && is_lock(w->kind) && w->holder != THREAD_NONE; hops++) {
    if (w->is_ended || hops > SHM->trace.waiting_count) return true;
    w = waiting_of(w->holder);
  }
  return false;
}

static bool has_partial_deadlock(void) {
  for (uint32_t i = 0; i < SHM->trace.waiting_count; i++)
    if (is_hopeless(&shm_waiting(SHM)[i])) return true;
  return false;
}

static _Noreturn void deadlock(void) {
  const struct waiting *first = shm_waiting(SHM);
  for (uint32_t i = 0; i < SHM->trace.waiting_count && !is_hopeless(first); i++) first = &shm_waiting(SHM)[i];
  if (!is_hopeless(first)) first = shm_waiting(SHM);
  SHM->trace.thread = first->thread;
  run_note_waiting_stacks();
  run_bug_at(BUG_DEADLOCK, first->site, first->object, "threads wait for ever");
}

static struct thread *one_at_exit(void) {
  for (uint32_t i = 0; i < S->thread_count; i++) {
    struct thread *t = &ST->thread[S->order[i]];
    if (t->state == THREAD_ALIVE && is_at_exit(t)) return t;
  }
  return NULL;
}

/* The earliest time-out. */
static struct thread *first_late(void) {
  struct thread *best = NULL;
  for (uint32_t i = 0; i < S->thread_count; i++) {
    struct thread *t = &ST->thread[S->order[i]];
    if (sched_readiness(t) != LATE) continue;
    if (!best || t->next.deadline < best->next.deadline) best = t;
  }
  return best;
}

/* The first thread that waits for another process. */
static struct thread *first_forced(void) {
  for (uint32_t i = 0; i < S->thread_count; i++) {
    struct thread *t = &ST->thread[S->order[i]];
    if (t->state == THREAD_ALIVE && io_may_be_forced(t)) return t;
  }
  return NULL;
}

/* No thread is READY. */
static struct thread *last_resort(void) {
  struct thread *t = first_late();
  if (!t) t = first_forced();
  if (t) return t;
  sched_note_waiting();
  if (ghost_is_on()) run_end(END_EXIT, 0, "");
  t = S->exit_count ? one_at_exit() : NULL;
  if (!t || has_partial_deadlock()) deadlock();
  return t;
}

/* The plan. */

static _Noreturn void diverge(uint32_t thread) {
  char text[96];
  const struct thread *t = thread_number(thread);
  const char *why = !t                         ? "there is no such thread"
                    : t->state == THREAD_ENDED ? "it has ended"
                                               : "it is blocked";
  snprintf(text, sizeof text, "the plan wants thread %u at step %u, but %s", thread, SHM->trace.step_count,
           why);
  run_end(END_DIVERGED, SHM->trace.step_count, text);
}

static bool may_be_planned(const struct thread *t) {
  if (!t || t->state != THREAD_ALIVE) return false;
  if (can_go_on(t)) return true;
  return (is_at_exit(t) || io_may_be_forced(t)) && (!somebody_can_go_on() || io_comes_soon(t));
}

/* Once in FAIR_LOOK steps of a prefix: a schedule in which a thread waits for very long,
 * although it could go on at each of these times, is one of endlessly many where the others go
 * round a loop. */
enum { FAIR_LOOK = 64 };
static void look_for_starved(void) {
  for (uint32_t i = 0; i < S->alive_count; i++) {
    const struct thread *t = &ST->thread[S->alive[i]];
    bool is_starved = !S->has_moved[t->id] && sched_readiness(t) == READY;
    S->starved[t->id] = is_starved ? S->starved[t->id] + FAIR_LOOK : 0;
    S->has_moved[t->id] = false;
    if (S->starved[t->id] <= PLAN_UNFAIR) continue;
    SHM->trace.value = 1;
    run_limit(t->next.site, "thread %u could go on, but %u operations of others come first", t->id,
              PLAN_UNFAIR);
  }
}

/* Scenarios do not tell who fails: a thread that is about to may be what keeps the planned one
 * from going on. */
static struct thread *one_about_to_fail(void) {
  for (uint32_t i = 0; SHM->plan.policy == POLICY_ALONE && i < S->thread_count; i++) {
    struct thread *t = &ST->thread[S->order[i]];
    if (t->state == THREAD_ALIVE && t->next.kind == EV_FAIL) return t;
  }
  return NULL;
}

static struct thread *planned(void) {
  const struct plan_run *run = &SHM->plan.run[S->run];
  if (SHM->plan.policy == POLICY_DPOR && SHM->trace.step_count % FAIR_LOOK == 0) look_for_starved();
  struct thread *t = thread_number(run->thread);
  if (!may_be_planned(t)) {
    struct thread *fails = one_about_to_fail();
    if (fails) return fails;
    diverge(run->thread);
  }
  if (!--S->left && ++S->run < SHM->plan.run_count) S->left = run[1].count;
  if (is_at_exit(t)) return last_resort();
  return t;
}

/* The process wants to end, but other threads still go on. They could have done the same before the
 * end; but not for ever. */
static _Noreturn void end_in_spite(void) {
  SHM->trace.is_bounded = 1;
  sched_note_waiting();
  run_end(END_EXIT, one_at_exit()->next.extra, "");
}

static void count_step(void) {
  if (S->exit_count && S->exit_steps++ >= PLAN_UNFAIR) end_in_spite();
  if (SHM->trace.step_count++ < S->steps_allowed) return;
  if (S->exit_count) end_in_spite();
  sched_note_waiting();
  run_limit(HOT->site, "visible operations without an end");
}

void sched_breathe(void) {
  if (S->exit_count) end_in_spite();
  sched_point(EV_YIELD, 0, NULL);
  sched_done(EV_YIELD, 0, 0, 0);
}

/* The policies count a thread's steps in a row, to be fair. */
static void note_turn(const struct thread *t) {
  S->turn = t->id == S->turn_of && S->turn < PLAN_TURN ? S->turn + 1 : 1;
  S->turn_of = t->id;
  S->has_moved[t->id] = true;
}

/* The plan is about one thread, and that cannot go on. */
void sched_cut(void) {
  sched_note_waiting();
  SHM->trace.thread = S->current;
  run_leave(END_CUT);
}

void sched_read_foreign(void) {
  if (S->is_past_prefix) sched_cut();
}

static struct thread *nobody_chosen(void) {
  if (!S->is_past_prefix || !somebody_can_go_on()) return last_resort();
  SHM->trace.step_count--;
  sched_cut();
}

static struct thread *choose(void) {
  while (S->run < SHM->plan.run_count && !S->left) /* empty runs */
    if (++S->run < SHM->plan.run_count) S->left = SHM->plan.run[S->run].count;
  count_step();
  struct thread *t = S->run < SHM->plan.run_count ? planned() : policy_choose();
  if (!t) t = nobody_chosen();
  note_turn(t);
  if (SHM->plan.flags & PLAN_ENABLED) note_enabled(t);
  S->is_step = true;
  S->is_yielding = false;
  return t;
}

void sched_choose(void) {
  struct thread *t = choose();
  if (t->id != S->current) thread_switch(t);
}

void sched_leave(void) {
  sched_remove(thread_self());
  if (!S->alive_count) run_end(END_EXIT, 0, "");
  thread_switch(choose());
  __builtin_unreachable();
}

/* Points. */

/* No other thread exists that could change anything. */
static void point_alone(struct thread *t) {
  if (sched_readiness(t) != BLOCKED || is_at_exit(t)) return;
  sched_note_waiting();
  deadlock();
}

static void go_back_to_starter(struct thread *t) {
  struct thread *starter = &ST->thread[t->starter];
  t->starter = THREAD_NONE;
  thread_switch(starter);
}

/* Would the thread have to wait, if nobody had cancelled it? */
static bool must_wait_otherwise(struct thread *t) {
  bool was_ending = t->posix.is_ending;
  t->posix.is_ending = true; /* then no test looks at the cancellation */
  bool must_wait = !can_go_on(t);
  t->posix.is_ending = was_ending;
  return must_wait;
}

/* Could it wake up for no reason now? */
static bool may_be_spurious(const struct thread *t) {
  return SHM->spurious && t->next.kind == EV_WAKE && !sync_waiter_of(t)->was_spurious;
}

/* The thread may do its operation: could it have done so at any time before, if only by giving
 * up? */
static bool has_waited(struct thread *t) {
  if (cancel_is_due_anywhere(t)) return must_wait_otherwise(t);
  if (t->spin.is_gated) return t->spin.count;
  return t->next.may_go && !t->next.deadline && !may_be_spurious(t);
}

void sched_cancelled(void) {
  struct thread *t = thread_self();
  if (t->posix.is_async || t->spin.woken_count) return; /* point() has seen to it */
  S->has_waited = !can_go_on(t);
}

static void point(struct thread *t) {
  if (fresh_is_on()) fresh_settle();
  S->is_step = false;
  if (ST->server.role == ROLE_DETACHED) return;
  if (!HOT->tag) return point_alone(t);
  if (t->starter != THREAD_NONE)
    go_back_to_starter(t);
  else if (!t->fused || sched_readiness(t) == BLOCKED)
    sched_choose();
  while (signal_is_due(t) && S->is_step && !t->fused) {
    S->has_waited = true;
    signal_take_due(t);
    sched_choose();
  }
  S->has_waited = has_waited(t);
  if (t->spin.is_gated) spin_restart(t);
  if (t->posix.is_async && t->next.kind != EV_CANCEL_POINT) cancel_anywhere();
}

void sched_point_until(enum event_kind kind, uint64_t object, readiness_test *may_go, uint64_t extra,
                       uint64_t deadline, uint32_t error) {
  struct thread *t = thread_self();
  t->next = (struct pending){kind, object, may_go, deadline, extra, HOT->site, error};
  point(t);
}

void sched_point(enum event_kind kind, uint64_t object, readiness_test *may_go) {
  struct thread *t = thread_self();
  t->next = (struct pending){kind, object, may_go, 0, 0, HOT->site, 0};
  S->is_yielding = kind == EV_YIELD;
  point(t);
}

bool sched_is_leaving_section(void) {
  const struct thread *t = thread_self();
  return t->state == THREAD_ALIVE && t->fused && is_at_exit(t);
}

void sched_exit(int code) {
  struct thread *t = thread_self();
  if (sched_has_threads() && t->fused) {
    t->next = (struct pending){.kind = EV_EXIT, .extra = code, .site = HOT->site};
    return sched_done(EV_EXIT, 0, 0, code);
  }
  S->exit_count++;
  sched_point_until(EV_EXIT, 0, NULL, code, 0, 0);
  sched_done(EV_EXIT, 0, 0, code);
}

/* An operation that has waited in a loop comes after the operations that let it go on. */
static void done(enum event_kind kind, uint64_t object, uint32_t aux, uint64_t value, expr_id e,
                 site_ref site) {
  struct thread *t = thread_self();
  uint8_t taken = !S->is_step ? EVENT_FUSED : S->has_waited ? EVENT_WAITED : 0;
  record_visible(kind, object, aux, value, e, site, taken);
  S->is_step = false;
  if (t->spin.woken_count) spin_record_woken(t);
}

void sched_done(enum event_kind kind, uint64_t object, uint32_t aux, uint64_t value) {
  if (!HOT->tag) return;
  done(kind, object, aux, value, 0, HOT->site);
}

void sched_fail_point(void) {
  if (!HOT->tag || S->is_step || thread_self()->fused) return;
  thread_self()->spin.is_gated = false;
  sched_point(EV_FAIL, 0, NULL);
  sched_done(EV_FAIL, 0, 0, 0);
}

static bool is_of_sync(enum event_kind kind) { return kind >= EV_LOCK && kind <= EV_ONCE_END; }

/* Records the announced operation, in which the thread fails. An operation on a synchronisation
 * object was not carried out, so it is a MISUSE. How far an access reaches is not known. */
void sched_failed(void) {
  const struct pending *n = &thread_self()->next;
  if (S->is_step && is_of_sync(n->kind) && sync_was_open(thread_self())) S->has_waited = false;
  if (S->is_step && is_of_sync(n->kind))
    return done(EV_MISUSE, n->object, n->kind,
                n->error | (uint64_t)sync_misuse_of(thread_self()) << EVENT_MISUSE, 0, n->site);
  bool is_join = n->kind == EV_JOIN || n->kind == EV_JOIN_FAIL || n->kind == EV_DETACH;
  bool is_access = n->kind >= EV_READ && n->kind <= EV_ATOMIC_UPDATE;
  if (S->is_step && is_join) return done(n->kind, 0, n->object, EINVAL, 0, n->site);
  if (S->is_step) done(n->kind, n->object, is_access, 0, 0, n->site);
}

static bool is_plain(enum event_kind kind) { return kind <= EV_FREE; }

void sched_access_point(enum event_kind kind, const void *p, site_ref site) {
  struct thread *t = thread_self();
  S->is_step = false;
  if (is_plain(kind) && SHM->granularity_sync) {
    if (fresh_is_on()) fresh_settle();
    return;
  }
  t->next = (struct pending){kind, (uint64_t)p, NULL, 0, 0, site, 0};
  point(t);
}

void sched_access(enum event_kind kind, const void *p, uint64_t size, uint64_t value, expr_id e,
                  site_ref site) {
  done(kind, (uint64_t)p, size, value, e, site);
}
