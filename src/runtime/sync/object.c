/* Synchronisation objects: the state of each is in a table of the runtime's, ST->sync.object.
 *
 * The first word of an object in the program's memory is a stamp: STAMP | index. It is good if
 * table[index].address is where it stands. Without a good stamp the object is new: a static
 * initialiser, or made by the library before the run, which is taken over from memory; or a copy of
 * another one, which is taken over from the other, but for the state that the copy has in its
 * second word: that of the time when it was made. The rest of the object is as the library makes
 * it.
 *
 * Invariant: an entry with an address is the object of that address, or was, until somebody
 * overwrote it. Who waits for an object knows its entry: objects that are made anew, by init or by
 * plain stores, keep it, unless they have a queue, whose threads then wait for ever.
 *
 * Once there are threads the bytes of an object are visible memory (sharing_claim_sync): plain
 * stores to them, and free, are steps that conflict with its operations. Whether an object may
 * be used is looked at when the operation is carried out, never when it is announced (sync_at):
 * others may destroy, free or make it in between, so the outcome must be that of a step that
 * conflicts with theirs. */
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
  S->count = S->hold_count = S->name_count = S->overwritten_count = 0;
  S->noted.is_one = false;
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

/* The first one counts. */
static void note_misuse(const struct sync *o, const char *what) {
  struct sync_noted *n = &S->noted;
  if (n->is_one) return;
  *n = (struct sync_noted){
      .is_one = true, .thread = thread_self()->id, .site = record_site(HOT->site), .address = o->address};
  n->stack_count = run_stack(thread_self(), n->stack, TRACE_STACK_MAX, (uint64_t)__builtin_frame_address(0));
  snprintf(n->message, sizeof n->message, "the %s {obj:%#lx} is %s while it is in use", table[o->kind].name,
           o->address, what);
}

bool sync_has_noted(void) {
  const struct sync_noted *n = &S->noted;
  struct trace *t = &SHM->trace;
  if (!n->is_one) return false;
  t->kind = BUG_LOCK_MISUSE;
  t->thread = n->thread;
  t->site = n->site;
  t->address = n->address;
  t->stack_count = n->stack_count;
  memcpy(t->stack, n->stack, n->stack_count * sizeof *n->stack);
  memcpy(t->message, n->message, sizeof n->message);
  return true;
}

/* Finding. */

static struct sync *stamped(uint32_t word) {
  uint32_t index = word & ~STAMP_MASK;
  return (word & STAMP_MASK) == STAMP && index < S->count ? &S->object[index] : NULL;
}

static struct sync *new_entry(void) {
  if (S->count >= SHM->limit[LIMIT_SYNC]) run_end(END_FULL, 0, "too many synchronisation objects");
  return &S->object[S->count++];
}

static void write_stamp(struct sync *o) {
  shadow_clear((void *)o->address, sizeof(uint32_t));
  *(volatile uint32_t *)o->address = STAMP | (uint32_t)(o - S->object);
  sync_write_state(o);
}

/* The second word of an object: whether it is taken, or the count of a semaphore; and whether it
 * is destroyed. */
#define DESTROYED (1u << 31)

static bool has_state(const struct sync *o) {
  return o->kind == SYNC_MUTEX || o->kind == SYNC_RWLOCK || o->kind == SYNC_SEMAPHORE;
}

void sync_write_state(const struct sync *o) {
  if (!has_state(o)) return;
  uint32_t state = o->kind == SYNC_MUTEX       ? o->is_owned
                   : o->kind == SYNC_SEMAPHORE ? o->semaphore.value
                                               : rwlock_is_busy(o);
  if (!shadow_is_zero_8((const void *)o->address)) {
    if (shadow_poisoned((const void *)o->address, 2 * sizeof state)) return;
    shadow_clear((void *)(o->address + sizeof state), sizeof state);
  }
  ((volatile uint32_t *)o->address)[1] = state | (o->is_destroyed ? DESTROYED : 0);
}

