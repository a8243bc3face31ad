/* stdio.h: scanf from strings and from symbolic stdin.
 *
 * Input is a source with one byte to look at: the conversions never need to give back more.
 * Integers are read digit by digit, so that their value is an expression over the bytes;
 * floating-point text is collected and left to strtod. A format with anything not known here
 * (%ms, %ls, %1$d) goes to the real function, for strings. */
#define _GNU_SOURCE
#include "model.h"
#include "outside.h"
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct source {
  const char *text; /* or, if NULL: */
  FILE *stream;     /* or, if NULL too, symbolic stdin */
  size_t used;      /* bytes consumed */
};

static int peek(const struct source *s) {
  if (s->text) return *s->text ? (unsigned char)*s->text : EOF;
  if (!s->stream) return __raddle_stdin_peek();
  int c = fgetc(s->stream);
  return c == EOF ? EOF : ungetc(c, s->stream);
}

static void advance(struct source *s) {
  if (s->text)
    s->text++;
  else if (s->stream)
    (void)fgetc(s->stream);
  else
    __raddle_stdin_advance();
  s->used++;
}

static void skip_space(struct source *s) {
  while (is_space(peek(s))) advance(s);
}

struct directive {
  bool discard;
  int width;   /* INT_MAX: none given */
  char length; /* h l j z t L; H for hh, q for ll */
  char conversion;
  const char *set; /* of %[ : behind the bracket and the ^ */
  const char *set_end;
  bool set_is_negated;
};

/* What became of a directive. */
enum outcome { CONVERTED, STORED_NOTHING, MISMATCH, NO_INPUT };

static const char *read_set(const char *f, struct directive *d) {
  d->set_is_negated = *f == '^';
  if (d->set_is_negated) f++;
  d->set = f;
  if (*f == ']') f++;
  while (*f && *f != ']') f++;
  d->set_end = f;
  return *f ? f + 1 : f;
}

static const char *read_directive(const char *f, struct directive *d) {
  *d = (struct directive){.width = 0};
  if (*f == '*') d->discard = true, f++;
  for (; (unsigned)*f - '0' < 10; f++) d->width = d->width * 10 + (*f - '0');
  if (d->width == 0) d->width = INT_MAX;
  char first = *f;
  if (first && strchr("hlqLjzt", first)) {
    bool twice = (first == 'h' || first == 'l') && f[1] == first;
    d->length = !twice ? first : first == 'h' ? 'H' : 'q';
    f += 1 + twice;
  }
  d->conversion = *f;
  if (!*f) return f;
  return *f == '[' ? read_set(f + 1, d) : f + 1;
}

/* Is every directive of the format one of those converted here? */
UNINSTRUMENTED bool is_modelled(const char *f) {
  if (HOT->tag) touch(f, strlen(f) + 1, false);
  while ((f = strchr(f, '%'))) {
    f++;
    if (*f == '*') f++;
    size_t width = strspn(f, "0123456789");
    f += width;
    size_t length = strspn(f, "hlqLjzt");
    bool is_wide = length > 0 && strchr("lqL", *f);
    f += length;
    if (!*f || width > 9 || length > 2) return false;
    if (!strchr("diouxXpcs[n%fFeEgGaA", *f) || (is_wide && strchr("cs[", *f))) return false;
    if (*f == '[') {
      f += 1 + (f[1] == '^');
      f = *f ? strchr(f + 1, ']') : NULL;
      if (!f) return false;
    }
    f++;
  }
  return true;
}

/* Integers. */

static void store_integer(void *to, char length, uintmax_t v) {
  switch (length) {
  case 'H': *(unsigned char *)to = v; break;
  case 'h': *(unsigned short *)to = v; break;
  case 0: *(unsigned *)to = v; break;
  default: *(unsigned long *)to = v; break;
  }
}

static int base_of(char conversion) {
  switch (conversion) {
  case 'i': return 0;
  case 'o': return 8;
  case 'x':
  case 'X':
  case 'p': return 16;
  default: return 10;
  }
}

