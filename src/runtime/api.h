/* What the functions that mark inputs and assumptions are made of; the public names are in
 * api_*.c. Each exists once for each world it comes from, is weak, so that a program may define
 * its own, and speaks of shadows through HOT. */
#ifndef RADDLE_RUNTIME_API_H
#define RADDLE_RUNTIME_API_H

#include "runtime/state.h"
#include "runtime/build.h"

#define API __attribute__((weak))
#define API_PC ((uint64_t)__builtin_return_address(0))

/* A scalar input returned by the function `self`. */
static inline uint64_t api_input(const void *self, unsigned bytes, bool is_signed, const char *name) {
  expr_id s;
  uint64_t value = inputs_scalar(bytes, is_signed, name, &s);
  call_take(self);
  call_return(self, s);
  return value;
}

bool api_bool(const void *self, const char *name) RT(api_bool);
/* A double's or float's bytes: inputs, but fixed to what they are. */
uint64_t api_fixed(unsigned bytes, const char *name) RT(api_fixed);
/* An assumption about argument 0 of `self`: ends the run if it does not hold. */
void api_assume(const void *self, uint64_t condition, uint64_t pc) RT(api_assume);
/* An assertion about argument 0: a branch, and a bug. */
void api_assert(const void *self, uint64_t condition, uint64_t pc) RT(api_assert);
/* A 32-bit input v with low <= v < high. */
int api_range(const void *self, int low, int high, const char *name, uint64_t pc) RT(api_range);

#endif
