/* stdlib.h: floating-point numbers read from strings.
 *
 * Values of floating-point numbers are not followed. So the real function computes the number,
 * and the bytes it was read from are fixed to what they are in this run. The shape of the number
 * is branched on first: other shapes are tried, other digits are not. */
#define _GNU_SOURCE
#include "model.h"
#include <stdlib.h>

/* The conversion to float is where raddle fixes a value. */
void __raddle_fix_text(const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    volatile float fixed = s[i];
    (void)fixed;
  }
}

/* Whether a digit is 0 is part of the shape: it decides signs and divisions. */
static const char *digits_end(const char *s) {
  while (*s == '0' || (unsigned char)*s - (unsigned)'1' < 9) s++;
  return s;
}

/* Where a decimal number ends, found by branches on every byte of it. */
static const char *shape_end(const char *s) {
  while (is_space((unsigned char)*s)) s++;
  if (*s == '-' || *s == '+') s++;
  s = digits_end(s);
  if (*s == '.') s = digits_end(s + 1);
  if ((*s | 32) != 'e') return s;
  s++;
  if (*s == '-' || *s == '+') s++;
  return digits_end(s);
}

/* Everything the real function looked at to get as far as `end`: the byte behind the number is
 * why it ends. */
static void take_text(const char *s, const char *end) {
  size_t n = end - s + 1;
  const char *shape = shape_end(s);
  if (shape > end) n = shape - s + 1;
  if (concrete_bytes(s, n) < n) __raddle_fix_text(s, n);
}

#define READ(name, type)                                                                                     \
  type MODEL(name)(const char *restrict s, char **restrict end) {                                            \
    char *stop = NULL;                                                                                       \
    type value = name(s, &stop);                                                                             \
    if (touch(s, stop - s + 1, false)) value = name(s, &stop);                                               \
    take_text(s, stop);                                                                                      \
    if (end) *end = stop;                                                                                    \
    return value;                                                                                            \
  }
READ(strtod, double)
READ(strtof, float)
READ(strtold, long double)

double MODEL(atof)(const char *s) { return MODEL(strtod)(s, NULL); }
