/* Models of library functions: ordinary C, compiled with raddle cc, so that symbolic data flows
 * through them as through the program. MODEL(strlen) is the function that calls of strlen reach
 * (wire/calls.def); within these files strlen itself is the real one.
 *
 * A model is the plain loop over bytes. Two things are done for speed:
 *  - bytes that are concrete and cannot decide the result are skipped by the functions below, which
 *    are not instrumented and look at the shadow. They stop at the first symbolic or poisoned byte,
 *    so that the loop itself meets it, and never read a byte the loop would not have read, and tell
 *    other threads what they read. Nor do they go into visible memory: there each byte is a step,
 *    so that how far a function reads follows from what it has read, and not from what lay there
 *    before others came.
 *  - copying and filling is __builtin_memmove and __builtin_memset, which become the bulk hooks.
 * And one for the number of paths: where a question about one byte has a formula (is it a digit?),
 * the formula is used; ?: && and || would each be a branch. */
#ifndef RADDLE_LIBC_MODEL_H
#define RADDLE_LIBC_MODEL_H

#include "wire/layout.h"
#include "wire/owner.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MODEL(name) __raddle_libc_##name

#define INLINED static inline __attribute__((always_inline))

/* clang keeps no trace of no_instrument_function in its output, of the other it does: the
 * instrumenter goes by that one. */
#define UNINSTRUMENTED                                                                                       \
  static __attribute__((noinline, unused, no_instrument_function, disable_sanitizer_instrumentation))

/* How many of the n bytes at p are concrete, counted from the first. Looks at eight cells at a
 * time. */
typedef uint64_t cell_pair __attribute__((may_alias, aligned(4)));
UNINSTRUMENTED size_t concrete_bytes(const void *p, size_t n) {
  const shadow_cell *cell = shadow_of(p);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const cell_pair *pair = (const cell_pair *)(cell + i);
    if (pair[0] | pair[1] | pair[2] | pair[3]) break;
  }
  while (i < n && !cell[i]) i++;
  return i;
}

/* From the runtime: may these bytes be taken to be concrete all the same? (PLAN_FRESH) */
int __raddle_decides(const void *p, size_t size);

/* Is the variable x concrete? Its address is taken, so it lives in memory and has a shadow
 * there. */
UNINSTRUMENTED bool is_concrete(const void *p, size_t n) {
  return concrete_bytes(p, n) == n || __raddle_decides(p, n);
}
#define IS_CONCRETE(x) is_concrete(&(x), sizeof(x))

/* From the runtime: what is read or written without hooks is told before, as other threads may come
 * first. */
void __raddle_touch(const void *p, size_t size, int is_write);

/* True if others may have run: what was read before may have changed. */
UNINSTRUMENTED bool touch(const void *p, size_t size, bool is_write) {
  if (!HOT->tag || !size) return false;
  __raddle_touch(p, size, is_write);
  return true;
}

/* How many of the n bytes at p lie before the first one that is visible. */
UNINSTRUMENTED size_t unseen_bytes(const void *p, size_t n) {
  uint64_t at = (uint64_t)p, end = at + n;
  if (!HOT->tag) return n;
  for (; at < end && !owner_is_visible(*owner_of((const void *)at)); at = (at | (OWNER_GRANULE - 1)) + 1) {}
  return at < end ? at - (uint64_t)p : n;
}

/* Skipping goes block by block: what is skipped may be a short piece of something long. */
#define SKIP_BLOCK 64
UNINSTRUMENTED size_t concrete_block(const void *p, size_t n) {
  return concrete_bytes(p, unseen_bytes(p, n < SKIP_BLOCK ? n : SKIP_BLOCK));
}

/* Concrete bytes from s on, at most n, that are not c. */
UNINSTRUMENTED size_t count_bytes(const void *s, int c, size_t n) {
  size_t i = 0, k;
  do {
    const char *p = (const char *)s + i, *found;
    k = concrete_block(p, n - i);
    found = memchr(p, c, k);
    if (found) return i + (found - p);
    i += k;
  } while (k == SKIP_BLOCK);
  return i;
}
UNINSTRUMENTED size_t skip_bytes(const void *s, int c, size_t n) {
  size_t i = count_bytes(s, c, n);
  return touch(s, i, false) ? count_bytes(s, c, i) : i;
}

/* Concrete bytes from s on, at most n, that are neither c nor the terminator. */
UNINSTRUMENTED size_t count_text(const char *s, int c, size_t n) {
  size_t i = 0, k, length;
  do {
    k = concrete_block(s + i, n - i);
    length = strnlen(s + i, k);
    const char *found = c ? memchr(s + i, c, length) : NULL;
    if (found) return found - s;
    i += length;
  } while (length == SKIP_BLOCK);
  return i;
}
UNINSTRUMENTED size_t skip_text(const char *s, int c, size_t n) {
  size_t i = count_text(s, c, n);
  return touch(s, i, false) ? count_text(s, c, i) : i;
}

