/* What the program says about itself; see program.c. */
#ifndef RADDLE_RUNTIME_PROGRAM_H
#define RADDLE_RUNTIME_PROGRAM_H

#include "runtime/rt.h"

#define PROGRAM_FUNCS_MAX (1u << 20)
#define PROGRAM_GLOBALS_MAX SHM_SITE_MAX
#define PROGRAM_EXTERNS_MAX (1u << 18)

struct function {
  uint64_t start, end;
};

struct program_state {
  uint32_t func_count, global_count;
  struct function func[PROGRAM_FUNCS_MAX];                 /* instrumented, sorted */
  const struct raddle_global *global[PROGRAM_GLOBALS_MAX]; /* sorted by address */
  bool is_sink[PROGRAM_EXTERNS_MAX];
  bool is_static;
  bool must_fork; /* what a reset cannot undo may be called through a pointer, unseen */
};

void program_publish(void) RT(program_publish);
bool program_has_pc(uint64_t pc) RT(program_has_pc); /* the address is in instrumented code */
/* The call that returns to the address is. A call that never returns may be the last thing in its function. */
static inline bool program_made_call(uint64_t return_address) { return program_has_pc(return_address - 1); }
const struct raddle_global *program_global_before(uint64_t address) RT(program_global_before);
uint32_t program_local_index(const struct raddle_local *) RT(program_local_index);
uint32_t program_global_index(const struct raddle_global *) RT(program_global_index);
bool program_is_sink(const struct raddle_extern *) RT(program_is_sink);
/* New coverage of this run goes to the explorer. */
void program_forget_coverage(void) RT(program_forget_coverage); /* since it was published last */
uint32_t program_publish_coverage(void) RT(program_publish_coverage);
/* Ends of the functions, from the executable's symbol table; see symbols.c. */
void program_find_ends(struct function *func, uint32_t count) RT(program_find_ends);
void program_coverage_range(uint64_t *start, uint64_t *end) RT(program_coverage_range);

extern const struct raddle_site __start_raddle_sites[] __attribute__((weak));

#endif
