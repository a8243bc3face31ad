/* Where things live in the tested program's address space.
 *
 * Every address is fixed, so that an address is a stable name across runs and so that the
 * inlined checks are a constant away from the shadow. Everything the program can touch lies
 * in distinct places modulo 2^42, because the shadow is indexed by the low 42 bits:
 *
 *   0x000000400000  program image (static, not PIE)
 *   0x000070000000  hot: call hand-over and loop budget (below 2 GB: short encodings)
 *   0x010000000000  heap arenas, one per thread      (4 TB window: 42 bits)
 *   0x01c000000000  objects that a test begins with, behind its pointer inputs (runtime/shapes.c)
 *   0x020000000000  large blocks, page-granular with guard pages
 *   0x030000000000  program stacks, one per thread
 *   0x400000000000  shadow, 16 TB, MAP_NORESERVE: 4 bytes for each program byte
 *   0x500000000000  owners, 1 TB, MAP_NORESERVE: 2 bytes for each 8 program bytes (wire/owner.h)
 *   0x600000000000  the mapping shared with the explorer (wire/shm.h)
 *   0x680000000000  the runtime's private state, never part of a reset
 *   0x7ff.........  kernel stack, vdso (folds to 0x3ff........ in the shadow window)
 */
#ifndef RADDLE_WIRE_LAYOUT_H
#define RADDLE_WIRE_LAYOUT_H

#include <stdint.h>

#define LAYOUT_NULL_END (64UL << 10) /* an address below is NULL, or a member of what is there */
#define LAYOUT_HOT 0x70000000UL
#define LAYOUT_ARENAS 0x010000000000UL
#define LAYOUT_INPUTS 0x01c000000000UL
#define LAYOUT_INPUT_SLOT                                                                                    \
  (64UL << 10) /* label k's object begins in the middle of slot k; label 0 is not used */
#define LAYOUT_INPUT_LABELS 4096u
#define LAYOUT_INPUT_SIZE (LAYOUT_INPUT_SLOT / 2) /* the largest object */
#define LAYOUT_LARGE 0x020000000000UL
#define LAYOUT_LARGE_END 0x030000000000UL
#define LAYOUT_STACKS 0x030000000000UL
#define LAYOUT_STACK_SIZE                                                                                    \
  (8UL << 20) /* thread t's: at LAYOUT_STACKS + t * LAYOUT_STACK_SLOT, a guard below it */
#define LAYOUT_STACK_SLOT (16UL << 20)
#define LAYOUT_THREADS 16384u /* threads there can be in one run */
#define LAYOUT_SHADOW 0x400000000000UL
#define LAYOUT_SHADOW_BITS 42
#define LAYOUT_SHADOW_SIZE (4UL << LAYOUT_SHADOW_BITS)
#define LAYOUT_OWNERS 0x500000000000UL
#define LAYOUT_OWNERS_SIZE (1UL << (LAYOUT_SHADOW_BITS - 2))
#define LAYOUT_SHM 0x600000000000UL
#define LAYOUT_STATE 0x680000000000UL

static inline uint64_t layout_slot(uint32_t label) { return LAYOUT_INPUTS + label * LAYOUT_INPUT_SLOT; }
static inline uint64_t layout_input(uint32_t label) { return layout_slot(label) + LAYOUT_INPUT_SLOT / 2; }
/* The label whose slot holds the address; 0: none. */
static inline uint32_t layout_label(uint64_t address) {
  uint64_t label = (address - LAYOUT_INPUTS) / LAYOUT_INPUT_SLOT;
  return label < LAYOUT_INPUT_LABELS ? (uint32_t)label : 0;
}

/* Thread t's part of the heap windows: a small arena, and room for large blocks. Main's are the
 * largest; a thread that needs more than its part ends the run as `full`. */
struct layout_part {
  uint64_t base, size;
};
static inline struct layout_part layout_arena(uint32_t t) {
  if (!t) return (struct layout_part){LAYOUT_ARENAS, 1UL << 30};
  return (struct layout_part){LAYOUT_ARENAS + (1UL << 30) + (t - 1) * (32UL << 20), 32UL << 20};
}
static inline struct layout_part layout_large(uint32_t t) {
  if (!t) return (struct layout_part){LAYOUT_LARGE, 256UL << 30};
  if (t < 256) return (struct layout_part){LAYOUT_LARGE + (256UL << 30) + (t - 1) * (2UL << 30), 2UL << 30};
  return (struct layout_part){LAYOUT_LARGE + (768UL << 30) + (t - 256) * (8UL << 20), 8UL << 20};
}

