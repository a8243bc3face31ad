/* Livelocks: a run under POLICY_FAIR, in which each thread that can go on takes one step in turn,
 * that comes back to a state it was in.
 *
 * What a run does next is a function of the program's memory, of the stacks, of the models' state
 * and of who took the last step: the policy draws no numbers, time and the world outside are not
 * asked. If all that is the same at two steps, what came between is repeated for ever. It is called
 * a livelock if, in between,
 *   - each thread that could go on did (so that the schedule is fair), and none could have gone on
 *     by a time-out;
 *   - each thread that went on went round a loop, and all of these loops have a way out: a thread
 *     that goes round a loop without a way out is a server;
 *   - no thread yielded or slept: otherwise more than the steps decides whether the others get on;
 *   - nothing was asked of the world outside, nor time, nor randomness, nor an input;
 * and if nobody has asked for the end of the process. docs/algorithms.md has the argument.
 *
 * States are compared as Brent does it (1980): with the one at the last step whose number is a
 * power of two, the anchor. A brief hash of what the threads are about to do tells most states
 * apart; if it is that of the anchor, 128 bits over everything are compared.
 * Invariant: what the hash leaves out changes nothing that the program does: shadows, coverage,
 * budgets, clocks nobody asks. */
#include "base/hash.h"
#include "runtime/state.h"
#include <stdio.h>

static struct livelock_state *const L = &ST->livelock;
static struct sched_state *const S = &ST->sched;

#define BYTES_MAX (64UL << 20) /* hashed in a run */
#define HEADS_MAX 1000000u     /* of loops, between two steps */

void livelock_begin(void) {
  L->is_sought = false;
  L->looks = L->anchor = 0;
  L->bytes = 0;
  if (SHM->plan.policy == POLICY_FAIR && !ST->snapshot.count) snapshot_find();
}

bool livelock_is_sought(void) { return L->is_sought; }

/* ---- the state ---- */

static void add(uint64_t word) {
  struct state_hash *h = &L->now;
  h->a = hash_mix(h->a, word);
  h->b = (h->b + word) * HASH_ODD;
  h->b = h->b << 23 | h->b >> 41;
}

static void add_memory(uint64_t start, uint64_t end) {
  L->bytes += end - start;
  if (L->bytes > BYTES_MAX) sched_cut();
  for (; start + 8 <= end; start += 8) add(*(const uint64_t *)start);
  for (; start < end; start++) add(*(const uint8_t *)start);
}

#define ADD(object) add_memory((uint64_t)&(object), (uint64_t)(&(object) + 1))

static void add_globals(void) {
  const struct snapshot_state *s = &ST->snapshot;
  for (uint32_t i = 0; i < s->count; i++) add_memory(s->range[i].start, s->range[i].end);
}

/* Freed memory is not read any more; that it is freed counts. */
static void add_zone(const struct zone *z) {
  add(z->top);
  add(z->count);
  for (uint32_t i = 0; i < z->count; i++) {
    const struct block *b = &z->block[i];
    add(b->start), add(b->size), add(b->free_pc), add((uint64_t)b->next_free);
    if (!b->free_pc) add_memory(b->start, b->start + b->size);
  }
}

static void add_heap(void) {
  for (uint32_t i = 0; i < S->thread_count; i++) {
    uint32_t thread = S->order[i];
    if (!ST->zone[thread][ZONE_SMALL].base) continue;
    for (uint32_t which = 0; which < ZONES; which++) add_zone(&ST->zone[thread][which]);
    if (SHM->reuse_memory) ADD(ST->heap.free[thread]);
  }
}

static void add_sync(void) {
  for (uint32_t i = 0; i < ST->sync.count; i++) {
    struct sync o = ST->sync.object[i];
    o.clock = 0;
    if (o.kind == SYNC_RWLOCK) o.rwlock.read_clock = 0;
    ADD(o);
  }
  for (uint32_t i = 0; i < ST->sync.hold_count; i++) ADD(ST->sync.hold[i]);
  add((uint64_t)ST->sync.free_holds);
  for (uint32_t i = 0; i < ST->sync.name_count; i++) ADD(ST->sync.name[i]);
}

static void add_waiter(const struct thread *t) {
  struct sync_waiter w = *sync_waiter_of(t);
  w.clock = 0;
  ADD(w);
}

static void add_spin(const struct spin_round *r) {
  add((uint64_t)r->head);
  add(r->count), add(r->vain), add(r->is_dirty), add(r->is_gated);
  for (uint32_t i = 0; i < r->count; i++)
    add(r->read[i].address), add(r->read[i].value), add(r->read[i].size), add(r->read[i].expr);
}

static void add_keys(const struct thread *t) {
  for (uint32_t i = t->posix.values; i; i = ST->posix.slot[i].next) {
    const struct key_slot *s = &ST->posix.slot[i];
    add(s->key), add(s->sequence), add((uint64_t)s->value);
  }
}

/* The saved registers lie on the stack. Of their first word two bytes are not written. */
static void add_stack(const struct thread *t, uint64_t sp) {
  add(sp);
  add(*(const uint64_t *)sp & 0xffffffffffffu);
  add_memory(sp + 8, t->stack_top);
  if (t->id) add_memory(t->fs - ST->tls.below, t->fs + ST->tls.size - ST->tls.below);
}

static void add_thread(const struct thread *t, uint64_t sp) {
  const struct pending *n = &t->next;
  add(t->id), add(t->state), add(t->child_count), add(t->fused), add(t->starter), add(t->input_count);
  add(n->kind), add(n->object), add((uint64_t)n->may_go), add(n->deadline), add(n->extra), add(n->error);
  add_spin(&t->spin);
  ADD(t->posix);
  add_keys(t);
  add_waiter(t);
  add_stack(t, t == thread_self() ? sp : t->sp);
}

