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
/* Ends the run if p[0..size) is not all part of live objects. Most memory is not the heap's:
 * that is seen without a call. */
void memory_check_heap(const void *p, uint64_t size, bool is_write, site_ref) RT(memory_check_heap);
static inline void memory_check(const void *p, uint64_t size, bool is_write, site_ref site) {
  if ((uint64_t)p - LAYOUT_ARENAS < LAYOUT_LARGE_END - LAYOUT_ARENAS)
    memory_check_heap(p, size, is_write, site);
}
/* Records that the address `sp` (now p) is inside its object, ends the run if it is not, and
 * says where else the access could have gone. */
struct places memory_places(const void *p, expr_id sp, unsigned size, bool is_write, site_ref)
    RT(memory_places);
/* A symbolic number of bytes from p on: its bounds are recorded. Returns how many there may be. */
uint64_t memory_room(const void *p, expr_id s_size, uint64_t size, bool is_write, site_ref) RT(memory_room);
/* A sum of what was read and of other things is an address: what was read is a pointer then, and
 * it is decided which (PLAN_FRESH). Returns the address as it is left. */
expr_id memory_decide_pointers(expr_id sp, site_ref) RT(memory_decide_pointers);
/* What an atomic operation leaves; op: as in the hook. */
expr_id memory_rmw_result(uint32_t op, expr_id old, expr_id operand) RT(memory_rmw_result);

#endif
