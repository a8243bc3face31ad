/* stdio.h: printf into memory. Output to streams needs no model: nothing of it flows back.
 *
 * One conversion is read into a struct directive, then formatted by its class. Floating-point
 * conversions are left to the real snprintf, one at a time. Formats with anything else that is
 * not known here (%m, %ls, %1$d, numbers beyond nine digits) go to the real function as a whole. */
#define _GNU_SOURCE
#include "model.h"
#include "outside.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct directive {
  bool left, plus, space, alternate, zero;
  int width, precision; /* precision < 0: none */
  char length;          /* h l z j t L; H for hh, q for ll */
  char conversion;
};

/* Where the text goes: `total` bytes were wanted so far, those before `room` are written. */
struct output {
  char *to;
  size_t room, total;
};

static void put(struct output *o, const char *bytes, size_t n) {
  size_t left = o->room > o->total ? o->room - o->total : 0;
  if (left > 0) __builtin_memcpy(o->to + o->total, bytes, n < left ? n : left);
  o->total += n;
}

static void pad(struct output *o, char c, long n) {
  if (n <= 0) return;
  size_t left = o->room > o->total ? o->room - o->total : 0;
  if (left > 0) __builtin_memset(o->to + o->total, c, (size_t)n < left ? (size_t)n : left);
  o->total += n;
}

static void put_padded(struct output *o, const struct directive *d, const char *bytes, size_t n) {
  long blanks = d->width - (long)n;
  if (!d->left) pad(o, ' ', blanks);
  put(o, bytes, n);
  if (d->left) pad(o, ' ', blanks);
}

/* Reading the format. */

static const char *read_flags(const char *f, struct directive *d) {
  for (;; f++) {
    switch (*f) {
    case '-': d->left = true; break;
    case '+': d->plus = true; break;
    case ' ': d->space = true; break;
    case '#': d->alternate = true; break;
    case '0': d->zero = true; break;
    case '\'': break; /* the C locale groups nothing */
    default: return f;
    }
  }
}

static const char *read_number(const char *f, int *n) {
  for (*n = 0; (unsigned)*f - '0' < 10; f++) *n = *n * 10 + (*f - '0');
  return f;
}

static const char *read_length(const char *f, struct directive *d) {
  switch (*f) {
  case 'h': d->length = f[1] == 'h' ? 'H' : 'h'; break;
  case 'l': d->length = f[1] == 'l' ? 'q' : 'l'; break;
  case 'q':
  case 'L':
  case 'j':
  case 'z':
  case 't': d->length = *f; break;
  default: return f;
  }
  return f[0] == f[1] && (*f == 'h' || *f == 'l') ? f + 2 : f + 1;
}

struct arguments {
  va_list list; /* in a struct, so that its address can be passed on */
};

static const char *read_directive(const char *f, struct directive *d, struct arguments *args) {
  *d = (struct directive){.precision = -1};
  f = read_flags(f, d);
  if (*f == '*') {
    f++;
    d->width = va_arg(args->list, int);
    if (d->width < 0) {
      d->left = true;
      d->width = -d->width;
    }
  } else {
    f = read_number(f, &d->width);
  }
  if (*f == '.') {
    if (*++f == '*') {
      f++;
      d->precision = va_arg(args->list, int);
    } else {
      f = read_number(f, &d->precision);
    }
  }
  f = read_length(f, d);
  d->conversion = *f;
  return *f ? f + 1 : f;
}

/* Is every directive of the format one of those formatted here? */
UNINSTRUMENTED bool is_modelled(const char *f) {
  if (HOT->tag) touch(f, strlen(f) + 1, false);
  while ((f = strchr(f, '%'))) {
    f += 1 + strspn(f + 1, "-+ #0'");
    size_t width = strspn(f, "0123456789*");
    f += width;
    if (*f == '.') f++;
    size_t precision = strspn(f, "0123456789*");
    f += precision;
    size_t length = strspn(f, "hlqLjzt");
    bool is_wide = length > 0 && (f[0] == 'l' || f[0] == 'q' || f[0] == 'L');
    f += length;
    if (!*f || width > 9 || precision > 9 || length > 2) return false;
    if (!strchr("diouxXcspn%fFeEgGaA", *f) || (is_wide && strchr("cs", *f))) return false;
    f++;
  }
  return true;
}

/* Numbers. */

static intmax_t signed_argument(char length, struct arguments *args) {
  switch (length) {
  case 'H': return (signed char)va_arg(args->list, int);
  case 'h': return (short)va_arg(args->list, int);
  case 0: return va_arg(args->list, int);
  default: return va_arg(args->list, long);
  }
}

