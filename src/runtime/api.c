/* Inputs, assumptions and assertions, whatever they are called. Natively an assumption that does
 * not hold ends the program quietly, an assertion aborts it. */
#include "runtime/api.h"
#include <stdio.h>
#include <stdlib.h>

bool api_bool(const void *self, const char *name) {
  expr_id s;
  uint64_t value = inputs_scalar(1, false, name, &s) & 1;
  call_take(self);
  call_return(self, s ? expr_extract(0, 1, s) : 0);
  return value;
}

uint64_t api_fixed(unsigned bytes, const char *name) {
  expr_id s;
  uint64_t value = inputs_scalar(bytes, true, name, &s);
  if (s) record_fixed(s, value, "floating-point input", NULL);
  return value;
}

/* "argument 0 is not 0" */
static expr_id is_true(const void *self) {
  expr_id s = call_argument(call_take(self), 0);
  if (!s) return 0;
  return expr_not(expr_binary(EX_EQ, s, expr_const(expr_width(s), 0)));
}

static void assume(expr_id condition, bool holds, uint64_t pc) {
  if (condition) record_path(EV_ASSUME, condition, holds, NULL, pc);
  if (!holds) run_end(END_ASSUME, 0, "");
}

void api_assume(const void *self, uint64_t condition, uint64_t pc) {
  if (run_active) return assume(is_true(self), condition != 0, pc);
  if (!condition) exit(0);
}

void api_assert(const void *self, uint64_t condition, uint64_t pc) {
  if (run_active) {
    expr_id e = is_true(self);
    if (e) record_path(EV_BRANCH, e, condition != 0, NULL, pc);
    if (!condition) run_bug(BUG_ASSERT, NULL, 0, "an assertion failed");
  }
  if (condition) return;
  fprintf(stderr, "an assertion failed\n");
  abort();
}

int api_range(const void *self, int low, int high, const char *name, uint64_t pc) {
  expr_id s;
  int value = inputs_scalar(4, true, name, &s);
  call_take(self);
  if (run_active) {
    if (low >= high) run_end(END_ASSUME, 0, "an empty range");
    expr_id offset = expr_binary(EX_SUB, s, expr_const(32, low)),
            size = expr_const(32, (uint32_t)high - (uint32_t)low);
    assume(expr_binary(EX_ULT, offset, size), value >= low && value < high, pc);
  } else if (value < low || value >= high) {
    value = low;
  }
  call_return(self, s ? expr_shadow(s) : 0);
  return value;
}