/* One shadow cell per byte of program memory: 0 is a concrete byte; SHADOW_POISON a byte that
 * belongs to no live object; anything else is (expression id << 3 | which byte of it), so that
 * the n cells of a value stored whole read (e,0) (e,1) ... (e,n-1). */
typedef uint32_t shadow_cell;
#define SHADOW_POISON 0xffffffffu
#define SHADOW_CELL(expr, byte) ((shadow_cell)((expr) << 3 | (byte)))
#define SHADOW_EXPR(cell) ((cell) >> 3)
#define SHADOW_BYTE(cell) ((cell) & 7u)

static inline shadow_cell *shadow_of(const void *p) {
  uint64_t low = (uint64_t)p << (64 - LAYOUT_SHADOW_BITS) >> (64 - LAYOUT_SHADOW_BITS);
  return (shadow_cell *)(LAYOUT_SHADOW + low * sizeof(shadow_cell));
}

/* What caller and callee hand over beside the call itself. The caller stores the shadows of the
 * arguments and `callee`; an instrumented callee takes them if `callee` is itself and clears it;
 * it leaves its result's shadow in `result` and itself in `returned`. So code that was not
 * instrumented, on either side, is seen as passing concrete values. */
#define HOT_ARGS 64
#define HOT_RESULTS 8
#define HOT_LOCALS 2048
struct raddle_local;
struct hot_local {
  uint64_t start, size, frame;
  const struct raddle_local *what;
};
struct raddle_site;
struct raddle_hot {
  int64_t budget; /* loop iterations left before the run is called endless */
  uint16_t tag;   /* of the running thread's segment; 0 until there is a second thread (wire/owner.h) */
  uint8_t has_visible_locals; /* announcing a local must look whether it is a visible one */
  uint8_t is_straight;        /* the atomic section that begins next touches the same wherever it stands */
  uint8_t has_inputs;         /* something in this run is symbolic, or was */
  uint8_t has_pointers;       /* so are pointers: following them decides where they point */
  uint8_t watches_calls;      /* calls through pointers must look whether their target is instrumented */
  void *self;                 /* the running thread, a struct of the runtime's */
  const struct raddle_site *site; /* of the last call to a function of the runtime */
  const void *callee;             /* function for which `args` was written; 0: taken */
  const void *returned;           /* function that wrote `result` last */
  uint32_t result[HOT_RESULTS];
  uint32_t nargs; /* how many of args[] the caller wrote, variadic ones included */
  uint32_t fixed; /* of these, how many belong to named parameters */
  uint32_t args[HOT_ARGS];
  const void *byval[HOT_ARGS]; /* source of a struct passed in memory: its shadow is copied */
  uint8_t arg_class[HOT_ARGS]; /* enum arg_class, written for variadic calls only */
  uint32_t arg_size[HOT_ARGS]; /* bytes of an ARG_MEMORY argument */
  /* Local objects of the running thread (HOT_LOCALS of them), sorted by frame, innermost last.
   * Those of frames that have returned are dropped when the next one is added, and not looked at
   * before. When it is full the innermost are left out. */
  uint32_t local_count;
  struct hot_local *local;
};
enum arg_class { ARG_INTEGER, ARG_FLOAT, ARG_MEMORY };
#define HOT ((struct raddle_hot *)LAYOUT_HOT)

/* What a variadic function keeps of that, in its frame: so it is small. */
#define SAVED_STRUCTS 16
struct raddle_saved {
  uint32_t nargs, fixed;              /* nargs 0: nothing was handed over */
  const void *structs[SAVED_STRUCTS]; /* byval of the first ARG_MEMORY arguments */
  uint32_t shadow_or_size[HOT_ARGS];  /* args, or arg_size where it is ARG_MEMORY */
  uint8_t arg_class[HOT_ARGS];
};

#endif
