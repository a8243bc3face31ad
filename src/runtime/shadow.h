/* Shadow cells of program memory (wire/layout.h): reading and writing values through them; see
 * shadow.c. */
#ifndef RADDLE_RUNTIME_SHADOW_H
#define RADDLE_RUNTIME_SHADOW_H

#include "runtime/rt.h"

#define SHADOW_PAGES (1UL << (LAYOUT_SHADOW_BITS - 12))

struct shadow_state {
  uint64_t dirty_count;
};

void shadow_reset(void) RT(shadow_reset);
/* Shadow of `size` (1..8) bytes at p that are worth `value`; 0 if concrete. No cell may be
 * poison. */
expr_id shadow_load(const void *p, unsigned size, uint64_t value) RT(shadow_load);
/* e: an expression of 8 * size bits, or 0. */
void shadow_store(const void *p, unsigned size, expr_id e) RT(shadow_store);
void shadow_copy(void *to, const void *from, uint64_t size) RT(shadow_copy);
void shadow_fill(const void *p, uint64_t size, shadow_cell cell) RT(shadow_fill);
void shadow_clear(const void *p, uint64_t size) RT(shadow_clear);
void shadow_mark(const void *p, uint64_t size) RT(shadow_mark); /* these cells will be written */
bool shadow_is_zero(const void *p, uint64_t size) RT(shadow_is_zero);
/* The same for the eight bytes at p. */
static inline bool shadow_is_zero_8(const void *p) {
  const shadow_cell *c = shadow_of(p);
  return !(c[0] | c[1] | c[2] | c[3] | c[4] | c[5] | c[6] | c[7]);
}
/* First poisoned byte of p[0..size), or NULL. */
const void *shadow_poisoned(const void *p, uint64_t size) RT(shadow_poisoned);

#endif
