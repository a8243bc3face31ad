/* The builder of expressions (wire/builder.h) applied to this process's mapping. A hook whose
 * result is a constant returns 0 instead of an expression (expr_shadow). */
#ifndef RADDLE_RUNTIME_BUILD_H
#define RADDLE_RUNTIME_BUILD_H

#include "runtime/rt.h"
#include "wire/builder.h"

#define NODE(e) (shm_node(SHM)[e])
#define VALUE(e) (shm_value(SHM)[e])

static inline unsigned expr_width(expr_id e) { return NODE(e).width; }
static inline bool expr_is_const(expr_id e) { return NODE(e).op == EX_CONST; }
static inline expr_id expr_shadow(expr_id e) { return expr_is_const(e) ? 0 : e; }

static inline expr_id expr_const(unsigned width, uint64_t value) { return build_const(SHM, width, value); }
static inline expr_id expr_var(unsigned thread, uint32_t first, unsigned bytes, uint64_t value) {
  return build_var(SHM, thread, first, bytes, value);
}
static inline expr_id expr_inbyte(unsigned thread, uint32_t byte, uint8_t value) {
  return build_inbyte(SHM, thread, byte, value);
}
static inline expr_id expr_read(unsigned thread, uint32_t ordinal, unsigned bytes, uint64_t value) {
  return build_read(SHM, thread, ordinal, bytes, value);
}
static inline expr_id expr_binary(enum expr_op op, expr_id a, expr_id b) {
  return build_binary(SHM, op, a, b);
}
static inline expr_id expr_not(expr_id a) { return build_not(SHM, a); }
static inline expr_id expr_zext(unsigned width, expr_id a) { return build_zext(SHM, width, a); }
static inline expr_id expr_sext(unsigned width, expr_id a) { return build_sext(SHM, width, a); }
static inline expr_id expr_extract(unsigned lo, unsigned width, expr_id a) {
  return build_extract(SHM, lo, width, a);
}
static inline expr_id expr_concat(expr_id high, expr_id low) { return build_concat(SHM, high, low); }
static inline expr_id expr_ite(expr_id c, expr_id a, expr_id b) { return build_ite(SHM, c, a, b); }
static inline expr_id expr_table(expr_id index, const expr_id *element, uint32_t count) {
  return build_table(SHM, index, element, count);
}
static inline expr_id expr_resize(unsigned width, expr_id a) { return build_resize(SHM, width, a); }

/* Resizes e to `size` bytes. Returns 0 if the result's value is not `value`. */
static inline expr_id expr_fit(unsigned size, expr_id e, uint64_t value) {
  if (!e) return 0;
  if (expr_width(e) != 8 * size) e = expr_resize(8 * size, e);
  return VALUE(e) == (value & expr_mask(8 * size)) ? expr_shadow(e) : 0;
}

#endif
