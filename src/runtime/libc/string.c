/* string.h: length, copy, comparison. */
#define _GNU_SOURCE
#include "model.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t MODEL(strlen)(const char *s) {
  bool plain = IS_CONCRETE(s);
  for (size_t i = 0;; i++) {
    if (plain) i += skip_text(s + i, 0, SIZE_MAX);
    if (!s[i]) return i;
  }
}

size_t MODEL(strnlen)(const char *s, size_t n) {
  bool plain = IS_CONCRETE(s) && IS_CONCRETE(n);
  for (size_t i = 0;; i++) {
    if (plain) i += skip_text(s + i, 0, n - i);
    if (i >= n || !s[i]) return i;
  }
}

/* Copy. Measured first, then copied as a whole: the branches are those of strlen. */

char *MODEL(strcpy)(char *restrict to, const char *restrict from) {
  __builtin_memcpy(to, from, MODEL(strlen)(from) + 1);
  return to;
}

char *MODEL(stpcpy)(char *restrict to, const char *restrict from) {
  size_t n = MODEL(strlen)(from);
  __builtin_memcpy(to, from, n + 1);
  return to + n;
}

char *MODEL(stpncpy)(char *restrict to, const char *restrict from, size_t n) {
  size_t size = MODEL(strnlen)(from, n);
  __builtin_memcpy(to, from, size);
  __builtin_memset(to + size, 0, n - size);
  return to + size;
}

char *MODEL(strncpy)(char *restrict to, const char *restrict from, size_t n) {
  MODEL(stpncpy)(to, from, n);
  return to;
}

char *MODEL(strcat)(char *restrict to, const char *restrict from) {
  MODEL(strcpy)(to + MODEL(strlen)(to), from);
  return to;
}

char *MODEL(strncat)(char *restrict to, const char *restrict from, size_t n) {
  size_t end = MODEL(strlen)(to), size = MODEL(strnlen)(from, n);
  __builtin_memcpy(to + end, from, size);
  to[end + size] = 0;
  return to;
}

size_t MODEL(strlcpy)(char *restrict to, const char *restrict from, size_t room) {
  size_t n = MODEL(strlen)(from);
  if (room == 0) return n;
  size_t size = n < room ? n : room - 1;
  __builtin_memcpy(to, from, size);
  to[size] = 0;
  return n;
}

size_t MODEL(strlcat)(char *restrict to, const char *restrict from, size_t room) {
  size_t end = MODEL(strnlen)(to, room);
  return end + MODEL(strlcpy)(to + end, from, room - end);
}

char *MODEL(strndup)(const char *s, size_t n) {
  size_t size = MODEL(strnlen)(s, n);
  char *copy = malloc(size + 1);
  if (!copy) return NULL;
  __builtin_memcpy(copy, s, size);
  copy[size] = 0;
  return copy;
}

char *MODEL(strdup)(const char *s) { return MODEL(strndup)(s, SIZE_MAX); }

/* Comparison. Whether the strings end is asked of a concrete byte, if one of the two is concrete:
 * the input is mostly compared with a literal. */

UNINSTRUMENTED const char *known_one(const char *a, const char *b) { return *shadow_of(a) ? b : a; }

int MODEL(strncmp)(const char *a, const char *b, size_t n) {
  bool plain = IS_CONCRETE(a) && IS_CONCRETE(b) && IS_CONCRETE(n);
  for (size_t i = 0;; i++) {
    if (plain) i += skip_equal_text(a + i, b + i, n - i);
    if (i >= n) return 0;
    unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i]; /* read once: others may write */
    if (x != y) return x - y;
    bool is_first = !plain || known_one(a + i, b + i) == a + i;
    if (!(is_first ? x : y)) return 0;
  }
}

int MODEL(strcmp)(const char *a, const char *b) { return MODEL(strncmp)(a, b, SIZE_MAX); }

int MODEL(strcoll)(const char *a, const char *b) { return MODEL(strncmp)(a, b, SIZE_MAX); }

int MODEL(strncasecmp)(const char *a, const char *b, size_t n) {
  bool plain = IS_CONCRETE(a) && IS_CONCRETE(b) && IS_CONCRETE(n);
  for (size_t i = 0;; i++) {
    if (plain) i += skip_equal_text(a + i, b + i, n - i);
    if (i >= n) return 0;
    int x = lower_of((unsigned char)a[i]), y = lower_of((unsigned char)b[i]);
    if (x != y) return x - y;
    bool is_first = !plain || known_one(a + i, b + i) == a + i;
    if (!(is_first ? x : y)) return 0;
  }
}

int MODEL(strcasecmp)(const char *a, const char *b) { return MODEL(strncasecmp)(a, b, SIZE_MAX); }