static enum outcome scan_integer(struct source *s, const struct directive *d, void *to) {
  int width = d->width, base = base_of(d->conversion), c = peek(s);
  struct digits digits = {0};
  bool negative = false; /* set by the branch, so that it is concrete */
  if (c == '-') negative = true;
  if (negative || c == '+') advance(s), width--;
  if (width > 0 && (base == 0 || base == 16) && peek(s) == '0') {
    advance(s), width--;
    digits_add(&digits, 0, 16);
    if (width > 0 && (peek(s) | 32) == 'x') {
      advance(s), width--;
      base = 16;
    }
    if (base == 0) base = 8;
  }
  if (base == 0) base = 10;
  for (; width > 0; width--) {
    c = peek(s);
    unsigned digit = base <= 10 ? (unsigned)c - '0' : digit_of(c);
    if (digit >= (unsigned)base) break;
    advance(s);
    digits_add(&digits, digit, base);
  }
  if (digits.count == 0) return MISMATCH;
  if (d->discard) return STORED_NOTHING;
  bool is_signed = d->conversion == 'd' || d->conversion == 'i';
  char length = d->conversion == 'p' ? 'l' : d->length;
  store_integer(to, length,
                is_signed ? __raddle_digits_signed(&digits, negative)
                          : __raddle_digits_unsigned(&digits, negative));
  return CONVERTED;
}

/* Floating point: the longest text that could begin a number is taken. Like glibc, an exponent
 * without digits is taken as well and worth nothing. */

struct word {
  char text[512];
  size_t size;
  int width;
};

static bool take_if(struct source *s, struct word *w, bool wanted) {
  if (!wanted || w->width <= 0 || w->size + 1 >= sizeof w->text) return false;
  w->text[w->size++] = peek(s);
  w->width--;
  advance(s);
  return true;
}

static bool take_letter(struct source *s, struct word *w, int letter) {
  return take_if(s, w, (peek(s) | 32) == letter);
}

static bool take_name(struct source *s, struct word *w, const char *name) {
  for (; *name; name++)
    if (!take_letter(s, w, *name)) return false;
  return true;
}

static size_t take_digits(struct source *s, struct word *w, unsigned base) {
  size_t n = 0;
  while (take_if(s, w, digit_of(peek(s)) < base)) n++;
  return n;
}

static bool take_float(struct source *s, struct word *w) {
  if (!take_if(s, w, peek(s) == '-')) take_if(s, w, peek(s) == '+');
  if ((peek(s) | 32) == 'n') return take_name(s, w, "nan");
  if ((peek(s) | 32) == 'i') {
    if (!take_name(s, w, "inf")) return false;
    return (peek(s) | 32) != 'i' || w->width <= 0 || take_name(s, w, "inity");
  }
  size_t n = take_if(s, w, peek(s) == '0');
  bool is_hex = n && take_letter(s, w, 'x');
  n = (is_hex ? 0 : n) + take_digits(s, w, is_hex ? 16 : 10);
  if (take_if(s, w, peek(s) == '.')) n += take_digits(s, w, is_hex ? 16 : 10);
  if (n == 0) return false;
  if (!take_letter(s, w, is_hex ? 'p' : 'e')) return true;
  if (!take_if(s, w, peek(s) == '-')) take_if(s, w, peek(s) == '+');
  take_digits(s, w, 10);
  return true;
}

static enum outcome scan_float(struct source *s, const struct directive *d, void *to) {
  struct word w;
  w.size = 0;
  w.width = d->width;
  if (!take_float(s, &w)) return MISMATCH;
  if (d->discard) return STORED_NOTHING;
  w.text[w.size] = 0;
  __raddle_fix_text(w.text, w.size);
  switch (d->length) {
  case 'L':
  case 'q': *(long double *)to = strtold(w.text, NULL); break;
  case 'l': *(double *)to = strtod(w.text, NULL); break;
  default: *(float *)to = strtof(w.text, NULL); break;
  }
  return CONVERTED;
}

/* Bytes. */

/* Is c in the set of %[? One formula over the set. */
static bool is_in_set(int c, const struct directive *d) {
  bool found = false;
  for (const char *p = d->set; p < d->set_end; p++) {
    if (p + 2 < d->set_end && p[1] == '-') {
      found |= (c >= (unsigned char)p[0]) & (c <= (unsigned char)p[2]);
      p += 2;
    } else {
      found |= c == (unsigned char)*p;
    }
  }
  return found != d->set_is_negated;
}

static bool is_wanted(int c, const struct directive *d) {
  switch (d->conversion) {
  case 'c': return true;
  case 's': return !is_space(c);
  default: return is_in_set(c, d);
  }
}

static enum outcome scan_bytes(struct source *s, const struct directive *d, char *to) {
  int limit = d->conversion == 'c' && d->width == INT_MAX ? 1 : d->width, n = 0;
  for (; n < limit; n++) {
    int c = peek(s);
    if (c == EOF || !is_wanted(c, d)) break;
    if (!d->discard) to[n] = c;
    advance(s);
  }
  if (n == 0) return MISMATCH;
  if (d->discard) return STORED_NOTHING;
  if (d->conversion != 'c') to[n] = 0;
  return CONVERTED;
}