static uintmax_t unsigned_argument(char length, struct arguments *args) {
  switch (length) {
  case 'H': return (unsigned char)va_arg(args->list, unsigned);
  case 'h': return (unsigned short)va_arg(args->list, unsigned);
  case 0: return va_arg(args->list, unsigned);
  default: return va_arg(args->list, unsigned long);
  }
}

static bool is_narrow(char length) { return length == 0 || length == 'h' || length == 'H'; }

/* The digits of v, written to end before `end`; none for 0. Made to be easy for the solver: no
 * wider division than needed, powers of two by shifting, letters by arithmetic rather than from
 * a table. */
static char *write_digits(char *end, uintmax_t v, const struct directive *d) {
  char conversion = d->conversion;
  bool is_decimal = conversion != 'x' && conversion != 'X' && conversion != 'o';
  if (is_decimal && is_narrow(d->length)) {
    for (uint32_t w = v; w; w /= 10) *--end = '0' + w % 10;
    return end;
  }
  if (is_decimal) {
    for (; v; v /= 10) *--end = '0' + v % 10;
    return end;
  }
  unsigned shift = conversion == 'o' ? 3 : 4;
  unsigned letters = (conversion == 'X' ? 'A' : 'a') - '0' - 10;
  for (; v; v >>= shift) {
    unsigned digit = v & ((1u << shift) - 1);
    *--end = '0' + digit + (-(unsigned)(digit > 9) & letters);
  }
  return end;
}

static void put_number(struct output *o, const struct directive *d, uintmax_t v, const char *sign) {
  char text[24], *end = text + sizeof text, *digits = write_digits(end, v, d);
  long count = end - digits, smallest = d->precision < 0 ? 1 : d->precision;
  bool is_hex = d->conversion == 'x' || d->conversion == 'X';
  const char *prefix = sign;
  if (d->alternate && is_hex && count > 0) prefix = d->conversion == 'x' ? "0x" : "0X";
  if (d->alternate && d->conversion == 'o' && smallest <= count) smallest = count + 1;
  long zeros = smallest > count ? smallest - count : 0;
  long prefixed = strlen(prefix) + (is_hex && *sign && prefix != sign);
  if (d->zero && !d->left && d->precision < 0 && d->width > prefixed + zeros + count)
    zeros = d->width - prefixed - count;
  long blanks = d->width - prefixed - zeros - count;
  if (!d->left) pad(o, ' ', blanks);
  if (prefix != sign) put(o, sign, strlen(sign));
  put(o, prefix, strlen(prefix));
  pad(o, '0', zeros);
  put(o, digits, count);
  if (d->left) pad(o, ' ', blanks);
}

static const char *sign_of(const struct directive *d, bool negative) {
  if (negative) return "-";
  return d->plus ? "+" : d->space ? " " : "";
}

static void put_signed(struct output *o, const struct directive *d, intmax_t v) {
  bool negative = v < 0;
  put_number(o, d, negative ? -(uintmax_t)v : (uintmax_t)v, sign_of(d, negative));
}

static void put_pointer(struct output *o, struct directive *d, const void *p) {
  if (!p) {
    put_padded(o, d, "(nil)", 5);
    return;
  }
  d->conversion = 'x';
  d->alternate = true;
  put_number(o, d, (uintptr_t)p, sign_of(d, false));
}

static void put_string(struct output *o, const struct directive *d, const char *s) {
  if (!s) s = d->precision < 0 || d->precision >= 6 ? "(null)" : "";
  put_padded(o, d, s, MODEL(strnlen)(s, d->precision < 0 ? SIZE_MAX : (size_t)d->precision));
}

/* The directive spelled again for the real snprintf, which is given width and precision as
 * arguments. */
