/* The runtime's memory: one struct at LAYOUT_STATE, outside everything a reset touches.
 *
 * Invariant: what must survive a reset is here, in HOT, or in the shared mapping; nothing of it is in
 * .data or .bss. The mapping is private and unreserved: the large arrays at the end cost only the pages
 * that are used. */
#ifndef RADDLE_RUNTIME_STATE_H
#define RADDLE_RUNTIME_STATE_H

#include "runtime/fault.h"
#include "runtime/heap.h"
#include "runtime/inputs.h"
#include "runtime/memory.h"
#include "runtime/program.h"
#include "runtime/run.h"
#include "runtime/server.h"
#include "runtime/shadow.h"
#include "runtime/snapshot.h"

struct state {
  struct server_state server;
  struct heap_state heap;
  struct shadow_state shadow;
  struct snapshot_state snapshot;
  struct run_state run;
  struct inputs_state inputs;
  struct fault_state fault;
  struct program_state program;
  struct block small_blocks[HEAP_BLOCK_MAX], large_blocks[HEAP_BLOCK_MAX];
  uint32_t leak_work[2 * HEAP_BLOCK_MAX];
  uint8_t leak_seen[2 * HEAP_BLOCK_MAX];
  /* For each page of program memory: which 64-byte pieces of it have cells that a reset must clear. */
  uint64_t dirty[SHADOW_PAGES];
  uint32_t dirty_page[SHADOW_PAGES];
};

#define ST ((struct state *)LAYOUT_STATE)

void state_map(void) RT(state_map);
/* A fresh anonymous mapping at a fixed place; ends the process if there is none. */
void *state_map_at(uint64_t address, uint64_t size, int protection) RT(state_map_at);
_Noreturn void state_fail(const char *format, ...) __attribute__((format(printf, 1, 2))) RT(state_fail);
void state_debug(const char *format, ...) __attribute__((format(printf, 1, 2))) RT(state_debug);

#endif
