/* Hooks on memory: reached when a cell, the address or the value is not plainly concrete.
 * Order in each: where does it go, may it, what does it mean. */
#include "runtime/state.h"
#include "runtime/build.h"
#include <string.h>

static uint64_t bytes_at(uint64_t address, unsigned size) {
  uint64_t value = 0;
  memcpy(&value, (const void *)address, size);
  return value;
}

static expr_id expr_at(uint64_t address, unsigned size) {
  uint64_t value = bytes_at(address, size);
  expr_id e = shadow_load((const void *)address, size, value);
  return e ? e : expr_const(8 * size, value);
}

/* Loads. */

static expr_id load_one_of(const struct places *at, unsigned size, uint64_t value) {
  expr_id element[MEMORY_ELEMENTS];
  for (uint32_t k = 0; k < at->count; k++) element[k] = expr_at(at->first + k * at->stride, size);
  expr_id e = expr_table(at->index, element, at->count);
  return VALUE(e) == value ? expr_shadow(e) : 0;
}

HOOK_SLOW uint32_t __raddle_load_slow(const void *p, uint32_t sp, uint32_t size, uint64_t value,
                                      const struct raddle_site *site) {
  if (sp) {
    struct places at = memory_places(p, sp, size, false, site);
    if (at.index) return load_one_of(&at, size, value);
  }
  memory_check(p, size, false, site);
  return shadow_load(p, size, value);
}

static void fix_address(expr_id sp, const void *p, site_ref site) {
  expr_id left = sp ? memory_decide_pointers(sp, site) : 0;
  if (!choice_record(left, (uint64_t)p, site)) record_fixed(left, (uint64_t)p, "address", site);
}

static void fix_bytes(const void *p, uint64_t size, const char *why, site_ref site) {
  for (uint64_t i = 0; i < size; i += 8) {
    unsigned n = size - i < 8 ? size - i : 8;
    uint64_t value = bytes_at((uint64_t)p + i, n);
    expr_id e = shadow_load((const char *)p + i, n, value);
    if (e) record_fixed(e, value, why, site);
  }
}

HOOK_SLOW void __raddle_load_opaque_slow(const void *p, uint32_t sp, uint64_t size,
                                         const struct raddle_site *site) {
  fix_address(sp, p, site);
  memory_check(p, size, false, site);
  if (!shadow_is_zero(p, size)) fix_bytes(p, size, "read as a float, vector or wide integer", site);
}

/* Stores. */

static void store_one_of(const struct places *at, unsigned size, expr_id value) {
  for (uint32_t k = 0; k < at->count; k++) {
    uint64_t address = at->first + k * at->stride;
    expr_id here = expr_binary(EX_EQ, at->index, expr_const(expr_width(at->index), k));
    shadow_store((void *)address, size, expr_shadow(expr_ite(here, value, expr_at(address, size))));
  }
}

HOOK_SLOW void __raddle_store_slow(void *p, uint32_t sp, uint32_t size, uint64_t value, uint32_t sv,
                                   const struct raddle_site *site) {
  expr_id e = expr_fit(size, sv, value);
  if (sp) {
    struct places at = memory_places(p, sp, size, true, site);
    if (at.index && at.stride >= size) return store_one_of(&at, size, e ? e : expr_const(8 * size, value));
    if (at.index) fix_address(sp, p, site); /* the places overlap */
  }
  memory_check(p, size, true, site);
  shadow_store(p, size, e);
}

HOOK_SLOW void __raddle_clear_slow(void *p, uint32_t sp, uint64_t size, const struct raddle_site *site) {
  fix_address(sp, p, site);
  memory_check(p, size, true, site);
  shadow_clear(p, size);
}

/* Bulk. */

/* Which bytes a block is. NULL: there is no such block. */
static void fix_range(void *to, const void *from, uint64_t size, expr_id s_to, expr_id s_from, expr_id s_size,
                      const char *why, site_ref site) {
  fix_address(s_to, to, site);
  fix_address(s_from, from, site);
  if (!s_size) return;
  uint64_t room = to ? memory_room(to, s_size, size, true, site) : UINT64_MAX;
  uint64_t most = from ? memory_room(from, s_size, size, false, site) : UINT64_MAX;
  record_split(s_size, size, most < room ? most : room, why, site);
}

