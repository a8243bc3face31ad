/* Shared parts of the functions that mark inputs and assumptions; api_*.c has the public names.
 * Each public function is weak, so that a program may define its own. The function exchanges
 * shadows with its caller through HOT, like instrumented code. */
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
/* The bytes of a double or float. They are inputs, but the run fixes them to their values. */
uint64_t api_fixed(unsigned bytes, const char *name) RT(api_fixed);
/* Assumes argument 0 of `self`: the run ends if the condition is false. */
void api_assume(const void *self, uint64_t condition, uint64_t pc) RT(api_assume);
/* Asserts argument 0: a decision, and a bug if the condition is false. */
void api_assert(const void *self, uint64_t condition, uint64_t pc) RT(api_assert);
/* A 32-bit input v with low <= v < high. */
int api_range(const void *self, int low, int high, const char *name, uint64_t pc) RT(api_range);

#endif