static void put_float(struct output *o, const struct directive *d, struct arguments *args) {
  char spec[16], small[128], *s = spec, *text = small;
  *s++ = '%';
  if (d->left) *s++ = '-';
  if (d->plus) *s++ = '+';
  if (d->space) *s++ = ' ';
  if (d->alternate) *s++ = '#';
  if (d->zero) *s++ = '0';
  *s++ = '*', *s++ = '.', *s++ = '*';
  if (d->length == 'L') *s++ = 'L';
  *s++ = d->conversion;
  *s = 0;
  long double wide = 0;
  double narrow = 0;
  if (d->length == 'L')
    wide = va_arg(args->list, long double);
  else
    narrow = va_arg(args->list, double);

#define FORMAT(to, size)                                                                                     \
  (d->length == 'L' ? snprintf(to, size, spec, d->width, d->precision, wide)                                 \
                    : snprintf(to, size, spec, d->width, d->precision, narrow))
  int n = FORMAT(small, sizeof small);
  if (n < 0) return;
  if ((size_t)n >= sizeof small) {
    text = malloc(n + 1);
    if (!text) return;
    FORMAT(text, n + 1);
  }
#undef FORMAT
  forget_shadow(text, n);
  put(o, text, n);
  if (text != small) free(text);
}

static void put_count(size_t total, char length, struct arguments *args) {
  void *to = va_arg(args->list, void *);
  switch (length) {
  case 'H': *(signed char *)to = total; break;
  case 'h': *(short *)to = total; break;
  case 0: *(int *)to = total; break;
  default: *(long *)to = total; break;
  }
}

static void put_directive(struct output *o, struct directive *d, struct arguments *args) {
  char c;
  switch (d->conversion) {
  case 'd':
  case 'i': put_signed(o, d, signed_argument(d->length, args)); break;
  case 'u':
  case 'o':
  case 'x':
  case 'X': put_number(o, d, unsigned_argument(d->length, args), ""); break;
  case 'c': c = va_arg(args->list, int), put_padded(o, d, &c, 1); break;
  case 's': put_string(o, d, va_arg(args->list, const char *)); break;
  case 'p': put_pointer(o, d, va_arg(args->list, const void *)); break;
  case 'n': put_count(o->total, d->length, args); break;
  case '%': put(o, "%", 1); break;
  default: put_float(o, d, args); break;
  }
}

static int format(struct output *o, const char *f, struct arguments *args) {
  while (*f) {
    const char *text = f;
    f = MODEL(strchrnul)(f, '%');
    put(o, text, f - text);
    if (!*f) break;
    struct directive d;
    f = read_directive(f + 1, &d, args);
    put_directive(o, &d, args);
  }
  if (o->room > 0) o->to[o->total < o->room ? o->total : o->room - 1] = 0;
  if (o->total <= INT_MAX) return (int)o->total;
  errno = EOVERFLOW;
  return -1;
}

/* The functions. */

/* The real function, for formats that are not known here. Measured first: that many bytes are
 * written. */
static int format_really(char *restrict to, size_t room, const char *restrict f, va_list list) {
  va_list again;
  __raddle_outside_data("printf");
  va_copy(again, list);
  int n = vsnprintf(NULL, 0, f, again);
  va_end(again);
  size_t size = n < 0 || room == 0 ? 0 : (size_t)n < room ? (size_t)n + 1 : room;
  touch(to, size, true);
  n = vsnprintf(to, room, f, list);
  forget_shadow(to, size);
  return n;
}

int MODEL(vsnprintf)(char *restrict to, size_t room, const char *restrict f, va_list list) {
  settle_text(f);
  if (!is_modelled(f)) return format_really(to, room, f, list);
  struct output o = {.to = to, .room = room};
  struct arguments args;
  va_copy(args.list, list);
  int n = format(&o, f, &args);
  va_end(args.list);
  return n;
}

int MODEL(vsprintf)(char *restrict to, const char *restrict f, va_list list) {
  return MODEL(vsnprintf)(to, INT_MAX, f, list);
}

int MODEL(vasprintf)(char **restrict to, const char *restrict f, va_list list) {
  va_list again;
  va_copy(again, list);
  int n = MODEL(vsnprintf)(NULL, 0, f, again);
  va_end(again);
  if (n < 0) return -1;
  *to = malloc((size_t)n + 1);
  if (!*to) return -1;
  return MODEL(vsnprintf)(*to, (size_t)n + 1, f, list);
}

int MODEL(snprintf)(char *restrict to, size_t room, const char *restrict f, ...) {
  va_list list;
  va_start(list, f);
  int n = MODEL(vsnprintf)(to, room, f, list);
  va_end(list);
  return n;
}

int MODEL(sprintf)(char *restrict to, const char *restrict f, ...) {
  va_list list;
  va_start(list, f);
  int n = MODEL(vsprintf)(to, f, list);
  va_end(list);
  return n;
}

int MODEL(asprintf)(char **restrict to, const char *restrict f, ...) {
  va_list list;
  va_start(list, f);
  int n = MODEL(vasprintf)(to, f, list);
  va_end(list);
  return n;
}
