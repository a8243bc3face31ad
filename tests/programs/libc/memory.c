/* Functions on memory of a given size. */
#define _GNU_SOURCE
#include "cases.h"
#include <strings.h>
#include <unistd.h>

static void test_memcpy(void) {
  char *s = symbolic_text(4, "s"), to[4];
  memcpy(to, s, 4);
  goal_if(to[0] == 'r' && to[3] == 'e');
}

static void test_memcpy_never(void) {
  char *s = symbolic_text(4, "s"), to[4];
  void *(*volatile copy)(void *, const void *, size_t) = memcpy;
  raddle_assert(copy(to, s, 4) == to);
  goal_if(to[2] != s[2]);
}

static void test_memmove(void) {
  char *s = symbolic_text(6, "s");
  char first = s[0];
  memmove(s + 2, s, 4);
  goal_if(s[2] == 'm' && s[5] == 'v' && first == 'm');
}

static void test_mempcpy(void) {
  char *s = symbolic_text(4, "s"), to[4];
  char *end = mempcpy(to, s, 4);
  goal_if(end == to + 4 && to[1] == 'p');
}

static void test_memset(void) {
  char to[8];
  memset(to, raddle_int("byte"), sizeof to);
  goal_if(to[7] == 'x');
}

static void test_bzero(void) {
  char *s = symbolic_text(4, "s");
  bzero(s + 1, 3);
  goal_if(s[0] == 'b' && s[1] == 0);
}

static void test_bzero_never(void) {
  char *s = symbolic_text(4, "s");
  bzero(s, 4);
  goal_if(s[2] != 0);
}

static void test_memcmp(void) {
  char *s = symbolic_text(5, "s");
  goal_if(memcmp(s, "magic", 5) == 0);
}

static void test_memcmp_order(void) {
  char *s = symbolic_text(2, "s");
  goal_if(memcmp(s, "\xfe\x01", 2) > 0);
}

static void test_memcmp_never(void) {
  char *s = symbolic_text(2, "s");
  if (memcmp(s, "ab", 2) == 0) raddle_assert(s[0] == 'a' && s[1] == 'b');
}

static void test_bcmp(void) {
  char *s = symbolic_text(3, "s");
  goal_if(bcmp(s, "bcm", 3) == 0);
}

static void test_memchr(void) {
  char *s = symbolic_text(4, "s");
  goal_if(memchr(s, 'q', 4) == s + 3);
}

static void test_memchr_never(void) {
  char *s = symbolic_text(3, "s"), *found = memchr(s, 'q', 3);
  if (found)
    raddle_assert(*found == 'q');
  else
    raddle_assert(s[0] != 'q' && s[1] != 'q' && s[2] != 'q');
}

static void test_rawmemchr(void) {
  char *s = symbolic_text(4, "s");
  goal_if(rawmemchr(s, 0) == s + 2);
}

static void test_memrchr(void) {
  char *s = symbolic_text(4, "s");
  goal_if(memrchr(s, 'q', 4) == s + 1);
}

static void test_memccpy(void) {
  char *s = symbolic_text(4, "s"), to[4] = {0};
  goal_if(memccpy(to, s, ';', 4) == to + 3 && to[0] == 'c');
}

static void test_memmem(void) {
  char *s = symbolic_text(5, "s");
  goal_if(memmem(s, 5, "key", 3) == s + 2);
}

static void test_swab(void) {
  char *s = symbolic_text(4, "s"), to[4];
  swab(s, to, 4);
  goal_if(to[0] == 'a' && to[1] == 'b' && s[0] == 'b');
}

/* clang-format off */
#define CASES(X) \
  X(memcpy) X(memcpy_never) X(memmove) X(mempcpy) X(memset) X(bzero) X(bzero_never) X(memcmp) \
  X(memcmp_order) X(memcmp_never) X(bcmp) X(memchr) X(memchr_never) X(rawmemchr) X(memrchr) X(memccpy) \
  X(memmem) X(swab)
/* clang-format on */
RUN_CASES(CASES)
