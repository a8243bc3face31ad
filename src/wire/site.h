/* What the instrumentation leaves in the program about itself: arrays in ELF sections, one piece
 * per object file, concatenated by the linker. Hooks get pointers into them; an id is the index in
 * the whole section. Section names are C identifiers, so the linker gives __start_ and __stop_.
 *
 *   raddle_sites    struct raddle_site      a place in the source where a hook is called
 *   raddle_cov      unsigned char           one byte per basic block, set to 1 when it runs
 *   raddle_blocks   struct raddle_block     raddle_blocks[i] describes raddle_cov[i]
 *   raddle_lines    struct raddle_line      each source line a block holds
 *   raddle_globals  struct raddle_global    the program's global variables
 *   raddle_funcs    struct raddle_func      instrumented functions
 *   raddle_externs  struct raddle_extern    functions called but not defined in the file
 *   raddle_weak     struct raddle_weak      atomic operations that are weaker than sequentially consistent
 *   raddle_locals   struct raddle_local     local objects whose address leaves their function's own loads and stores
 *   raddle_types    struct raddle_type      types of inputs, and all that they lead to (wire/type.h)
 *   raddle_targets  struct raddle_target    functions that such a pointer may point to (wire/type.h) */
#ifndef RADDLE_WIRE_SITE_H
#define RADDLE_WIRE_SITE_H

#include <stdint.h>

struct raddle_site {
  const char *file;
  const char *function;
  uint32_t line;
  uint32_t column;
  const char *
      object; /* what the source calls the memory that is accessed, the lock, ...: "v->cnt"; "": unknown, or a global */
  const char *object2; /* the mutex of a wait on a condition variable; what a block is copied from */
};

enum block_flag {
  BLOCK_IS_BRANCH = 1, /* the only way in is one outcome of a branch or switch: counted as a branch */
  BLOCK_IS_MODEL = 2,  /* belongs to raddle's own libc models: not counted */
};

struct raddle_block {
  const char *file;
  const char *function;
  uint32_t line;
  uint32_t flags;
};

struct raddle_line {
  const unsigned char *cov;
  const char *file;
  uint32_t line;
  uint32_t flags; /* BLOCK_IS_MODEL */
};

struct raddle_weak {
  const char *file;
  const char *what; /* "relaxed load" */
  uint32_t line;
  uint32_t pad;
};

struct raddle_global {
  const void *address;
  const char *name;
  uint64_t size;
  const char *file;
  uint64_t line;
};

struct raddle_local {
  const char *name; /* "" if debug information has none */
  const char *function;
  const char *file;
  uint64_t line;
  uint64_t size; /* 0: varies */
};

struct raddle_func {
  const void *address;
  const char *name;
};

/* state is written by the runtime at start. */
enum extern_state {
  EXTERN_KNOWN,   /* instrumented, a model, or output: nothing to do */
  EXTERN_UNKNOWN, /* anything may happen */
  EXTERN_PURE,    /* these as calls.def says */
  EXTERN_SHARES,
  EXTERN_CONSULTS,
  EXTERN_READS,
  EXTERN_KEEPS,
  EXTERN_ALIASES,
  EXTERN_OPAQUE,
  EXTERN_NAMED,
  EXTERN_TELLS, /* output; only calls through a pointer look at it */
};

struct raddle_extern {
  const char *name;
  const void *address;
  uint32_t state;
  uint32_t is_pointed_to; /* its address is taken: it may be called where no hook looks at `state` */
};

/* The tables of a shared library; each from a first row to one behind the last. */
struct raddle_module {
  const struct raddle_site *sites, *sites_end;
  const struct raddle_global *globals, *globals_end;
  const struct raddle_func *funcs, *funcs_end;
  struct raddle_extern *externs, *externs_end;
  const struct raddle_local *locals, *locals_end;
};

/* Cases of a switch on a symbolic value. Cases with one target form one group, numbered in order of
 * first appearance; the default is the group after the last. */
struct raddle_case {
  uint64_t value;
  uint64_t group;
};

struct raddle_switch {
  uint32_t case_count;
  uint32_t group_count; /* default aside */
  const struct raddle_case *cases;
};

#endif
