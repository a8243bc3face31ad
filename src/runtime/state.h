/* The runtime's memory: one struct at LAYOUT_STATE, outside everything a reset touches.
 *
 * Invariant: what must survive a reset is here, in HOT, or in the shared mapping; nothing of it
 * is in .data or .bss. The mapping is private and unreserved: the large arrays at the end cost
 * only the pages that are used. */
#ifndef RADDLE_RUNTIME_STATE_H
#define RADDLE_RUNTIME_STATE_H

#include "runtime/fault.h"
#include "runtime/fresh.h"
#include "runtime/ghost.h"
#include "runtime/handlers.h"
#include "runtime/heap.h"
#include "runtime/hidden.h"
#include "runtime/inputs.h"
#include "runtime/memory.h"
#include "runtime/io.h"
#include "runtime/livelock.h"
#include "runtime/outside.h"
#include "runtime/program.h"
#include "runtime/run.h"
#include "runtime/sched.h"
#include "runtime/server.h"
#include "runtime/shadow.h"
#include "runtime/shapes.h"
#include "runtime/sharing.h"
#include "runtime/snapshot.h"
#include "runtime/sync/object.h"

/* Binary operations of which an operand at least is a shadow, and the nodes they gave:
 * hooks_compute.c. */
#define BUILT_BITS 17
struct built {
  uint64_t constant;
  uint32_t sa, sb;
  expr_id result; /* 0: nothing is remembered here */
  uint8_t op, width;
};
struct built_state {
  uint32_t end;                   /* of the log, which then begins again */
  uint32_t next;                  /* behind the entry that was found last */
  uint32_t slot[1 << BUILT_BITS]; /* by hash: index in the log */
  struct built log[1 << BUILT_BITS];
};

struct state {
  struct server_state server;
  struct heap_state heap;
  struct shadow_state shadow;
  struct snapshot_state snapshot;
  struct run_state run;
  struct handlers_state handlers;
  struct inputs_state inputs;
  struct shapes_state shapes;
  struct outside_state outside;
  struct io_state io;
  struct hidden_state hidden;
  struct livelock_state livelock;
  struct fault_state fault;
  struct program_state program;
  struct sched_state sched;
  struct sharing_state sharing;
  struct fresh_state fresh;
  struct tls_state tls;
  struct thread_names names;
  struct pthread_state posix;
  struct sync_state sync;
  struct thread thread[LAYOUT_THREADS];
  struct hot_local local[LAYOUT_THREADS][HOT_LOCALS];
  struct zone zone[LAYOUT_THREADS][ZONES];
  struct block main_block[ZONES][HEAP_BLOCK_MAX];
  struct block block[LAYOUT_THREADS][HEAP_THREAD_BLOCKS];
  struct block *leak_work[2 * HEAP_BLOCK_MAX];
  uint32_t asked_in[SHM_EXPR_MAX]; /* by condition: the run that has decided it last (record.c) */
  uint32_t
      resolved_in[SHM_EXPR_MAX]; /* by pointer input: the run that has decided where it points (aliases.c) */
  _Alignas(64) char scratch[64 << 10]; /* hooks_block.c */
  struct built_state built;
  /* For each page of program memory: which 64-byte pieces of it have cells that a reset must
   * clear. */
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
