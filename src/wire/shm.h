/* The mapping that explorer and target share: a memfd, passed as the descriptor named in the
 * environment variable RADDLE_SHM, with a second one behind a comma if the part that the targets of
 * a campaign share is another's (SHM_COMMON). The target maps it at LAYOUT_SHM, the explorer
 * anywhere. The file is sparse: regions are sized for the largest program, pages are taken as
 * touched.
 *
 * Hand-over: the explorer writes the plan, then `wanted`++ ; the target runs it, writes the trace,
 * then sets `finished` = `wanted`. Both spin a little, then sleep on the word with a futex, having
 * said so in the *_sleeps flag.
 *
 * With a batch (wire/batch.h) several plans are one hand-over.
 *
 * Processes of the target: the server stays pristine and never runs the program. For
 * PLAN_IN_PROCESS it forks a worker that runs plan after plan, resetting itself; a worker that
 * sees a PLAN_FORK plan exits and the server forks one child for it. A worker or child that dies
 * under a run is an END_LOST, published by the server. `running_pid` tells the explorer whom to
 * kill when a run hangs. */
#ifndef RADDLE_WIRE_SHM_H
#define RADDLE_WIRE_SHM_H

#include "wire/batch.h"
#include "wire/expr.h"
#include "wire/layout.h"
#include "wire/limits.h"
#include "wire/plan.h"
#include "wire/site.h"
#include "wire/trace.h"
#include <stdatomic.h>

#define SHM_ENV "RADDLE_SHM"
#define SHM_MAGIC 0x72616464u
#define SHM_VERSION 8u

#define SHM_EVENT_MAX (1u << 24)
#define SHM_OBJECT_MAX (1u << 16)
#define SHM_EXPR_MAX (1u << 27)
#define SHM_POOL_MAX (1u << 28)
#define SHM_HASH_MAX (1u << 28) /* power of two */
#define SHM_COVERAGE_MAX (1u << 24)
#define SHM_STRINGS_MAX (1u << 26)
#define SHM_SITE_MAX (1u << 22)
#define SHM_VISIBLE_MAX (1u << 16)
#define SHM_SPAN_MAX (1u << 16)
#define SHM_TYPE_MAX (1u << 16)
#define SHM_MEMBER_MAX (1u << 18)
#define SHM_TARGET_MAX (1u << 16)
#define SHM_ENABLED_MAX (1u << 24) /* words */

/* The program's tables with strings as offsets into the strings region. */
struct program_site {
  uint32_t file, function, line, column, object, object2;
};
struct program_block {
  uint32_t file, function, line, flags;
};
struct program_line {
  uint32_t file, line, block, flags; /* block: index into coverage */
};
struct program_weak {
  uint32_t file, what, line;
};
struct program_global {
  uint64_t address, size;
  uint32_t name, file, line, pad;
};

struct program_local { /* a local object that stays in memory */
  uint32_t name, function, file, line;
  uint64_t size;
};

/* Types of inputs (wire/type.h). Numbers of types and members are 1 + the row. */
struct program_type {
  uint32_t name, kind, count, inner, member; /* member: the first of `count` rows */
  uint32_t same;                             /* the first type with the same id */
  uint64_t size;
};
struct program_member {
  uint32_t name, type, bit, bits;
  uint64_t offset;
};
/* Functions that pointer inputs may hold; type: a TYPE_FUNCTION. */
struct program_target {
  uint64_t address;
  uint32_t name, type;
};

/* How long the tables are that give numbers to threads, visible objects and input bytes. They
 * only grow, an entry before its count; the explorer may fill in the first entries before the
 * first plan (replay). Several targets of one campaign share them, so that a number, and with it
 * an address, means the same to all of them: whoever adds an entry holds the lock. */
struct shm_tables {
  _Atomic int32_t lock; /* process that holds it; 0: nobody */
  _Atomic uint32_t thread_count, visible_count, span_count, flat_count;
  _Atomic uint32_t has_fresh;        /* there have been runs with PLAN_FRESH */
  _Atomic uint32_t has_whole_blocks; /* a block was one step though others can tell its parts apart */
};

/* The last call out of the instrumented world: where a run is that does not come back. */
struct shm_call {
  _Atomic uint32_t name; /* in the strings region; 0: none in this run */
  uint32_t thread, site;
};

enum shm_status { SHM_STARTING, SHM_READY, SHM_FAILED };

struct shm {
  uint32_t magic, version;
  _Atomic uint32_t status; /* enum shm_status, set by the server */
  char failure[256];       /* why, when SHM_FAILED */

  _Atomic uint32_t wanted;   /* plans asked for */
  _Atomic uint32_t finished; /* plans done */
  _Atomic uint32_t target_sleeps, explorer_sleeps;
  _Atomic uint32_t quit; /* explorer: stop */
  _Atomic int32_t server_pid, running_pid;
  struct shm_call call; /* set by the program */

