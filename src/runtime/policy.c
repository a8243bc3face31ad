/* Who goes on after the plan's prefix; see PLAN_POLICIES. Each returns a READY thread (DPOR: also
 * its head, if that is LATE; ALONE likewise), or NULL if there is none.
 *
 * Random numbers come from the plan's seed (xorshift), so the same plan draws the same ones. PCT
 * (Burckhardt et al., ASPLOS 2010): threads get random priorities when they are created; at
 * depth - 1 random steps the thread that would go on falls below all others. */
#include "base/hash.h"
#include "runtime/state.h"

static struct sched_state *const S = &ST->sched;

static bool is_ready(const struct thread *t) { return sched_readiness(t) == READY; }

static uint64_t draw(void) {
  uint64_t x = S->random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return S->random = x;
}

static uint32_t draw_below(uint32_t n) { return (uint32_t)((draw() >> 32) * n >> 32); }

void policy_begin(void) {
  const struct plan *p = &SHM->plan;
  S->random = (p->seed + HASH_GOLDEN) * HASH_ODD | 1;
  S->lowest = 0;
  S->change_count = S->policy_steps = 0;
  S->is_head_due = p->policy == POLICY_DPOR;
  S->is_past_prefix = false;
  if (p->policy != POLICY_PCT) return;
  for (uint32_t i = 0; i < 4; i++) draw(); /* seeds that differ little shall not begin alike */
  for (uint32_t i = 1; i < p->depth && i < PLAN_DEPTH_MAX; i++)
    S->change[S->change_count++] = draw_below(p->length ? p->length : 1);
}

int64_t policy_priority(void) { return SHM->plan.policy == POLICY_PCT ? (int64_t)(draw() >> 2) : 0; }

/* Other threads that can go on shall not wait for ever: the thread may be in a loop that ends only
 * when they have gone on. What was planned counts too, so that the choice depends on the steps
 * before it alone. */
static bool is_turn_over(const struct thread *t) { return t->id == S->turn_of && S->turn >= PLAN_TURN; }

/* The running thread if it can go on, else the next READY one, in the order of `alive`. */
static struct thread *next_in_turn(bool (*is_welcome)(const struct thread *)) {
  struct thread *self = thread_self();
  bool stays = self->state == THREAD_ALIVE && !S->is_yielding && !is_turn_over(self);
  if (stays && is_welcome(self) && is_ready(self)) return self;
  for (uint32_t i = 1; i <= S->alive_count; i++) {
    struct thread *t = &ST->thread[S->alive[(S->place[self->id] + i) % S->alive_count]];
    if (is_welcome(t) && is_ready(t)) return t;
  }
  return NULL;
}

static bool anyone(const struct thread *t) { return t != NULL; }

static bool not_postponed(const struct thread *t) {
  for (uint32_t i = 0; i < SHM->plan.postponed_count; i++)
    if (SHM->plan.postponed[i] == t->id) return false;
  return true;
}

static struct thread *run_to_block(void) { return next_in_turn(anyone); }

/* A limit for a run that could go on for ever. */
static void count_step(void) {
  uint32_t policy = SHM->plan.policy;
  bool is_bounded = policy == POLICY_ALONE || policy == POLICY_RUN_TO_BLOCK || policy == POLICY_FAIR;
  if (!is_bounded || !SHM->plan.length) return;
  if (S->policy_steps++ < SHM->plan.length) return;
  SHM->trace.value = 1;
  sched_cut();
}

static struct thread *only(void) {
  struct thread *t = thread_number(SHM->plan.chosen);
  return t && is_ready(t) ? t : run_to_block();
}

static struct thread *postpone(void) {
  struct thread *t = next_in_turn(not_postponed);
  return t ? t : run_to_block();
}

/* Writers wait until nobody else can go on, so that readers come together: the run then shows which
 * of the two keeps the other out. */
static bool not_writer(const struct thread *t) {
  return t->next.kind != EV_LOCK || sync_wanted(t)->kind != SYNC_RWLOCK;
}

static struct thread *dpor(void) {
  struct thread *head = S->is_head_due ? thread_number(SHM->plan.chosen) : NULL;
  S->is_head_due = false;
  if (head && sched_readiness(head) != BLOCKED) return head;
  struct thread *t = next_in_turn(not_writer);
  return t ? t : run_to_block();
}

static struct thread *alone(void) {
  struct thread *t = thread_number(SHM->plan.chosen);
  S->is_past_prefix = true;
  return t && sched_readiness(t) != BLOCKED ? t : NULL;
}

/* One step each. */
static struct thread *fair(void) {
  livelock_look();
  S->is_yielding = true;
  return next_in_turn(anyone);
}

/* Drawing until one is READY is fair, and fast where most are. */
static struct thread *at_random(void) {
  for (uint32_t tries = 0; tries < 8; tries++) {
    struct thread *t = &ST->thread[S->alive[draw_below(S->alive_count)]];
    if (is_ready(t)) return t;
  }
  uint32_t ready = 0;
  for (uint32_t i = 0; i < S->alive_count; i++) ready += is_ready(&ST->thread[S->alive[i]]);
  if (!ready) return NULL;
  uint32_t wanted = draw_below(ready);
  for (uint32_t i = 0;; i++) {
    struct thread *t = &ST->thread[S->alive[i]];
    if (is_ready(t) && !wanted--) return t;
  }
}

static struct thread *leader(void) {
  struct thread *best = NULL;
  for (uint32_t i = 0; i < S->alive_count; i++) {
    struct thread *t = &ST->thread[S->alive[i]];
    if ((!best || S->priority[t->id] > S->priority[best->id]) && is_ready(t)) best = t;
  }
  return best;
}

static bool is_change_point(void) {
  for (uint32_t i = 0; i < S->change_count; i++)
    if (S->change[i] == SHM->trace.step_count) return true;
  return false;
}

/* A thread that yields only waits for the others. */
static struct thread *pct(void) {
  struct thread *t = leader();
  bool falls = t && (is_change_point() || is_turn_over(t) || (S->is_yielding && t == thread_self()));
  if (!falls) return t;
  S->priority[t->id] = --S->lowest;
  return leader();
}

struct thread *policy_choose(void) {
  static struct thread *(*const choose[])(void) = {
      [POLICY_RUN_TO_BLOCK] = run_to_block,
      [POLICY_ONLY] = only,
      [POLICY_RANDOM] = at_random,
      [POLICY_PCT] = pct,
      [POLICY_POSTPONE] = postpone,
      [POLICY_DPOR] = dpor,
      [POLICY_FAIR] = fair,
      [POLICY_ALONE] = alone,
  };
  uint32_t policy = SHM->plan.policy;
  count_step();
  return choose[policy < POLICY_COUNT ? policy : 0]();
}
