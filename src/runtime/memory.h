/* Objects of the program and accesses to them; see memory.c. */
#ifndef RADDLE_RUNTIME_MEMORY_H
#define RADDLE_RUNTIME_MEMORY_H

#include "runtime/rt.h"

#define MEMORY_ELEMENTS 256u /* a symbolic address with more places than this is fixed */
#define MEMORY_SPLIT 64u     /* a symbolic size up to this is decided by branches */

/* A live object: heap block, global or local. */
struct object {
  uint64_t start, size;
  enum { OBJECT_NONE, OBJECT_HEAP, OBJECT_GLOBAL, OBJECT_LOCAL } kind;
  const char *name; /* globals */
};

/* The places a symbolic access may go to: first, first + stride, ... */
struct places {
  uint64_t first, stride;
  uint32_t count;
  expr_id index; /* which of them, as an expression; 0: the address is (now) fixed */
};

/* The local object that holds the address, of whichever thread; NULL if none. */
const struct raddle_local *memory_local_at(uint64_t address) RT(memory_local_at);
struct object memory_find(uint64_t address) RT(memory_find);
/* Ends the run unless live objects hold all of p[0..size). Most memory is outside the heap: no
 * call is needed there. */
void memory_check_heap(const void *p, uint64_t size, bool is_write, site_ref) RT(memory_check_heap);
static inline void memory_check(const void *p, uint64_t size, bool is_write, site_ref site) {
  if ((uint64_t)p - LAYOUT_ARENAS < LAYOUT_LARGE_END - LAYOUT_ARENAS)
    memory_check_heap(p, size, is_write, site);
}
/* Records that the address `sp` (now p) is inside its object, and ends the run otherwise. Also
 * finds the other places that the access could have reached. */
struct places memory_places(const void *p, expr_id sp, unsigned size, bool is_write, site_ref)
    RT(memory_places);
/* Records the bounds of a symbolic number of bytes from p on. Returns the largest number
 * possible. */
uint64_t memory_room(const void *p, expr_id s_size, uint64_t size, bool is_write, site_ref) RT(memory_room);
/* The address is a sum of read values and other terms. A read value among them is then a
 * pointer, and this function decides which pointer (PLAN_FRESH). Returns the remaining address. */
expr_id memory_decide_pointers(expr_id sp, site_ref) RT(memory_decide_pointers);
/* The contents of memory after an atomic operation; op: as in the hook. */
expr_id memory_rmw_result(uint32_t op, expr_id old, expr_id operand) RT(memory_rmw_result);

#endif