  /* Limits and options, set by the explorer before the target starts. */
  uint64_t max_loops;                         /* loop iterations in one run */
  uint64_t max_steps;                         /* visible operations in one run */
  uint32_t sym_stdin;                         /* symbolic bytes on stdin; 0: real stdin, empty */
  uint32_t fuzz_max;                          /* largest size given to LLVMFuzzerTestOneInput */
  uint64_t input_seed;                        /* of input bytes that no plan has decided; 0: these are 0 */
  uint32_t max_objects, max_depth, max_array; /* of the heap behind pointer inputs (runtime/shapes.c) */
  uint32_t sym_args_count, sym_args_length;   /* --sym-args COUNT,LENGTH */
  uint32_t check_leaks;
  uint32_t check_exit_code;  /* whether the exit code is 0 is a decision */
  uint32_t granularity_sync; /* plain accesses are recorded, fused: no scheduling points */
  uint32_t spurious;         /* condition variables may wake up for no reason */
  uint32_t reuse_memory;     /* malloc hands freed blocks out again, last freed first */
  uint32_t never_spins;      /* in the hand-over: others want the processor */
  uint32_t limit[LIMIT_COUNT];
  uint32_t can_reset; /* set by the target: statically linked, in-process runs possible */

  /* Filled by the server before SHM_READY. */
  uint32_t site_count, block_count, line_count, global_count, local_count, strings_size;
  uint32_t type_count, member_count, target_count;
  uint32_t weak_count; /* atomic operations that are weaker than sequentially consistent, and one of them */
  struct program_weak weak_example;

  /* Grown by the runtime. */
  uint32_t expr_count, pool_count;
  uint32_t hash_mask; /* current size of the hash table - 1 */
  uint32_t pad;

  struct batch batch;
  struct plan plan;
  struct trace trace;
};

/* Regions after struct shm, each page-aligned: REGION(field, type, count). Written once; offsets
 * follow. */
#define SHM_REGIONS(REGION)                                                                                  \
  REGION(event, struct event, SHM_EVENT_MAX)                                                                 \
  REGION(object, struct input_object, SHM_OBJECT_MAX)                                                        \
  REGION(tables, struct shm_tables, 1)                                                                       \
  REGION(coverage, uint8_t, SHM_COVERAGE_MAX)                                                                \
  REGION(thread, struct thread_name, LAYOUT_THREADS)                                                         \
  REGION(visible, struct visible, SHM_VISIBLE_MAX)                                                           \
  REGION(span, struct input_span, SHM_SPAN_MAX)                                                              \
  REGION(site, struct program_site, SHM_SITE_MAX)                                                            \
  REGION(block, struct program_block, SHM_COVERAGE_MAX)                                                      \
  REGION(line, struct program_line, SHM_COVERAGE_MAX)                                                        \
  REGION(global, struct program_global, SHM_SITE_MAX)                                                        \
  REGION(local, struct program_local, SHM_SITE_MAX)                                                          \
  REGION(type, struct program_type, SHM_TYPE_MAX)                                                            \
  REGION(member, struct program_member, SHM_MEMBER_MAX)                                                      \
  REGION(target, struct program_target, SHM_TARGET_MAX)                                                      \
  REGION(waiting, struct waiting, LAYOUT_THREADS)                                                            \
  REGION(waiting_stack, struct waiting_stack, LAYOUT_THREADS)                                                \
  REGION(enabled, uint64_t, SHM_ENABLED_MAX)                                                                 \
  REGION(packed, uint8_t, BATCH_PACKED_MAX)                                                                  \
  REGION(results, uint8_t, BATCH_RESULTS_MAX)                                                                \
  REGION(strings, char, SHM_STRINGS_MAX)                                                                     \
  REGION(node, struct expr, SHM_EXPR_MAX)                                                                    \
  REGION(value, uint64_t, SHM_EXPR_MAX)                                                                      \
  REGION(pool, uint32_t, SHM_POOL_MAX)                                                                       \
  REGION(hash, uint32_t, SHM_HASH_MAX)

#define SHM_PAGES(bytes) (((uint64_t)(bytes) + 4095) & ~4095ull)

/* Page numbers of the regions: each starts where the one before it ends, the enum counts them
 * up. */
enum shm_page {
  SHM_PAGE_START_ = SHM_PAGES(sizeof(struct shm)) / 4096 - 1,
#define REGION(field, type, count)                                                                           \
  SHM_PAGE_##field,                                                                                          \
      SHM_LAST_##field = SHM_PAGE_##field + SHM_PAGES(sizeof(type) * (uint64_t)(count)) / 4096 - 1,
  SHM_REGIONS(REGION)
#undef REGION
      SHM_PAGE_END_
};
#define SHM_SIZE ((uint64_t)SHM_PAGE_END_ * 4096)
/* What the targets of a campaign share: all of them map this part of the first one's file. */
#define SHM_COMMON ((uint64_t)SHM_PAGE_tables * 4096)
#define SHM_COMMON_SIZE ((uint64_t)(SHM_LAST_span + 1 - SHM_PAGE_tables) * 4096)

#define REGION(field, type, count)                                                                           \
  static inline type *shm_##field(const struct shm *s) {                                                     \
    return (type *)((char *)(uintptr_t)s + (uint64_t)SHM_PAGE_##field * 4096);                               \
  }
SHM_REGIONS(REGION)
#undef REGION

#endif
