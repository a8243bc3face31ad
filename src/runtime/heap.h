/* The program's heap during a run; see heap.c. */
#ifndef RADDLE_RUNTIME_HEAP_H
#define RADDLE_RUNTIME_HEAP_H

#include "runtime/rt.h"

#define HEAP_BLOCK_MAX (1u << 22)
#define HEAP_LARGE (128u << 10) /* from this size on a block has pages of its own */

#define HEAP_THREAD_BLOCKS (1u << 20) /* of a thread other than main, small and large */

struct block {
  uint64_t start, size;
  uint64_t alloc_pc, free_pc; /* return addresses; free_pc 0: alive */
  uint32_t free_thread;
  uint32_t mark;           /* leak check: reachable */
  struct block *next_free; /* --reuse-memory */
};

enum { ZONE_SMALL, ZONE_LARGE, ZONES };

/* A stretch of address space given out from low to high, so that its blocks are sorted. */
struct zone {
  uint64_t base, top, committed, limit;
  uint32_t count, max;
  struct block *block;
};

#define HEAP_CLASSES 64 /* sizes up to 1 KB, in steps of 16: what --reuse-memory hands out again */
struct heap_state {
  uint64_t reachable_count; /* leak check: blocks found, in leak_work */
  uint64_t lost_count, lost_bytes, lost_pc;
  struct block *free[LAYOUT_THREADS][HEAP_CLASSES]; /* last freed first, by freeing thread */
};

void heap_open(void) RT(heap_open);
void heap_reset(void) RT(heap_reset); /* as if nothing had ever been allocated */
void *heap_allocate(uint64_t size, uint64_t alignment, uint64_t pc) RT(heap_allocate);
/* The block whose accessible bytes, redzones or slack hold the address; NULL if none. */
const struct block *heap_find(uint64_t address) RT(heap_find);
/* Zones of the run's threads, main's first. */
struct zone *heap_zone(uint32_t thread, uint32_t which) RT(heap_zone);
bool heap_owns(uint64_t address) RT(heap_owns);
/* "4 bytes after a block of 40 bytes allocated at {pc:...}" */
void heap_describe(uint64_t address, char *text, size_t size) RT(heap_describe);
void heap_describe_block(const struct block *, char *text, size_t size) RT(heap_describe_block);
/* Ends the run with BUG_LEAK if a block of the program cannot be reached any more. `frame`:
 * lowest live stack address. */
void heap_check_leaks(uint64_t frame) RT(heap_check_leaks);

#endif
