/* raddle.h without raddle: inputs come from the environment variable INPUTS, numbers with commas between, in the order
 * in which the program asks; bytes of raddle_symbolic() are one number each. For comparing with a plain compiler. */
#ifndef STUB_RADDLE_H
#define STUB_RADDLE_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static inline unsigned long long stub_input(void) {
  static const char *rest;
  if (!rest) rest = getenv("INPUTS") ? getenv("INPUTS") : "";
  if (!*rest) return 0;
  char *end;
  unsigned long long value =
      *rest == '-' ? (unsigned long long)strtoll(rest, &end, 10) : strtoull(rest, &end, 10);
  rest = *end == ',' ? end + 1 : end;
  return value;
}

#define STUB(name, type)                                                                                     \
  static inline type raddle_##name(const char *label) {                                                      \
    (void)label;                                                                                             \
    return (type)stub_input();                                                                               \
  }
STUB(char, char)
STUB(schar, signed char)
STUB(uchar, unsigned char)
STUB(short, short)
STUB(ushort, unsigned short)
STUB(int, int)
STUB(uint, unsigned)
STUB(long, long)
STUB(ulong, unsigned long)
#undef STUB

static inline void raddle_symbolic(void *p, size_t n, const char *label) {
  (void)label;
  for (size_t i = 0; i < n; i++) ((unsigned char *)p)[i] = (unsigned char)stub_input();
}
static inline void raddle_observe(uint64_t value) { (void)value; }
static inline void raddle_assume(int c) {
  if (!c) exit(0);
}
static inline void raddle_assert(int c) {
  if (!c) abort();
}
#endif
