/* Hooks before accesses that other threads might notice: reached when the owner cell does not
 * plainly allow one. A visible access is announced, then recorded; any other is claimed
 * (sharing.c). */
#include "runtime/build.h"
#include "runtime/state.h"
#include <string.h>

static uint64_t value_at(const void *p, uint64_t size) {
  uint64_t value = 0;
  switch (size) { /* the usual sizes without a call */
  case 1: return *(const uint8_t *)p;
  case 4: return memcpy(&value, p, 4), value;
  case 8: return memcpy(&value, p, 8), value;
  default: return memcpy(&value, p, size < 8 ? size : 8), value;
  }
}

/* Most data is concrete: a quick look first. */
expr_id sharing_expr(const void *p, uint64_t size, uint64_t value) {
  const shadow_cell *cell = shadow_of(p);
  shadow_cell any = 0;
  for (uint64_t i = 0; i < size && i < 8; i++) any |= cell[i];
  return any && size <= 8 && !shadow_poisoned(p, size) ? shadow_load(p, size, value) : 0;
}

void sharing_read_event(const void *p, uint64_t size, site_ref site) {
  sched_access_point(EV_READ, p, site);
  uint64_t value = value_at(p, size);
  if (fresh_is_on()) {
    if (thread_self()->spin.head) spin_note_read((uint64_t)p, size, value, 0);
    return fresh_read(EV_READ, p, size, site);
  }
  expr_id e = sharing_expr(p, size, value);
  if (thread_self()->spin.head) spin_note_read((uint64_t)p, size, value, e);
  sched_access(EV_READ, p, size, value, e, site);
}

void sharing_write_event(const void *p, uint64_t size, uint64_t value, expr_id e, site_ref site) {
  sched_access_point(EV_WRITE, p, site);
  thread_self()->spin.is_dirty = true;
  if (fresh_is_on())
    fresh_write(EV_WRITE, p, size, value, expr_fit(size, e, value), site);
  else
    sched_access(EV_WRITE, p, size, value, e, site);
  if (ST->sync.count) sync_overwritten(p, size);
}

void sharing_write_block(const void *p, uint64_t size, uint64_t value, expr_id e, site_ref site) {
  if (fresh_is_on()) {
    sched_access_point(EV_WRITE, p, site);
    thread_self()->spin.is_dirty = true;
    fresh_write_range(EV_WRITE, p, size, false, site);
    if (ST->sync.count) sync_overwritten(p, size);
  } else {
    sharing_write_event(p, size, value, e, site);
  }
  block_note(p, size, true);
}

HOOK_SLOW void __raddle_place_slow(const void *p, uint32_t sp, uint32_t size,
                                   const struct raddle_site *site) {
  shapes_decide(sp, site);
  if (sharing_is_free()) {
    if ((uint64_t)p < LAYOUT_NULL_END) memory_places(p, sp, size, false, site);
    return;
  }
  struct places at = memory_places(p, sp, size, false, site);
  if (at.index) record_split(at.index, VALUE(at.index), at.count - 1, "address of a shared access", site);
  thread_self()->decided = sp;
}

void sharing_note_seen(const void *p, uint64_t size, site_ref site) {
  if (!(SHM->plan.flags & PLAN_SEEN) || !sharing_is_from_others(p, size)) return;
  if (!memory_find((uint64_t)p).size) return; /* a wild address: the access itself will tell */
  if (!shadow_poisoned(p, size < 8 ? size : 8)) record_seen(p, size, value_at(p, size), site);
}

/* Is the access an event? Else it is claimed. The type promises an access within one granule;
 * the address may break that. */
static inline bool is_visible(const void *p, uint32_t size, bool is_write, site_ref site) {
  owner_cell *o = owner_of(p);
  if ((uint64_t)p % OWNER_GRANULE + size > OWNER_GRANULE) return sharing_touch(p, size, is_write);
  if (*o == OWNER_CLAIMED) sharing_meet_claimed(o, (uint64_t)p);
  if (owner_is_visible(*o)) return true;
  if (!is_write) sharing_note_seen(p, size, site);
  sharing_claim(o, (uint64_t)p, is_write);
  return false;
}

HOOK_SLOW void __raddle_read_slow(const void *p, uint32_t size, const struct raddle_site *site) {
  if (!sharing_is_free() && is_visible(p, size, false, site)) sharing_read_event(p, size, site);
}

HOOK_SLOW void __raddle_write_slow(void *p, uint32_t size, uint64_t value, uint32_t sv,
                                   const struct raddle_site *site) {
  if (!sharing_is_free() && is_visible(p, size, true, site)) sharing_write_event(p, size, value, sv, site);
}

HOOK_SLOW void __raddle_read_range_slow(const void *p, uint64_t size, const struct raddle_site *site) {
  if (sharing_is_free() || !size) return;
  sharing_note_seen(p, size, site);
  if (!sharing_touch(p, size, false)) return;
  sharing_read_event(p, size, site);
  if (size > OWNER_GRANULE) block_note(p, size, false);
}

HOOK_SLOW void __raddle_write_range_slow(void *p, uint64_t size, const struct raddle_site *site) {
  if (sharing_is_free() || !size) return;
  if (!sharing_touch(p, size, true)) return;
  if (size > OWNER_GRANULE || fresh_is_on())
    sharing_write_block(p, size, 0, 0, site);
  else
    sharing_write_event(p, size, 0, 0, site);
}

