/* Synchronisation objects: the state of each is in a table of the runtime's, ST->sync.object.
 *
 * The first word of an object in the program's memory is a stamp: STAMP | index. It is good if table[index].address is where it
 * stands. Without a good stamp the object is new: a static initialiser, or made by the library before the run, which
 * is taken over from memory; or a copy of another one, which is taken over from the other. The rest of the object
 * is as the library makes it.
 *
 * Invariant: an entry with an address is the object of that address, or was, until somebody overwrote it.
 * While a thread waits for an object (announced, not yet done) the object may be destroyed or freed: sync_point looks again. */
#include "runtime/sync/object.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define STAMP 0x5ad00000u
#define STAMP_MASK 0xfff00000u
_Static_assert(SYNC_MAX <= ~STAMP_MASK + 1, "an index fits into the stamp");

static struct sync_state *const S = &ST->sync;
static bool has_early_ones;

static const struct {
  const char *name;
  uint32_t size;
  bool (*adopt)(struct sync *, const void *, bool);
  bool (*is_busy)(const struct sync *);
} table[] = {
#define KIND(upper, name, type, text) {text, sizeof(type), name##_adopt, name##_is_busy},
    SYNC_KINDS(KIND)
#undef KIND
};

void sync_reset(void) {
  memset(S->object, 0, S->count * sizeof *S->object);
  memset(S->name, 0, S->name_count * sizeof *S->name);
  for (uint32_t i = 0; i < ST->sched.thread_count; i++)
    memset(&S->waiter[ST->sched.order[i]], 0, sizeof *S->waiter);
  S->count = S->hold_count = S->name_count = 0;
  S->free_holds = NULL;
}

void sync_made_early(void) { has_early_ones = true; }

void sync_misuse(const struct sync *o, const char *format, ...) {
  char text[TRACE_MESSAGE_MAX];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  run_bug(BUG_LOCK_MISUSE, HOT->site, o->address, "the %s {obj:%#lx} %s", table[o->kind].name, o->address,
          text);
}

/* Finding. */

static struct sync *stamped(uint32_t word) {
  uint32_t index = word & ~STAMP_MASK;
  return (word & STAMP_MASK) == STAMP && index < S->count ? &S->object[index] : NULL;
}

static struct sync *new_entry(void) {
  if (S->count == SYNC_MAX) run_end(END_FULL, 0, "too many synchronisation objects");
  return &S->object[S->count++];
}

static void write_stamp(struct sync *o) {
  shadow_clear((void *)o->address, sizeof(uint32_t));
  *(volatile uint32_t *)o->address = STAMP | (uint32_t)(o - S->object);
}

static struct sync *copy_of(struct sync *original, volatile void *p) {
  struct sync *o = new_entry();
  *o = *original;
  o->address = (uint64_t)p;
  if (table[o->kind].is_busy(original))
    sync_misuse(o, "is a copy of {obj:%#lx}, which is in use", original->address);
  return o;
}

static struct sync *adopted(volatile void *p, enum sync_kind kind) {
  struct sync *o = new_entry();
  *o = (struct sync){.address = (uint64_t)p, .kind = kind};
  if (!table[kind].adopt(o, (const void *)p, has_early_ones))
    sync_misuse(o, "is used, but was never initialised");
  return o;
}

static struct sync *first_seen(volatile void *p, enum sync_kind kind, struct sync *original) {
  bool is_copy = original && original->kind == kind && original->address != (uint64_t)p;
  struct sync *o = is_copy ? copy_of(original, p) : adopted(p, kind);
  write_stamp(o);
  return o;
}

/* May it be used? */
static void check(const struct sync *o) {
  memory_check((const void *)o->address, table[o->kind].size, true, HOT->site);
  if (o->is_destroyed) sync_misuse(o, "is used, but was destroyed at {site:%u}", record_site(o->site));
}

struct sync *sync_at(volatile void *p, enum sync_kind kind) {
  if ((uint64_t)p < PAGE) run_bug(BUG_NULL_DEREF, HOT->site, (uint64_t)p, "a %s at %p", table[kind].name, p);
  memory_check((const void *)p, table[kind].size, true, HOT->site);
  struct sync *o = stamped(*(volatile uint32_t *)p);
  if (!o || o->address != (uint64_t)p || o->kind != kind) o = first_seen(p, kind, o);
  check(o);
  return o;
}

/* Making. */

/* What stands there may be left from a variable that is gone. Threads may still be in its queue. */
static bool may_be_left_over(uint64_t address) {
  return address - LAYOUT_STACKS < LAYOUT_THREADS * LAYOUT_STACK_SLOT || SHM->reuse_memory;
}