/* As it was when it was copied. */
static void set_state(struct sync *o, uint32_t state) {
  o->is_destroyed = state & DESTROYED;
  o->is_owned = o->is_section = false;
  if (o->kind == SYNC_MUTEX) o->mutex.depth = 0, o->mutex.next_held = NULL;
  if (o->kind == SYNC_RWLOCK) o->rwlock.readers = NULL, o->rwlock.queued = 0;
  if (o->kind == SYNC_SEMAPHORE) o->semaphore.value = state & ~DESTROYED;
}

static struct sync *copy_of(struct sync *original, volatile void *p) {
  struct sync *o = new_entry();
  *o = *original;
  o->address = (uint64_t)p;
  uint32_t state = has_state(o) ? ((volatile uint32_t *)p)[1] : 0;
  bool is_lock = o->kind == SYNC_MUTEX || o->kind == SYNC_RWLOCK;
  if (has_state(o) ? is_lock && state & ~DESTROYED : table[o->kind].is_busy(original))
    sync_misuse(o, "is a copy of {obj:%#lx}, made while that was in use", original->address);
  if (has_state(o)) set_state(o, state);
  return o;
}

/* The entry that waiting threads look at, if the object has one. */
static struct sync *overwritten_at(uint64_t address, enum sync_kind kind) {
  for (uint32_t i = 0; S->overwritten_count && i < S->count; i++) {
    struct sync *o = &S->object[i];
    if (o->is_overwritten && o->address == address && o->kind == kind) return o;
  }
  return NULL;
}

static bool has_queue(const struct sync *o) {
  bool is_queue = o->kind == SYNC_COND || o->kind == SYNC_BARRIER;
  bool is_linked = o->kind == SYNC_MUTEX && o->mutex.is_robust;
  return (is_queue || is_linked) && table[o->kind].is_busy(o);
}

/* As if nobody had used it. */
static void make_fresh(struct sync *o, uint64_t address, enum sync_kind kind) {
  S->overwritten_count -= o->is_overwritten;
  *o = (struct sync){.address = address, .kind = kind};
}

static void set_overwritten(struct sync *o) {
  S->overwritten_count += !o->is_overwritten;
  o->is_overwritten = true;
}

/* Only main can hold the object. */
static void note_held(const struct sync *o) {
  uint32_t readers = o->kind == SYNC_RWLOCK && o->rwlock.readers ? o->rwlock.readers->depth : 0;
  if (!sync_is_void(o) && (o->is_owned || readers)) record_note(EV_HELD, readers, o->address);
}

/* Takes over what is in memory; a state that cannot be taken over is left to the functions that use
 * the object. */
static bool adopt(struct sync *o) {
  bool is_alive = !shadow_poisoned((const void *)o->address, table[o->kind].size);
  if (is_alive && table[o->kind].adopt(o, (const void *)o->address, has_early_ones)) {
    write_stamp(o);
    if (fresh_is_on() && sched_has_threads()) note_held(o);
    return true;
  }
  set_overwritten(o);
  return false;
}

static struct sync *adopted(volatile void *p, enum sync_kind kind) {
  struct sync *o = overwritten_at((uint64_t)p, kind);
  if (!o || has_queue(o)) o = new_entry();
  make_fresh(o, (uint64_t)p, kind);
  adopt(o);
  return o;
}

/* A thread that has waited for the object goes on with the present object. */
static void renew(struct sync *o) {
  if (has_queue(o)) return;
  make_fresh(o, o->address, o->kind);
  if (!adopt(o)) sync_misuse(o, "is used, but was never initialised");
}

static struct sync *first_seen(volatile void *p, enum sync_kind kind, struct sync *original) {
  bool is_copy = original && original->kind == kind && original->address != (uint64_t)p;
  if (!is_copy || shadow_poisoned((const void *)p, table[kind].size)) return adopted(p, kind);
  struct sync *o = copy_of(original, p);
  write_stamp(o);
  return o;
}

