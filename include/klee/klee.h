/* KLEE's interface on raddle's inputs: the functions test programs call. Those that only steer
 * KLEE do nothing. */
#ifndef RADDLE_KLEE_H
#define RADDLE_KLEE_H

#include "../raddle.h"

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *p, size_t size, const char *name);
int klee_int(const char *name);
int klee_range(int low, int high, const char *name); /* low <= result < high */
uintptr_t klee_choose(uintptr_t n);                  /* 0 .. n-1 */
void klee_assume(uintptr_t condition);
unsigned klee_is_symbolic(uintptr_t n);
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);
long klee_get_value_l(long value);
float klee_get_value_f(float value);
double klee_get_value_d(double value);
void klee_check_memory_access(const void *p, size_t size);

void klee_prefer_cex(void *p, uintptr_t condition);
void klee_posix_prefer_cex(void *p, uintptr_t condition);
void klee_mark_global(void *p);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *text, ...);
void klee_print_range(const char *name, int value);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);
void klee_set_forking(unsigned enable);

#define klee_assert(condition)                                                                               \
  ((condition) ? (void)0 : raddle_assert_failed(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif
#endif