/* sp: of the running thread, all of whose registers lie above. */
static void take_state(uint64_t sp) {
  L->now = (struct state_hash){0};
  add(S->current), add(S->thread_count), add(S->alive_count), add(ST->handlers.destroyed);
  for (int way = 0; way < EXIT_WAYS; way++) add(ST->handlers.list[way].count);
  for (uint32_t i = 0; i < S->alive_count; i++) add_thread(&ST->thread[S->alive[i]], sp);
  add_sync();
  add_heap();
  add_globals();
}

static uint64_t brief(void) {
  uint64_t h = S->current;
  for (uint32_t i = 0; i < S->alive_count; i++) {
    const struct thread *t = &ST->thread[S->alive[i]];
    h = hash_mix(h, t->id);
    h = hash_mix(h, t->next.object ^ (uint64_t)t->next.site ^ (uint64_t)t->next.kind << 56);
  }
  return h;
}

/* ---- since the anchor ---- */

/* Every loop is to tell when it goes round. */
static void ask_loops(void) {
  HOT->budget = 0;
  for (uint32_t i = 0; i < S->alive_count; i++) ST->thread[S->alive[i]].budget = 0;
}

void livelock_at_head(bool is_endless) {
  HOT->budget = 0;
  L->has_endless |= is_endless;
  L->looped[S->current] = true;
  if (++L->heads > HEADS_MAX) sched_cut();
}

static void set_anchor(uint64_t seen) {
  L->anchor = L->looks;
  L->brief = seen;
  L->at = L->now;
  L->has_late = L->has_endless = false;
  L->uses = ST->outside.uses;
  L->event = SHM->trace.event_count;
  L->step = SHM->trace.step_count;
  for (uint32_t i = 0; i < S->thread_count; i++) {
    uint32_t t = S->order[i];
    L->could[t] = L->moved[t] = L->looped[t] = false;
  }
  ask_loops();
}

static void note_who_could(void) {
  for (uint32_t i = 0; i < S->alive_count; i++) {
    const struct thread *t = &ST->thread[S->alive[i]];
    enum readiness r = sched_readiness(t);
    L->could[t->id] |= r == READY;
    L->has_late |= r == LATE;
  }
}

static bool is_same_state(uint64_t seen) {
  return L->anchor && seen == L->brief && L->now.a == L->at.a && L->now.b == L->at.b;
}

/* ---- what it means ---- */

static bool is_fair(void) {
  for (uint32_t i = 0; i < S->alive_count; i++) {
    uint32_t t = S->alive[i];
    if (L->could[t] != L->moved[t] || L->moved[t] != L->looped[t]) return false;
  }
  return true;
}

/* The world outside, and state that the hash leaves out, take no part in the cycle. */
static bool is_closed(void) {
  return L->uses == ST->outside.uses && !ST->outside.has_left && ST->program.is_static &&
         !ST->program.must_fork;
}

static bool gives_way(void) {
  const struct event *e = shm_event(SHM);
  for (uint32_t i = L->event; i < SHM->trace.event_count; i++)
    if (e[i].kind == EV_YIELD) return true;
  return false;
}

static bool is_livelock(void) {
  return is_fair() && is_closed() && !gives_way() && !L->has_late && !L->has_endless && !S->exit_count &&
         !S->stopped_count;
}

/* A number that is the same for every run that finds the cycle, wherever the cycle begins. */
static uint32_t first_site(void) {
  const struct event *e = shm_event(SHM);
  uint32_t first = 0;
  for (uint32_t i = L->event; i < SHM->trace.event_count; i++)
    if (event_is_step(&e[i]) && e[i].site && (!first || e[i].site < first)) first = e[i].site;
  return first;
}

static void note_going_round(void) {
  sched_note_waiting();
  for (uint32_t i = 0; i < S->thread_count; i++) {
    const struct thread *t = &ST->thread[S->order[i]];
    if (t->state != THREAD_ALIVE || !L->moved[t->id]) continue;
    shm_waiting(SHM)[SHM->trace.waiting_count++] = (struct waiting){.thread = t->id,
                                                                    .kind = t->next.kind,
                                                                    .site = record_site(t->next.site),
                                                                    .holder = THREAD_NONE,
                                                                    .goes_round = 1,
                                                                    .object = t->next.object};
  }
  run_note_waiting_stacks();
}

static _Noreturn void end(void) {
  struct trace *t = &SHM->trace;
  t->cycle_event = L->event;
  t->cycle_steps = t->step_count - L->step;
  t->step_count--; /* the one that is not taken */
  note_going_round();
  run_bug_at(BUG_LIVELOCK, first_site(), 0, "");
}

/* sp: see take_state. */
static void look(uint64_t sp) {
  uint64_t seen = brief();
  L->looks++;
  bool is_due = L->looks >= 2 * L->anchor && L->looks >= SHM->plan.depth;
  if (S->exit_count || ST->outside.has_left) sched_cut();
  if (L->is_sought) L->moved[S->turn_of] = true;
  L->is_sought = true;
  L->heads = 0;
  if (is_due || (L->anchor && seen == L->brief)) take_state(sp);
  if (is_same_state(seen)) {
    if (is_livelock()) end();
    sched_cut(); /* it goes on for ever, but that may be meant so */
  }
  if (is_due) set_anchor(seen);
  note_who_could();
}

/* Nothing before the call: what this function had in its registers would be part of the state. */
void livelock_look(void) { context_show(look); }