/* It is decided before the accesses are recorded: what they are depends on it. */
static bool is_range_fixed(void) { return !sharing_is_free(); }

HOOK_SLOW void __raddle_range_slow(void *to, const void *from, uint64_t size, uint32_t s_to, uint32_t s_from,
                                   uint32_t s_size, const struct raddle_site *site) {
  if (to && s_to) shapes_decide(s_to, site);
  if (from && s_from) shapes_decide(s_from, site);
  if (is_range_fixed()) fix_range(to, from, size, s_to, s_from, s_size, "size of a block", site);
}

HOOK_SLOW void __raddle_memcpy_slow(void *to, const void *from, uint64_t size, uint32_t s_to, uint32_t s_from,
                                    uint32_t s_size, const struct raddle_site *site) {
  if (to == from) return; /* done already (hooks_block.c), or nothing to do */
  if (!is_range_fixed()) fix_range(to, from, size, s_to, s_from, s_size, "size of a copy", site);
  memory_check(from, size, false, site);
  memory_check(to, size, true, site);
  shadow_copy(to, from, size);
}

HOOK_SLOW void __raddle_memset_slow(void *to, uint32_t byte, uint64_t size, uint32_t s_to, uint32_t s_byte,
                                    uint32_t s_size, const struct raddle_site *site) {
  if (block_is_scratch(to)) return;
  if (!is_range_fixed()) fix_range(to, NULL, size, s_to, 0, s_size, "size of a memset", site);
  memory_check(to, size, true, site);
  expr_id e = expr_fit(1, s_byte, byte & 0xff);
  if (e)
    shadow_fill(to, size, SHADOW_CELL(e, 0));
  else
    shadow_clear(to, size);
}

/* Atomics. */

expr_id memory_rmw_result(uint32_t op, expr_id old, expr_id operand) {
  switch (op) {
  case RMW_XCHG: return operand;
  case RMW_NAND: return expr_not(expr_binary(EX_AND, old, operand));
  case RMW_MAX: return expr_ite(expr_binary(EX_SLT, old, operand), operand, old);
  case RMW_MIN: return expr_ite(expr_binary(EX_SLT, old, operand), old, operand);
  case RMW_UMAX: return expr_ite(expr_binary(EX_ULT, old, operand), operand, old);
  case RMW_UMIN: return expr_ite(expr_binary(EX_ULT, old, operand), old, operand);
  default: return expr_binary(op, old, operand);
  }
}

HOOK_SLOW uint32_t __raddle_atomic_rmw_slow(void *p, uint32_t sp, uint32_t size, uint32_t op, uint64_t old,
                                            uint64_t operand, uint32_t s_operand,
                                            const struct raddle_site *site) {
  fix_address(sp, p, site);
  memory_check(p, size, true, site);
  expr_id s_old = shadow_load(p, size, old), s_new = expr_fit(size, s_operand, operand);
  if (!s_old && !s_new) return shadow_store(p, size, 0), 0;
  expr_id before = s_old ? s_old : expr_const(8 * size, old),
          by = s_new ? s_new : expr_const(8 * size, operand);
  shadow_store(p, size, expr_shadow(memory_rmw_result(op, before, by)));
  return s_old;
}

HOOK_SLOW uint32_t __raddle_atomic_cmpxchg_slow(void *p, uint32_t sp, uint32_t size, uint64_t expected,
                                                uint64_t desired, uint32_t s_expected, uint32_t s_desired,
                                                const struct raddle_site *site) {
  fix_address(sp, p, site);
  memory_check(p, size, true, site);
  uint64_t old = bytes_at((uint64_t)p, size);
  expr_id s_old = shadow_load(p, size, old), s = expr_fit(size, s_expected, expected);
  bool equal = old == (expected & expr_mask(8 * size));
  if (s_old || s) {
    expr_id a = s_old ? s_old : expr_const(8 * size, old), b = s ? s : expr_const(8 * size, expected);
    record_path(EV_BRANCH, expr_binary(EX_EQ, a, b), equal, site, 0);
  }
  expr_id written = expr_fit(size, s_desired, desired);
  if (equal) shadow_store(p, size, written);
  if (equal && fresh_is_on()) fresh_exchange(p, size, desired & expr_mask(8 * size), written, site);
  return s_old;
}
