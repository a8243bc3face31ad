/* Marking what a program is to be tested with. Each raddle_TYPE(name) is an input of that type, any
 * value: raddle finds the values that matter. Started by hand, inputs come from the environment
 * variable RADDLE_INPUT (hexadecimal bytes) or are 0.
 *
 *     int x = raddle_int("x");
 *     raddle_assume(x > 0);
 *     raddle_assert(f(x) != 42);
 */
#ifndef RADDLE_H
#define RADDLE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#ifndef __cplusplus
#include <stdbool.h>
#else
extern "C" {
#endif

char raddle_char(const char *name);
signed char raddle_schar(const char *name);
unsigned char raddle_uchar(const char *name);
short raddle_short(const char *name);
unsigned short raddle_ushort(const char *name);
int raddle_int(const char *name);
unsigned raddle_uint(const char *name);
long raddle_long(const char *name);
unsigned long raddle_ulong(const char *name);
long long raddle_longlong(const char *name);
unsigned long long raddle_ulonglong(const char *name);
bool raddle_bool(const char *name);
size_t raddle_size_t(const char *name);
ssize_t raddle_ssize_t(const char *name);
int8_t raddle_int8(const char *name);
int16_t raddle_int16(const char *name);
int32_t raddle_int32(const char *name);
int64_t raddle_int64(const char *name);
uint8_t raddle_uint8(const char *name);
uint16_t raddle_uint16(const char *name);
uint32_t raddle_uint32(const char *name);
uint64_t raddle_uint64(const char *name);
intptr_t raddle_intptr(const char *name);
uintptr_t raddle_uintptr(const char *name);
void *raddle_pointer(const char *name);
/* Floating-point inputs are taken as they are in the plan: other values of them are not searched
 * for. */
float raddle_float(const char *name);
double raddle_double(const char *name);

/* Makes size bytes at p inputs. */
void raddle_symbolic(void *p, size_t size, const char *name);
/* All inputs that other threads use exist: says so before the first pthread_create. What pointers
 * that are inputs lead to is decided here, so that it does not depend on which thread looks first. */
void raddle_settle(void);
/* 0 .. n-1 */
int raddle_choose(int n);
/* Runs in which the condition is false do not count. */
void raddle_assume(int condition);
/* Notes a value in the trace. */
void raddle_observe(uint64_t value);

void raddle_assert_failed(const char *text, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));
#define raddle_assert(condition)                                                                             \
  ((condition) ? (void)0 : raddle_assert_failed(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif
#endif
