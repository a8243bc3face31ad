/* Building expressions. Every function simplifies, finds or makes the node, notes its value in this run and
 * returns its id. Constants are nodes too; a hook that ends up with one returns 0 instead (expr_shadow). */
#ifndef RADDLE_RUNTIME_BUILD_H
#define RADDLE_RUNTIME_BUILD_H

#include "runtime/rt.h"

#define NODE(e) (shm_node(SHM)[e])
#define VALUE(e) (shm_value(SHM)[e])

static inline unsigned expr_width(expr_id e) { return NODE(e).width; }
static inline bool expr_is_const(expr_id e) { return NODE(e).op == EX_CONST; }
static inline expr_id expr_shadow(expr_id e) { return expr_is_const(e) ? 0 : e; }

void expr_open(void) RT(expr_open); /* an empty store, if nobody has opened it yet */
expr_id expr_const(unsigned width, uint64_t value) RT(expr_const);
expr_id expr_var(unsigned thread, uint32_t first, unsigned bytes, uint64_t value) RT(expr_var);
expr_id expr_inbyte(unsigned thread, uint32_t byte, uint8_t value) RT(expr_inbyte);
expr_id expr_read(unsigned thread, uint32_t ordinal, unsigned bytes, uint64_t value) RT(expr_read);
expr_id expr_binary(enum expr_op op, expr_id a, expr_id b) RT(expr_binary); /* ADD..XOR, EQ..SLE */
expr_id expr_not(expr_id a) RT(expr_not);
expr_id expr_zext(unsigned width, expr_id a) RT(expr_zext);
expr_id expr_sext(unsigned width, expr_id a) RT(expr_sext);
expr_id expr_extract(unsigned lo, unsigned width, expr_id a) RT(expr_extract);
expr_id expr_concat(expr_id high, expr_id low) RT(expr_concat);
expr_id expr_ite(expr_id c, expr_id a, expr_id b) RT(expr_ite);
/* Element `index` of `count` elements; `index` is less than count under the path so far. */
expr_id expr_table(expr_id index, const expr_id *element, uint32_t count) RT(expr_table);
/* Truncation or zero extension, whichever is needed. */
expr_id expr_resize(unsigned width, expr_id a) RT(expr_resize);
/* e as an expression of `size` bytes that are worth `value`; 0 if it is not worth that. */
expr_id expr_fit(unsigned size, expr_id e, uint64_t value) RT(expr_fit);

/* What the store does when it is full; run.c ends the run. */
_Noreturn void expr_full(void) RT(expr_full);

#endif