/* How many of the first n bytes are equal; of text, before the terminator. */
UNINSTRUMENTED size_t count_equal(const char *a, const char *b, size_t n, bool is_text) {
  size_t i = 0;
  while (i < n && a[i] == b[i] && (a[i] || !is_text)) i++;
  return i;
}

/* The n bytes at a, then those at b, are read; others may run before each. */
UNINSTRUMENTED size_t touch_equal(const char *a, const char *b, size_t n, bool is_text) {
  char copy[SKIP_BLOCK];
  touch(a, n, false);
  n = concrete_bytes(a, n);
  memcpy(copy, a, n);
  touch(b, n, false);
  return count_equal(copy, b, concrete_bytes(b, n), is_text);
}

/* Concrete bytes from a on, at most n, that equal those from b on. */
UNINSTRUMENTED size_t skip_equal(const void *a, const void *b, size_t n) {
  const char *p = a, *q = b;
  size_t i = 0, k;
  do {
    k = concrete_block(q + i, concrete_block(p + i, n - i));
    if (HOT->tag) return touch_equal(p, q, count_equal(p, q, k, false), false);
    if (memcmp(p + i, q + i, k) != 0) return i + count_equal(p + i, q + i, k, false);
    i += k;
  } while (k == SKIP_BLOCK);
  return i;
}

/* The same for strings: the terminator is not skipped. */
UNINSTRUMENTED size_t skip_equal_text(const char *a, const char *b, size_t n) {
  const shadow_cell *p_cell = shadow_of(a), *q_cell = shadow_of(b);
  size_t i = 0, most = HOT->tag && n > SKIP_BLOCK ? SKIP_BLOCK : n;
  if (HOT->tag) most = unseen_bytes(a, unseen_bytes(b, most));
  while (i < most && !(p_cell[i] | q_cell[i]) && a[i] == b[i] && a[i]) i++;
  return HOT->tag ? touch_equal(a, b, i, true) : i;
}

/* Code that is not instrumented has written the n bytes at p: whatever their shadow says is
 * past. */
UNINSTRUMENTED void forget_shadow(void *p, size_t n) {
  shadow_cell *cell = shadow_of(p);
  for (size_t i = 0; i < n; i++)
    if (cell[i] && cell[i] != SHADOW_POISON) cell[i] = 0;
}

INLINED bool is_space(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }
INLINED int lower_of(int c) { return c + (((unsigned)c - 'A' < 26) << 5); }

/* What c is worth as a digit in bases up to 36; 255 if it is none. */
INLINED unsigned digit_of(int c) {
  unsigned decimal = (unsigned)c - '0', letter = ((unsigned)c | 32) - 'a';
  unsigned is_decimal = decimal < 10, is_letter = letter < 26;
  return (decimal & -is_decimal) | ((letter + 10) & -is_letter) | (255 & ((is_decimal | is_letter) - 1));
}

/* An unsigned number read digit by digit. `largest` is what so many digits could at most be worth:
 * as long as that fits, no question about overflow is asked of a symbolic value. */
struct digits {
  uintmax_t value, largest;
  size_t count;
  bool overflows;
};
INLINED void digits_add(struct digits *d, unsigned digit, unsigned base) {
  uintmax_t largest;
  if (__builtin_mul_overflow(d->largest, base, &largest) || largest > UINTMAX_MAX - (base - 1)) {
    largest = UINTMAX_MAX;
    d->overflows |= d->value > (UINTMAX_MAX - digit) / base;
  }
  d->largest = largest + (largest == UINTMAX_MAX ? 0 : base - 1);
  d->value = d->value * base + digit;
  d->count++;
}
/* The number with its sign as strtol and strtoul give it, errno included. */
uintmax_t __raddle_digits_signed(const struct digits *d, bool negative);
uintmax_t __raddle_digits_unsigned(const struct digits *d, bool negative);

/* Fixes the n bytes at s to their values in this run; see float.c. */
void __raddle_fix_text(const char *s, size_t n);

/* Symbolic stdin, for those who read it byte by byte; see stdin.c. */
bool __raddle_stdin_is_modelled(FILE *f);
int __raddle_stdin_peek(void);
void __raddle_stdin_advance(void);
ssize_t __raddle_stdin_read(void *to, size_t n);

/* From the runtime. */
int __raddle_stdin_available(void);
const unsigned char *__raddle_stdin_buffer(size_t *n);

/* Models that other models use. */
void *MODEL(memchr)(const void *s, int c, size_t n);
size_t MODEL(strlen)(const char *s);
size_t MODEL(strnlen)(const char *s, size_t n);
int MODEL(strncmp)(const char *a, const char *b, size_t n);
char *MODEL(strchrnul)(const char *s, int c);

UNINSTRUMENTED size_t text_size(const char *s) { return strlen(s) + 1; }

/* A format is read without hooks: its symbolic bytes are fixed first. */
static inline void settle_text(const char *s) {
  size_t n = text_size(s);
  if (!is_concrete(s, n)) __raddle_fix_text(s, n);
}

#endif
