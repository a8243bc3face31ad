/* The program's tables about itself; see program.c. */
#ifndef RADDLE_RUNTIME_PROGRAM_H
#define RADDLE_RUNTIME_PROGRAM_H

#include "runtime/rt.h"

#define PROGRAM_FUNCS_MAX (1u << 20)
#define PROGRAM_GLOBALS_MAX SHM_SITE_MAX

struct function {
  uint64_t start, end;
};

/* A shared library compiled with raddle cc. Its rows in the explorer's tables begin at these
 * indices. The library's coverage is not counted. Sites identify places in its code, since its
 * addresses are not the program's. */
struct module {
  const struct raddle_module *tables;
  uint32_t site_base, local_base, global_base;
};
#define PROGRAM_MODULES 16

struct program_state {
  uint32_t module_count;
  struct module module[PROGRAM_MODULES];
  uint32_t func_count, global_count;
  struct function func[PROGRAM_FUNCS_MAX];                 /* instrumented, sorted */
  const struct raddle_global *global[PROGRAM_GLOBALS_MAX]; /* sorted by address */
  bool is_static;
  bool has_unknown; /* functions that are neither instrumented nor listed are called or pointed to */
  bool must_fork;   /* what a reset cannot undo may be called through a pointer, unseen */
};

void program_publish(void) RT(program_publish);
bool program_has_pc(uint64_t pc) RT(program_has_pc); /* the address is in instrumented code */
/* Instrumented code makes the call that returns to this address. A call that never returns may
 * be the last instruction of its function. */
static inline bool program_made_call(uint64_t return_address) { return program_has_pc(return_address - 1); }
const struct raddle_global *program_global_before(uint64_t address) RT(program_global_before);
uint32_t program_site_index(site_ref) RT(program_site_index); /* 0: not known */
uint32_t program_local_index(const struct raddle_local *) RT(program_local_index);
uint32_t program_global_index(const struct raddle_global *) RT(program_global_index);
bool program_is_instrumented(const void *function) RT(program_is_instrumented);
/* The function that the program names at this address; NULL: none. */
const struct raddle_extern *program_extern_at(const void *address) RT(program_extern_at);
bool extern_survives_reset(enum extern_state) RT(extern_survives_reset);
/* Publishes the new coverage of this run to the explorer. */
void program_forget_coverage(void) RT(program_forget_coverage); /* since it was published last */
uint32_t program_publish_coverage(void) RT(program_publish_coverage);
/* The ends of functions, from the symbol table of the executable; see symbols.c. */
void program_find_ends(struct function *func, uint32_t count) RT(program_find_ends);
void program_coverage_range(uint64_t *start, uint64_t *end) RT(program_coverage_range);

#endif
