/* KLEE's intrinsics (include/klee/klee.h). What only steers KLEE's own search does nothing here. */
#include "runtime/api.h"
#include <stdio.h>
#include <stdlib.h>

API void klee_make_symbolic(void *p, size_t size, const char *name) {
  expr_id s = call_argument(call_take(klee_make_symbolic), 1);
  if (s) record_split(s, size, UINT64_MAX, "size of an input", NULL);
  __raddle_symbolic(p, size, name);
}

API int klee_int(const char *name) { return api_input(klee_int, 4, true, name); }
API int klee_range(int low, int high, const char *name) {
  return api_range(klee_range, low, high, name, API_PC);
}
API void klee_assume(uintptr_t condition) { api_assume(klee_assume, condition, API_PC); }

API uintptr_t klee_choose(uintptr_t n) {
  uint64_t value = (uint32_t)api_range(klee_choose, 0, n > INT32_MAX ? INT32_MAX : (int)n, "choose", API_PC);
  expr_id s = HOT->result[0];
  call_return(klee_choose, s ? expr_zext(64, s) : 0);
  return value;
}

API unsigned klee_is_symbolic(uintptr_t n) {
  (void)n;
  return call_argument(call_take(klee_is_symbolic), 0) != 0;
}

API _Noreturn void klee_silent_exit(int status) {
  if (run_active) run_end(END_ASSUME, status, "klee_silent_exit");
  exit(status);
}

API _Noreturn void klee_abort(void) {
  if (run_active) run_bug(BUG_ABORT, NULL, 0, "klee_abort() was called");
  abort();
}

API _Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)suffix;
  if (run_active) run_bug(BUG_ASSERT, NULL, 0, "%s", message);
  fprintf(stderr, "%s:%d: %s\n", file, line, message);
  abort();
}

/* A value with its expression dropped: the run's path stays as it is, and the verdict says so. */
#define GET_VALUE(name, type)                                                                                \
  API type klee_get_value_##name(type value) {                                                               \
    expr_id s = call_argument(call_take(klee_get_value_##name), 0);                                          \
    if (s) record_fixed(s, (uint64_t)value &expr_mask(expr_width(s)), "klee_get_value", NULL);               \
    return value;                                                                                            \
  }
GET_VALUE(i32, int32_t)
GET_VALUE(i64, int64_t)
API float klee_get_value_f(float value) { return value; }
API double klee_get_value_d(double value) { return value; }
API long klee_get_value_l(long value) { return klee_get_value_i64(value); }

API void klee_warning(const char *message) { (void)message; }
API void klee_warning_once(const char *message) { (void)message; }
API void klee_prefer_cex(void *p, uintptr_t condition) {
  (void)p, (void)condition, call_take(klee_prefer_cex);
}
API void klee_posix_prefer_cex(void *p, uintptr_t condition) {
  (void)p, (void)condition, call_take(klee_posix_prefer_cex);
}
API void klee_mark_global(void *p) { (void)p; }
API void klee_print_expr(const char *text, ...) { (void)text, call_take(klee_print_expr); }
API void klee_print_range(const char *name, int value) {
  (void)name, (void)value, call_take(klee_print_range);
}
API void klee_open_merge(void) {}
API void klee_close_merge(void) {}
API void klee_stack_trace(void) {}
API void klee_set_forking(unsigned enable) { (void)enable; }
API void klee_check_memory_access(const void *p, size_t size) {
  call_take(klee_check_memory_access);
  if (run_active) memory_check(p, size, false, NULL);
}