/* May it be used? */
static void check(struct sync *o) {
  memory_check((const void *)o->address, table[o->kind].size, true, HOT->site);
  if (o->is_overwritten) renew(o);
  o->is_used = true;
  if (o->is_destroyed) sync_misuse(o, "is used, but was destroyed at {site:%u}", record_site(o->site));
}

struct sync *sync_at(volatile void *p, enum sync_kind kind) {
  if ((uint64_t)p < PAGE) run_bug(BUG_NULL_DEREF, HOT->site, (uint64_t)p, "a %s at %p", table[kind].name, p);
  sharing_claim_sync((const void *)p, table[kind].size, true);
  struct sync *o = stamped(*(volatile uint32_t *)p);
  if (!o || o->address != (uint64_t)p || o->kind != kind) o = first_seen(p, kind, o);
  return o;
}

struct sync *sync_now(volatile void *p, enum sync_kind kind) {
  struct sync *o = sync_at(p, kind);
  check(o);
  return o;
}

bool sync_is_void(const struct sync *o) {
  return o->is_destroyed || o->is_overwritten || shadow_poisoned((const void *)o->address, 1);
}

/* Making. */

/* What stands there may be left from a variable that is gone. Threads may still be in its queue. */
static bool may_be_left_over(uint64_t address) {
  return address - LAYOUT_STACKS < LAYOUT_THREADS * LAYOUT_STACK_SLOT || SHM->reuse_memory;
}

/* aux of INIT, for an object that may have been there before. */
static uint32_t what_it_was(const struct sync *o) {
  uint32_t aux = EVENT_IN_MEMORY;
  if (sync_is_void(o)) return aux; /* who wants it does not wait, but fails */
  if (o->is_owned || (o->kind == SYNC_SEMAPHORE && !o->semaphore.value)) aux |= EVENT_WAS_TAKEN;
  if (o->kind == SYNC_RWLOCK && o->rwlock.readers) aux |= EVENT_HAD_READERS;
  return aux;
}

static uint64_t value_of(const struct sync *o) { return o->kind == SYNC_SEMAPHORE ? o->semaphore.value : 0; }

/* The entry of the object that is to be at p, fresh. */
static struct sync *entry_for(volatile void *p, enum sync_kind kind, uint32_t *was) {
  struct sync *o = stamped(*(volatile uint32_t *)p);
  if (!o || o->address != (uint64_t)p) o = overwritten_at((uint64_t)p, kind);
  bool is_known = o && o->address == (uint64_t)p;
  *was = is_known && o->kind == kind ? what_it_was(o) : EVENT_IN_MEMORY;
  bool is_used = is_known && !o->is_destroyed && table[o->kind].is_busy(o) && !may_be_left_over(o->address);
  if (is_used) note_misuse(o, "initialised");
  bool is_free = is_known && !table[o->kind].is_busy(o);
  if (!is_free && !(is_used && o->kind == kind && !has_queue(o))) o = new_entry();
  make_fresh(o, (uint64_t)p, kind);
  return o;
}

void sync_init(volatile void *p, enum sync_kind kind, const void *fresh) {
  uint64_t at = (uint64_t)p;
  if (at < PAGE) run_bug(BUG_NULL_DEREF, HOT->site, at, "a %s at %p", table[kind].name, p);
  sharing_claim_sync((const void *)p, table[kind].size, false);
  sched_point(EV_INIT, at, NULL);
  memory_check((const void *)p, table[kind].size, true, HOT->site);
  uint32_t was;
  struct sync *o = entry_for(p, kind, &was);
  shadow_clear((const void *)p, table[kind].size);
  memcpy((void *)p, fresh, table[kind].size);
  table[kind].adopt(o, fresh, true);
  o->is_used = true;
  write_stamp(o);
  sched_done(EV_INIT, at, was, value_of(o));
}

/* Plain stores. */

/* Where the store comes before the first use, nothing tells that there is an object: so the
 * place has to be known before. */
