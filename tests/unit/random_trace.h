/* Random traces of well-behaved threads: only operations that are possible then, of every kind that orders something.
 * Which of them depend on each other, by definition. */
#ifndef RADDLE_TESTS_RANDOM_TRACE_H
#define RADDLE_TESTS_RANDOM_TRACE_H

#include "wire/trace.h"
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define EVENTS 64
#define THREADS 5

enum {
  MUTEX = 0x1000,
  RWLOCK = 0x2000,
  COND = 0x3000,
  SEM = 0x4000,
  BARRIER = 0x5000,
  ONCE = 0x6000,
  FLAG = 0x7000
};
enum { MEMORY = 0x10000, MEMORY_SIZE = 24, LARGE = 0x20000, LARGE_SIZE = 2048 };

static struct event events[EVENTS];
static uint32_t count;
static uint32_t sites; /* of accesses; 0: each has its own */
static uint64_t seed = 1;

static uint32_t draw(uint32_t below) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (uint32_t)(seed >> 33) % below;
}

/* What the program's objects are up to, so that only possible operations are made. */
static struct {
  bool is_created[THREADS], has_ended[THREADS], is_joined[THREADS];
  int holder, writer;
  bool reads[THREADS];
  uint32_t tokens, posted, arrived;
  bool waits_at_barrier[THREADS], may_leave[THREADS], is_cancelled;
  int once; /* 0: not begun, 1 + t: thread t at it, -1: done */
  bool waits_on_cond[THREADS];
  int in_section;
} world;

static struct event *add(uint32_t thread, enum event_kind kind, uint64_t addr, uint32_t aux, uint64_t value) {
  struct event *e = &events[count];
  *e = (struct event){
      .kind = kind, .thread = (uint16_t)thread, .site = count + 1, .aux = aux, .addr = addr, .value = value};
  return count++, e;
}

static void any_access(uint32_t t) {
  static const enum event_kind kinds[] = {EV_READ, EV_READ,        EV_READ,         EV_WRITE,        EV_WRITE,
                                          EV_FREE, EV_ATOMIC_READ, EV_ATOMIC_WRITE, EV_ATOMIC_UPDATE};
  enum event_kind kind = kinds[draw(9)];
  uint32_t size = 1u << draw(4);
  uint64_t base = draw(8) ? MEMORY : LARGE;
  struct event *e;
  if (kind <= EV_FREE && !draw(8)) { /* many granules */
    size = 600 + draw(LARGE_SIZE - 600);
    e = add(t, kind, LARGE + draw(LARGE_SIZE - size + 1), size, 0);
  } else
    e = add(t, kind, base + draw(MEMORY_SIZE - size + 1), size, 0);
  if (sites) e->site = 1 + draw(sites);
}

static bool try_lock(uint32_t t) {
  if (world.holder == (int)t) return add(t, EV_UNLOCK, MUTEX, 0, 0), world.holder = -1, true;
  if (world.holder >= 0) return add(t, EV_LOCK_FAIL, MUTEX, 0, EBUSY), true;
  return add(t, EV_LOCK, MUTEX, 0, 0), world.holder = (int)t, true;
}

static bool is_read_locked(void) {
  for (int i = 0; i < THREADS; i++)
    if (world.reads[i]) return true;
  return false;
}

static bool try_rwlock(uint32_t t) {
  if (world.reads[t]) return add(t, EV_READ_UNLOCK, RWLOCK, 0, 0), world.reads[t] = false, true;
  if (world.writer == (int)t) return add(t, EV_UNLOCK, RWLOCK, 0, 0), world.writer = -1, true;
  if (world.writer >= 0) return false;
  if (draw(2)) return add(t, EV_READ_LOCK, RWLOCK, 0, 0), world.reads[t] = true, true;
  if (is_read_locked()) return false;
  return add(t, EV_LOCK, RWLOCK, 0, 0), world.writer = (int)t, true;
}

static bool try_cond(uint32_t t) {
  if (world.waits_on_cond[t]) {
    bool is_woken = world.tokens > 0;
    world.tokens -= is_woken;
    world.waits_on_cond[t] = false;
    return add(t, EV_WAKE, COND, 0, is_woken ? 0 : ETIMEDOUT), true;
  }
  if (draw(2)) return add(t, EV_WAIT, COND, 0, MUTEX), world.waits_on_cond[t] = true, true;
  world.tokens++;
  return add(t, draw(2) ? EV_SIGNAL : EV_BROADCAST, COND, 0, 0), true;
}

static bool try_sem(uint32_t t) {
  if (world.posted && draw(2)) return world.posted--, add(t, EV_SEM_WAIT, SEM, 0, 0), true;
  return world.posted++, add(t, EV_POST, SEM, 0, 0), true;
}

/* For two threads. */
static bool try_barrier(uint32_t t) {
  if (world.may_leave[t]) return world.may_leave[t] = false, add(t, EV_BARRIER_LEAVE, BARRIER, 0, 0), true;
  if (world.waits_at_barrier[t]) return false;
  add(t, EV_BARRIER_ARRIVE, BARRIER, 0, ++world.arrived);
  world.waits_at_barrier[t] = true;
  if (world.arrived < 2) return true;
  world.arrived = 0;
  for (int i = 0; i < THREADS; i++) {
    world.may_leave[i] |= world.waits_at_barrier[i];
    world.waits_at_barrier[i] = false;
  }
  return true;
}