/* Reads of variables that nobody picks up are decided. */
static void touch_fresh(const void *p, uint64_t size, site_ref site) {
  if (sharing_is_free() || !size || !sharing_touch(p, size, false)) return;
  sched_access_point(EV_READ, p, site);
  if (thread_self()->spin.head) spin_note_read((uint64_t)p, size, value_at(p, size), 0);
  fresh_touch(p, size, site);
}

void __raddle_touch(const void *p, size_t size, int is_write) {
  if (is_write)
    __raddle_write_range_slow((void *)p, size, HOT->site);
  else if (fresh_is_on())
    touch_fresh(p, size, HOT->site);
  else
    __raddle_read_range_slow(p, size, HOT->site);
}

/* Atomics are always visible once there are threads. Memory that atomics touch becomes visible for
 * plain accesses of this run too, so these accesses need no discovery. */

static uint64_t rmw_value(uint32_t op, uint32_t width, uint64_t old, uint64_t operand) {
  int64_t a = expr_signed(old, width), b = expr_signed(operand, width);
  switch (op) {
  case EX_ADD: return old + operand;
  case EX_SUB: return old - operand;
  case EX_AND: return old & operand;
  case EX_OR: return old | operand;
  case EX_XOR: return old ^ operand;
  case RMW_NAND: return ~(old & operand);
  case RMW_UNKNOWN: return old;
  case RMW_MAX: return a > b ? old : operand;
  case RMW_MIN: return a < b ? old : operand;
  case RMW_UMAX: return old > operand ? old : operand;
  case RMW_UMIN: return old < operand ? old : operand;
  default: return operand;
  }
}

HOOK_SLOW void __raddle_atomic_slow(void *p, uint32_t size, uint32_t what, uint32_t op, uint64_t a,
                                    uint64_t b, uint32_t sa, const struct raddle_site *site) {
  if (sharing_is_free()) return;
  if (fresh_is_on() && *owner_of(p) != OWNER_VISIBLE)
    encounter_note((uint64_t)p, true); /* its granule is visible in this run only */
  sharing_make_visible(p, size);
  sched_access_point(what == ATOMIC_LOAD ? EV_ATOMIC_READ : EV_ATOMIC_UPDATE, p, site);
  memory_check(p, size, what != ATOMIC_LOAD, site);
  unsigned width = size < 8 ? 8 * size : 64;
  uint64_t old = value_at(p, size), mask = expr_mask(width), now = old;
  enum event_kind kind = EV_ATOMIC_UPDATE;
  if (what == ATOMIC_LOAD || (what == ATOMIC_CMPXCHG && old != (a & mask))) kind = EV_ATOMIC_READ;
  if (what == ATOMIC_STORE) kind = EV_ATOMIC_WRITE, now = a & mask;
  if (what == ATOMIC_RMW) now = rmw_value(op, width, old, a & mask) & mask;
  if (what == ATOMIC_CMPXCHG && kind == EV_ATOMIC_UPDATE) now = b & mask;
  if (kind == EV_ATOMIC_WRITE || now != old)
    thread_self()->spin.is_dirty = true;
  else
    spin_note_read((uint64_t)p, size, old, fresh_is_on() ? 0 : sharing_expr(p, size, old));
  if (fresh_is_on()) return fresh_atomic(p, size, what, op, old, now, a & mask, sa, site);
  sched_access(kind, p, size, now, kind == EV_ATOMIC_READ ? sharing_expr(p, size, old) : sa, site);
  if (what == ATOMIC_CMPXCHG) record_expect((uint64_t)p, a & mask, site);
}

/* Inline assembly: an address in a register may be anything; only what is known to be memory is
 * looked at. */
HOOK_SLOW void __raddle_asm_address_slow(void *p, const struct raddle_site *site) {
  if (sharing_is_free() || !memory_find((uint64_t)p).kind || shadow_poisoned(p, 1)) return;
  record_external("inline assembly", site);
  __raddle_atomic_slow(p, 1, ATOMIC_RMW, RMW_UNKNOWN, 0, 0, 0, site);
}

enum { ASM_EVENTS = 64 }; /* at most so many since then */

/* No other thread ran since the access was announced. With PLAN_FRESH what was written is read when
 * the step is settled. */
HOOK_SLOW void __raddle_asm_done_slow(const void *p, uint32_t size) {
  if (sharing_is_free() || fresh_is_on()) return;
  struct thread *t = thread_self();
  t->spin.is_dirty = true;
  uint32_t count = SHM->trace.event_count, end = count > ASM_EVENTS ? count - ASM_EVENTS : 0;
  for (uint32_t i = count; i-- > end;) {
    struct event *e = &shm_event(SHM)[i];
    if (e->thread != t->id) return;
    if (e->addr != (uint64_t)p || !event_is_access(e)) continue;
    e->value = value_at(p, size);
    return;
  }
}

HOOK_SLOW void __raddle_atomic_begin_slow(const struct raddle_site *site) {
  bool is_straight = HOT->is_straight;
  HOT->is_straight = 0;
  if (sharing_is_free()) return;
  HOT->site = site;
  struct thread *t = thread_self();
  if (!t->fused) {
    sched_point(EV_ATOMIC_BEGIN, 0, NULL);
    sched_done(EV_ATOMIC_BEGIN, 0, is_straight, 0);
  }
  t->fused++;
}

HOOK_SLOW void __raddle_atomic_end_slow(const struct raddle_site *site) {
  if (sharing_is_free()) return;
  HOT->site = site;
  struct thread *t = thread_self();
  if (t->fused == 1) sched_done(EV_ATOMIC_END, 0, 0, 0);
  if (t->fused) t->fused--;
}
