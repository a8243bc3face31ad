/* stdlib.h: floating-point numbers read from strings.
 *
 * Values of floating-point numbers are not followed. So the real function computes the number, and the bytes it was read
 * from are fixed to what they are in this run. The shape of the number is branched on first: other
 * shapes are tried, other digits are not. */
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

static size_t branch_on_shape(const char *s, size_t n) {
  size_t digits = 0, others = 0;
  for (size_t i = 0; i < n; i++) {
    if ((unsigned char)s[i] - (unsigned)'0' < 10) digits++;
    else if (s[i] == '-' || s[i] == '.') others++;
  }
  return digits + others;
}

/* Up to `end`, and the byte there, which is why the number ends. */
static void take_text(const char *s, const char *end) {
  size_t n = end - s + 1;
  if (concrete_bytes(s, n) == n) return;
  branch_on_shape(s, n);
  __raddle_fix_text(s, n);
}

#define READ(name, type)                                                                                     \
  type MODEL(name)(const char *restrict s, char **restrict end) {                                            \
    char *stop = NULL;                                                                                       \
    type value = name(s, &stop);                                                                             \
    take_text(s, stop);                                                                                      \
    if (end) *end = stop;                                                                                    \
    return value;                                                                                            \
  }
READ(strtod, double)
READ(strtof, float)
READ(strtold, long double)

double MODEL(atof)(const char *s) { return MODEL(strtod)(s, NULL); }
