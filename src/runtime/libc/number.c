/* stdlib.h, inttypes.h and others: integers read from strings, integer arithmetic, byte order. */
#define _GNU_SOURCE
#include "model.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

_Static_assert(LONG_MAX == INTMAX_MAX, "long, long long and intmax_t are read by the same function");

uintmax_t __raddle_digits_signed(const struct digits *d, bool negative) {
  uintmax_t limit = (uintmax_t)INTMAX_MAX + negative;
  if (d->largest > limit && (d->overflows | (d->value > limit))) {
    errno = ERANGE;
    return limit;
  }
  return negative ? -d->value : d->value;
}

uintmax_t __raddle_digits_unsigned(const struct digits *d, bool negative) {
  if (d->largest == UINTMAX_MAX && d->overflows) {
    errno = ERANGE;
    return UINTMAX_MAX;
  }
  return negative ? -d->value : d->value;
}

INLINED bool has_hex_prefix(const char *s) {
  return s[0] == '0' && (s[1] | 32) == 'x' && digit_of((unsigned char)s[2]) < 16;
}

/* Bases up to ten need the simple formula only: less for the solver. */
INLINED unsigned digit_in(char c, int base) {
  return base <= 10 ? (unsigned)(unsigned char)c - '0' : digit_of((unsigned char)c);
}

static uintmax_t parse(const char *s, char **end, int base, bool is_signed) {
  const char *start = s;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  while (is_space((unsigned char)*s)) s++;
  bool negative = false; /* set by the branch, so that it is concrete */
  if (*s == '-') negative = true;
  if (negative || *s == '+') s++;
  if ((base == 0 || base == 16) && has_hex_prefix(s)) {
    s += 2;
    base = 16;
  }
  if (base == 0) base = *s == '0' ? 8 : 10;

  struct digits d = {0};
  for (unsigned digit; (digit = digit_in(*s, base)) < (unsigned)base; s++) digits_add(&d, digit, base);
  if (end) *end = (char *)(d.count ? s : start);
  return is_signed ? __raddle_digits_signed(&d, negative) : __raddle_digits_unsigned(&d, negative);
}

long MODEL(strtol)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, true);
}
long long MODEL(strtoll)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, true);
}
long long MODEL(strtoq)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, true);
}
intmax_t MODEL(strtoimax)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, true);
}
unsigned long MODEL(strtoul)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, false);
}
unsigned long long MODEL(strtoull)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, false);
}
unsigned long long MODEL(strtouq)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, false);
}
uintmax_t MODEL(strtoumax)(const char *restrict s, char **restrict end, int base) {
  return parse(s, end, base, false);
}
int MODEL(atoi)(const char *s) { return (int)parse(s, NULL, 10, true); }
long MODEL(atol)(const char *s) { return parse(s, NULL, 10, true); }
long long MODEL(atoll)(const char *s) { return parse(s, NULL, 10, true); }

/* Arithmetic. Negation is done unsigned, as glibc's code behaves for the smallest number. */

int MODEL(abs)(int x) { return (int)(((unsigned)x ^ (unsigned)(x >> 31)) - (unsigned)(x >> 31)); }
long MODEL(labs)(long x) {
  return (long)(((unsigned long)x ^ (unsigned long)(x >> 63)) - (unsigned long)(x >> 63));
}
long long MODEL(llabs)(long long x) { return MODEL(labs)(x); }
intmax_t MODEL(imaxabs)(intmax_t x) { return MODEL(labs)(x); }

div_t MODEL(div)(int a, int b) { return (div_t){.quot = a / b, .rem = a % b}; }
ldiv_t MODEL(ldiv)(long a, long b) { return (ldiv_t){.quot = a / b, .rem = a % b}; }
lldiv_t MODEL(lldiv)(long long a, long long b) { return (lldiv_t){.quot = a / b, .rem = a % b}; }
imaxdiv_t MODEL(imaxdiv)(intmax_t a, intmax_t b) { return (imaxdiv_t){.quot = a / b, .rem = a % b}; }

int MODEL(ffs)(int x) { return __builtin_ffs(x); }
int MODEL(ffsl)(long x) { return __builtin_ffsl(x); }
int MODEL(ffsll)(long long x) { return __builtin_ffsll(x); }

/* Byte order, on a little-endian machine. */

uint16_t MODEL(htons)(uint16_t x) { return __builtin_bswap16(x); }
uint16_t MODEL(ntohs)(uint16_t x) { return __builtin_bswap16(x); }
uint32_t MODEL(htonl)(uint32_t x) { return __builtin_bswap32(x); }
uint32_t MODEL(ntohl)(uint32_t x) { return __builtin_bswap32(x); }
