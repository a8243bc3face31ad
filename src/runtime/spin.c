/* Waiting loops. The compiler marks the head of a loop whose body does nothing but read and decide
 * (wire/hooks.def, spin). A round that in fact did nothing else ends in the state in which it
 * began, and so would the next round, unless memory that the round read has changed. So the
 * thread's next operation waits for that: it is gated. Notes (GATE) tell which memory it waits for.
 * When the operation is done, fused events (SPIN) read the same places, so the operation comes
 * after the writes that changed them. A round that read nothing visible waits for all other
 * threads; and for ever, if these do not help. */
#include "runtime/state.h"
#include <string.h>

static uint64_t now_at(uint64_t address, uint32_t size) {
  uint64_t value = 0;
  memcpy(&value, (const void *)address, size);
  return value;
}

/* The value, or what it depends on: a symbolic value that is the same in this run need not be in
 * the next. Memory that was freed has changed, too: the next read of it fails. */
static bool has_changed(const struct spin_round *r, uint32_t i) {
  const void *place = (const void *)r->read[i].address;
  if (heap_owns(r->read[i].address) && shadow_poisoned(place, r->read[i].size)) return true;
  uint64_t value = now_at(r->read[i].address, r->read[i].size);
  if (fresh_is_on()) return value != r->read[i].value; /* cells do not tell what it depends on */
  return value != r->read[i].value || sharing_expr(place, r->read[i].size, value) != r->read[i].expr;
}

enum readiness spin_readiness(const struct thread *t) {
  const struct spin_round *r = &t->spin;
  for (uint32_t i = 0; i < r->count; i++)
    if (has_changed(r, i)) return t->next.may_go ? t->next.may_go(t) : READY;
  return r->count || r->vain > SPIN_VAIN ? BLOCKED : LATE;
}

/* A round may read a place twice; once is enough. */
static bool is_repeated(const struct spin_round *r, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (r->read[k].address == r->read[i].address && r->read[k].size == r->read[i].size &&
        r->read[k].value == r->read[i].value)
      return true;
  return false;
}

static void close_gate(struct spin_round *r, site_ref site) {
  if (r->is_gated) return; /* with --granularity sync rounds go by without an operation */
  r->is_gated = true;      /* the reads stay, to be compared with */
  for (uint32_t i = 0; i < r->count; i++)
    if (!is_repeated(r, i))
      record_gate(r->read[i].address, r->read[i].size, r->read[i].value, r->read[i].expr, site);
}

void spin_restart(struct thread *t) {
  struct spin_round *r = &t->spin;
  r->woken_count = 0;
  for (uint32_t i = 0; i < r->count; i++) {
    if (is_repeated(r, i)) continue;
    r->woken[r->woken_count].address = r->read[i].address;
    r->woken[r->woken_count++].size = r->read[i].size;
  }
  r->is_gated = false;
  r->count = 0;
}

void spin_record_woken(struct thread *t) {
  struct spin_round *r = &t->spin;
  uint32_t count = r->woken_count;
  r->woken_count = 0;
  for (uint32_t i = 0; i < count; i++)
    record_visible(EV_SPIN, r->woken[i].address, r->woken[i].size, 0, 0, NULL, EVENT_FUSED);
}

void spin_note_read(uint64_t address, uint32_t size, uint64_t value, expr_id e) {
  struct spin_round *r = &thread_self()->spin;
  if (!r->head || r->is_dirty) return;
  if (size > 8 || r->count == SPIN_READS) {
    r->is_dirty = true;
    return;
  }
  r->read[r->count].address = address;
  r->read[r->count].size = size;
  r->read[r->count].expr = e;
  r->read[r->count++].value = value;
}

static void begin(struct spin_round *r, site_ref head) {
  r->head = head;
  r->count = 0;
  r->is_dirty = false;
}

/* A round that saw nothing visible is a step of its own, or the thread would go round and round
 * without one. */
static void wait_for_anything(struct thread *t) {
  t->spin.vain++;
  t->spin.is_gated = true;
  sched_point(EV_SPIN, 0, NULL);
  sched_done(EV_SPIN, 0, 0, 0);
}

HOOK_SLOW void __raddle_spin_slow(uint32_t is_first, const struct raddle_site *site) {
  if (!run_active || !HOT->tag) return;
  struct thread *t = thread_self();
  struct spin_round *r = &t->spin;
  if (fresh_is_on()) is_first &= ~SPIN_SHADOWS; /* what is read twice is two variables */
  bool is_idle = !is_first && r->head == site && !r->is_dirty;
  if (!is_idle) {
    r->vain = 0;
    return begin(r, site);
  }
  r->is_dirty = false;
  if (r->count) {
    r->vain = 0;
    return close_gate(r, site);
  }
  HOT->site = site;
  wait_for_anything(t);
  begin(r, site);
}