static enum outcome scan_percent(struct source *s) {
  if (peek(s) != '%') return MISMATCH;
  advance(s);
  return STORED_NOTHING;
}

static enum outcome scan_directive(struct source *s, const struct directive *d, va_list *args) {
  char kind = d->conversion;
  void *to = d->discard || kind == '%' ? NULL : va_arg(*args, void *);
  if (kind == 'n') {
    if (!d->discard) store_integer(to, d->length, s->used);
    return STORED_NOTHING;
  }
  if (kind != 'c' && kind != '[') skip_space(s);
  if (peek(s) == EOF) return NO_INPUT;
  switch (kind) {
  case 'c':
  case 's':
  case '[': return scan_bytes(s, d, to);
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'p': return scan_integer(s, d, to);
  case '%': return scan_percent(s);
  default: return scan_float(s, d, to);
  }
}

struct arguments {
  va_list list; /* in a struct, so that its address can be passed on */
};

static int scan(struct source *s, const char *f, struct arguments *args) {
  int converted = 0;
  while (*f) {
    enum outcome outcome = STORED_NOTHING;
    if (is_space((unsigned char)*f)) {
      skip_space(s);
      f++;
    } else if (*f == '%') {
      struct directive d;
      f = read_directive(f + 1, &d);
      outcome = scan_directive(s, &d, &args->list);
    } else {
      int c = peek(s);
      outcome = c == EOF ? NO_INPUT : c == (unsigned char)*f++ ? STORED_NOTHING : MISMATCH;
      if (outcome == STORED_NOTHING) advance(s);
    }
    if (outcome == NO_INPUT) return converted ? converted : EOF;
    if (outcome == MISMATCH) return converted;
    if (outcome == CONVERTED) converted++;
  }
  return converted;
}

static int scan_copy(struct source s, const char *f, va_list list) {
  struct arguments args;
  va_copy(args.list, list);
  int n = scan(&s, f, &args);
  va_end(args.list);
  return n;
}

/* The functions. */

int MODEL(vsscanf)(const char *restrict text, const char *restrict f, va_list list) {
  settle_text(f);
  if (is_modelled(f)) return scan_copy((struct source){.text = text}, f, list);
  __raddle_outside_data("sscanf");
  return vsscanf(text, f, list);
}

int MODEL(vfscanf)(FILE *restrict stream, const char *restrict f, va_list list) {
  settle_text(f);
  if (__raddle_stdin_is_modelled(stream)) {
    if (is_modelled(f)) return scan_copy((struct source){0}, f, list);
  } else {
    __raddle_outside_read("fscanf", stream == stdin);
    if (is_modelled(f)) return scan_copy((struct source){.stream = stream}, f, list);
  }
  __raddle_outside_data("fscanf");
  return vfscanf(stream, f, list);
}

int MODEL(vscanf)(const char *restrict f, va_list list) { return MODEL(vfscanf)(stdin, f, list); }

/* glibc's headers call these by another name, depending on the C standard asked for. */
int MODEL(__isoc99_vsscanf)(const char *restrict text, const char *restrict f, va_list list) {
  return MODEL(vsscanf)(text, f, list);
}
int MODEL(__isoc99_vfscanf)(FILE *restrict stream, const char *restrict f, va_list list) {
  return MODEL(vfscanf)(stream, f, list);
}
int MODEL(__isoc99_vscanf)(const char *restrict f, va_list list) { return MODEL(vfscanf)(stdin, f, list); }

#define VARIADIC(name, call, ...)                                                                            \
  int MODEL(name)(__VA_ARGS__, ...) {                                                                        \
    va_list list;                                                                                            \
    va_start(list, f);                                                                                       \
    int n = call;                                                                                            \
    va_end(list);                                                                                            \
    return n;                                                                                                \
  }
VARIADIC(sscanf, MODEL(vsscanf)(text, f, list), const char *restrict text, const char *restrict f)
VARIADIC(__isoc99_sscanf, MODEL(vsscanf)(text, f, list), const char *restrict text, const char *restrict f)
VARIADIC(fscanf, MODEL(vfscanf)(stream, f, list), FILE *restrict stream, const char *restrict f)
VARIADIC(__isoc99_fscanf, MODEL(vfscanf)(stream, f, list), FILE *restrict stream, const char *restrict f)
VARIADIC(scanf, MODEL(vfscanf)(stdin, f, list), const char *restrict f)
VARIADIC(__isoc99_scanf, MODEL(vfscanf)(stdin, f, list), const char *restrict f)