static void discover(const struct sync *o) {
  for (uint64_t a = o->address; a < o->address + table[o->kind].size; a += OWNER_GRANULE)
    visible_discover_place(a);
}

/* Waiting threads see the object as free, until they go on and look at it again. */
static void overwrite(struct sync *o) {
  discover(o);
  uint32_t was = what_it_was(o);
  bool was_used = o->is_used;
  if (table[o->kind].is_busy(o)) note_misuse(o, "overwritten");
  set_overwritten(o);
  o->is_destroyed = false;
  if (has_queue(o)) return;
  o->is_owned = false;
  if (o->kind == SYNC_RWLOCK) o->rwlock.readers = NULL;
  if (o->kind == SYNC_SEMAPHORE) o->semaphore.value = 0;
  if (was_used) sched_done(EV_INIT, o->address, was, 0);
}

void sync_overwritten(const void *p, uint64_t size) {
  uint64_t end = (uint64_t)p + size;
  for (uint64_t a = align_down((uint64_t)p, sizeof(uint32_t)); S->count && a < end; a += sizeof(uint32_t)) {
    struct sync *o = stamped(*(const volatile uint32_t *)a);
    if (o && o->address == a) overwrite(o);
  }
}

bool sync_freed(const void *p, uint64_t size) {
  bool keeps_waiting = false;
  for (uint64_t a = (uint64_t)p; S->count && a + sizeof(uint32_t) <= (uint64_t)p + size;
       a += sizeof(uint32_t)) {
    const struct sync *o = stamped(*(const volatile uint32_t *)a);
    if (!o || o->address != a || sync_is_void(o)) continue;
    keeps_waiting |= what_it_was(o) & EVENT_WAS_TAKEN;
    if (table[o->kind].is_busy(o)) note_misuse(o, "freed");
  }
  return keeps_waiting;
}

int sync_destroyed(struct sync *o) {
  uint32_t was = what_it_was(o);
  o->is_destroyed = true;
  o->site = HOT->site;
  sync_write_state(o);
  sched_done(EV_DESTROY, o->address, was, 0);
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
  o->is_section = thread_self()->fused;
  o->owner = thread_self()->id;
  o->site = HOT->site;
  clock_wait_until(o->clock);
}

void sync_release(struct sync *o) {
  o->is_owned = false;
  sync_give_clock(&o->clock);
}

void sync_leave_section(void) {
  for (uint32_t i = 0; i < S->count; i++) {
    struct sync *o = &S->object[i];
    if (!sync_is_mine(o) || !o->is_section) continue;
    sync_release(o);
    sync_done(o, EV_UNLOCK, 0);
  }
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

void sync_note_held(void) {
  for (uint32_t i = 0; i < S->count; i++) note_held(&S->object[i]);
}

enum misuse sync_misuse_of(const struct thread *t) {
  const struct sync *o = t->next.kind == EV_INIT ? NULL : sync_wanted(t);
  if (!o || shadow_poisoned((const void *)o->address, 1)) return MISUSE_GONE;
  return o->is_destroyed ? MISUSE_GONE : o->is_overwritten ? MISUSE_BLANK : MISUSE_BUSY;
}

/* What is freed is as it was then. */
bool sync_was_open(const struct thread *t) {
  const struct sync *o = t->next.kind == EV_INIT ? NULL : sync_wanted(t);
  if (!o || !shadow_poisoned((const void *)o->address, 1)) return false;
  switch (t->next.kind) {
  case EV_SEM_WAIT: return o->semaphore.value;
  case EV_LOCK: return !o->is_owned && !(o->kind == SYNC_RWLOCK && o->rwlock.readers);
  case EV_READ_LOCK: return !o->is_owned;
  default: return false;
  }
}

void sync_thread_ended(struct thread *t) {
  struct sync_waiter *w = sync_waiter_of(t);
  for (struct sync *o; (o = w->robust);) {
    w->robust = o->mutex.next_held;
    mutex_abandon(o);
  }
}
