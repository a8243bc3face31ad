/* string.h: the functions on memory of a given size. */
#define _GNU_SOURCE
#include "model.h"
#include <string.h>
#include <strings.h>
#include <unistd.h>

void *MODEL(memcpy)(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return to;
}

void *MODEL(memmove)(void *to, const void *from, size_t n) {
  __builtin_memmove(to, from, n);
  return to;
}

void *MODEL(mempcpy)(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

void *MODEL(memset)(void *to, int c, size_t n) {
  __builtin_memset(to, c, n);
  return to;
}

void MODEL(bcopy)(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }

void MODEL(bzero)(void *to, size_t n) { __builtin_memset(to, 0, n); }

void MODEL(explicit_bzero)(void *to, size_t n) { __builtin_memset(to, 0, n); }

int MODEL(memcmp)(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  bool plain = IS_CONCRETE(a) && IS_CONCRETE(b) && IS_CONCRETE(n);
  for (size_t i = 0;; i++) {
    if (plain) i += skip_equal(a + i, b + i, n - i);
    if (i >= n) return 0;
    if (a[i] != b[i]) return a[i] - b[i];
  }
}

int MODEL(bcmp)(const void *left, const void *right, size_t n) { return MODEL(memcmp)(left, right, n); }

void *MODEL(memchr)(const void *s, int c, size_t n) {
  const unsigned char *p = s, byte = c;
  bool plain = IS_CONCRETE(p) && IS_CONCRETE(byte) && IS_CONCRETE(n);
  for (size_t i = 0;; i++) {
    if (plain) i += skip_bytes(p + i, byte, n - i);
    if (i >= n) return NULL;
    if (p[i] == byte) return (void *)(p + i);
  }
}

void *MODEL(rawmemchr)(const void *s, int c) { return MODEL(memchr)(s, c, SIZE_MAX); }

void *MODEL(memrchr)(const void *s, int c, size_t n) {
  const unsigned char *p = s, byte = c;
  for (size_t i = n; i > 0; i--)
    if (p[i - 1] == byte) return (void *)(p + i - 1);
  return NULL;
}

void *MODEL(memccpy)(void *restrict to, const void *restrict from, int c, size_t n) {
  const unsigned char *found = MODEL(memchr)(from, c, n);
  size_t size = found ? (size_t)(found - (const unsigned char *)from) + 1 : n;
  __builtin_memcpy(to, from, size);
  return found ? (char *)to + size : NULL;
}

void *MODEL(memmem)(const void *text, size_t n, const void *word, size_t size) {
  const char *p = text;
  if (size == 0) return (void *)text;
  for (; n >= size; p++, n--)
    if (MODEL(memcmp)(p, word, size) == 0) return (void *)p;
  return NULL;
}

void MODEL(swab)(const void *restrict from, void *restrict to, ssize_t n) {
  const char *p = from;
  char *q = to;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = p[i];
    q[i] = p[i + 1];
    q[i + 1] = first;
  }
}