void sync_init(volatile void *p, enum sync_kind kind, const void *fresh) {
  uint64_t at = (uint64_t)p;
  if (at < PAGE) run_bug(BUG_NULL_DEREF, HOT->site, at, "a %s at %p", table[kind].name, p);
  memory_check((const void *)p, table[kind].size, true, HOT->site);
  __raddle_touch((const void *)p, table[kind].size, true);
  struct sync *o = stamped(*(volatile uint32_t *)p);
  bool is_known = o && o->address == at, is_used = is_known && table[o->kind].is_busy(o);
  if (is_used && !o->is_destroyed && !may_be_left_over(at))
    sync_misuse(o, "is initialised while it is in use");
  shadow_clear((const void *)p, table[kind].size);
  memcpy((void *)p, fresh, table[kind].size);
  if (!is_known || is_used) o = new_entry();
  *o = (struct sync){.address = at, .kind = kind};
  table[kind].adopt(o, fresh, true);
  write_stamp(o);
  sync_done(o, EV_INIT, 0);
}

int sync_destroyed(struct sync *o) {
  o->is_destroyed = true;
  o->site = HOT->site;
  sync_done(o, EV_DESTROY, 0);
  return 0;
}

/* Operations. */

void sync_point_for(struct sync *o, enum event_kind kind, readiness_test *test, struct patience p) {
  sched_point_until(kind, o->address, p.how == WAIT_NOT ? NULL : test, (uint64_t)o, p.deadline,
                    p.how == WAIT_FOR_EVER ? 0 : p.error);
  check(o);
}

void sync_point(struct sync *o, enum event_kind kind) { sync_point_for(o, kind, NULL, PATIENCE_ENDLESS); }

int sync_fail(const struct sync *o, enum event_kind kind, struct patience p) {
  if (p.how == WAIT_UNTIL) clock_wait_until(p.deadline);
  sync_done(o, kind, p.error);
  return p.error;
}

bool patience_is_for(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

struct patience patience_until(clockid_t clock, const struct timespec *abs) {
  struct timespec time;
  native_read(&time, abs, sizeof time);
  if (!clock_is_valid(&time)) return PATIENCE_NONE(EINVAL);
  uint64_t deadline = clock_deadline(clock, &time);
  if (deadline <= clock_now()) return PATIENCE_NONE(ETIMEDOUT);
  return (struct patience){WAIT_UNTIL, ETIMEDOUT, deadline};
}

void sync_give_clock(uint64_t *to) {
  uint64_t now = clock_now();
  if (*to < now) *to = now;
}

struct sync_waiter *sync_waiter_of(const struct thread *t) { return &S->waiter[t->id]; }

/* Locks with one owner. */

enum readiness sync_may_take(const struct thread *t) {
  return sync_wanted(t)->is_owned ? sync_waits(t) : READY;
}

void sync_take(struct sync *o) {
  o->is_owned = true;
  o->owner = thread_self()->id;
  o->site = HOT->site;
  clock_wait_until(o->clock);
}

void sync_release(struct sync *o) {
  o->is_owned = false;
  sync_give_clock(&o->clock);
}

void sync_bad_unlock(const struct sync *o) {
  if (!o->is_owned) sync_misuse(o, "is unlocked by thread %u, but it is not locked", thread_self()->id);
  sync_misuse(o, "is unlocked by thread %u, but thread %u holds it, since {site:%u}", thread_self()->id,
              o->owner, record_site(o->site));
}

/* Who is waited for. */

static struct holder lock_holder(const struct thread *waiting) {
  const struct sync *o = sync_wanted(waiting);
  if (o->is_owned) return (struct holder){o->owner, o->site};
  const struct hold *h = o->kind == SYNC_RWLOCK ? rwlock_other_reader(o, waiting) : NULL;
  return h ? (struct holder){h->thread, h->site} : (struct holder){THREAD_NONE, NULL};
}

struct holder sync_holder(const struct thread *waiting) {
  switch (waiting->next.kind) {
  case EV_LOCK:
  case EV_READ_LOCK: return lock_holder(waiting);
  case EV_JOIN:
  case EV_ONCE_BEGIN: return threads_holder(waiting);
  default: return (struct holder){THREAD_NONE, NULL};
  }
}

void sync_thread_ended(struct thread *t) {
  struct sync_waiter *w = sync_waiter_of(t);
  for (struct sync *o; (o = w->robust);) {
    w->robust = o->mutex.next_held;
    mutex_abandon(o);
  }
}