static bool try_once(uint32_t t) {
  if (!world.once) return world.once = 1 + (int)t, add(t, EV_ONCE_BEGIN, ONCE, 0, 1), true;
  if (world.once == 1 + (int)t) return world.once = -1, add(t, EV_ONCE_END, ONCE, 0, 0), true;
  if (world.once > 0) return false;
  return add(t, EV_ONCE_PASS, ONCE, 0, 0), true;
}

static bool try_thread(uint32_t t) {
  uint32_t other = 1 + draw(THREADS - 1);
  if (other == t) return false;
  if (!world.is_created[other]) return world.is_created[other] = true, add(t, EV_CREATE, 0, other, 0), true;
  if (!world.has_ended[other] || world.is_joined[other]) return false;
  return world.is_joined[other] = true, add(t, EV_JOIN, 0, other, 0), true;
}

static bool try_section(uint32_t t) {
  if (world.in_section == (int)t)
    add(t, EV_ATOMIC_END, 0, 0, 0)->taken = EVENT_FUSED, world.in_section = -1;
  else
    add(t, EV_ATOMIC_BEGIN, 0, 0, 0), world.in_section = (int)t;
  return true;
}

static bool try_cancel(uint32_t t) {
  if (draw(2)) return world.is_cancelled = true, add(t, EV_CANCEL, FLAG, 0, 0), true;
  return add(t, EV_CANCEL_POINT, FLAG, 0, world.is_cancelled), true;
}

static bool try_end(uint32_t t) {
  if (!t || draw(4)) return false;
  return world.has_ended[t] = true, add(t, EV_END_THREAD, 0, 0, 0), true;
}

static bool (*const operations[])(uint32_t) = {try_lock,    try_lock,   try_rwlock, try_cond,   try_sem,
                                               try_barrier, try_once,   try_thread, try_thread, try_thread,
                                               try_section, try_cancel, try_end};
#define OPERATIONS (sizeof operations / sizeof operations[0])

/* The share of synchronisation varies: much of it leaves few races. */
static void make_trace(void) {
  memset(&world, 0, sizeof world);
  world.holder = world.writer = world.in_section = -1;
  world.is_created[0] = true;
  count = 0;
  sites = draw(6);
  uint32_t wanted = 4 + draw(EVENTS - 4), share = draw(10);
  for (int tries = 0; count < wanted && tries < 4 * EVENTS; tries++) {
    uint32_t t = world.in_section >= 0 ? (uint32_t)world.in_section : draw(THREADS);
    if (!world.is_created[t] || world.has_ended[t]) continue;
    if (world.in_section >= 0 && draw(2)) {
      any_access(t);
      events[count - 1].taken = EVENT_FUSED;
    } else if (world.in_section >= 0)
      try_section(t);
    else if (world.waits_at_barrier[t] || world.waits_on_cond[t])
      world.waits_on_cond[t] ? try_cond(t) : 0;
    else if (world.may_leave[t])
      try_barrier(t);
    else if (draw(10) < share)
      any_access(t);
    else
      operations[draw(OPERATIONS)](t);
  }
}

/* ---- dependence ---- */

static bool overlap(const struct event *a, const struct event *b) {
  return a->addr < b->addr + b->aux && b->addr < a->addr + a->aux;
}
static bool is_atomic(const struct event *e) {
  return e->kind >= EV_ATOMIC_READ && e->kind <= EV_ATOMIC_UPDATE;
}
static bool writes(const struct event *e) { return event_effect(e) == EFFECT_WRITE; }

/* Is the leave at j of the round in which the arrival at i was? */
static bool is_same_round(uint32_t i, uint32_t j) {
  uint32_t rounds_i = 0, rounds_j = 0, own = 0;
  for (uint32_t k = 0; k <= i; k++) rounds_i += events[k].kind == EV_BARRIER_ARRIVE && events[k].value == 1;
  for (uint32_t k = 0; k < j; k++)
    if (events[k].kind == EV_BARRIER_ARRIVE && events[k].thread == events[j].thread) own = k;
  for (uint32_t k = 0; k <= own; k++) rounds_j += events[k].kind == EV_BARRIER_ARRIVE && events[k].value == 1;
  return rounds_i == rounds_j;
}

static uint32_t block_of(uint32_t i) {
  uint32_t start = i;
  if (!(events[i].taken & EVENT_FUSED)) return i;
  while (events[start].thread != events[i].thread || events[start].kind != EV_ATOMIC_BEGIN) start--;
  return start;
}

/* Dependence as wire/events.def has it, with what creation, the end of a thread and barriers add. */
static bool depends(uint32_t i, uint32_t j) {
  const struct event *a = &events[i], *b = &events[j];
  if (a->thread == b->thread) return true;
  if ((a->kind == EV_CREATE && a->aux == b->thread) || (b->kind == EV_JOIN && b->aux == a->thread))
    return true;
  if (a->kind == EV_BARRIER_ARRIVE && b->kind == EV_BARRIER_LEAVE) return is_same_round(i, j);
  if (!effects_conflict(event_effect(a), event_effect(b))) return false;
  return event_is_access(a) && event_is_access(b) ? overlap(a, b) : a->addr == b->addr;
}

#endif
