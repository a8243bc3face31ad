/* Integers from strings, integer arithmetic, byte order. */
#define _GNU_SOURCE
#include "cases.h"
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <strings.h>

static void test_atoi(void) { goal_if(atoi(symbolic_text(3, "s")) == 427); }
static void test_atol(void) { goal_if(atol(symbolic_text(4, "s")) == -31); }
static void test_atoll(void) { goal_if(atoll(symbolic_text(3, "s")) == 90); }

static void test_atoi_never(void) {
  int n = atoi(symbolic_text(2, "s"));
  raddle_assert(n >= -9 && n <= 99);
}

static void test_strtol(void) {
  char *end, *s = symbolic_text(4, "s");
  goal_if(strtol(s, &end, 16) == 0x1f && end == s + 4 && s[0] == '0' && (s[1] == 'x'));
}

static void test_strtol_base(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strtol(s, NULL, 0) == 015 && s[0] == '0');
}

static void test_strtol_range(void) {
  static char s[] = "922337203685477580?";
  raddle_symbolic(s + sizeof s - 2, 1, "last");
  errno = 0;
  goal_if(strtol(s, NULL, 10) == LONG_MAX && errno == ERANGE);
}

static void test_strtoll(void) { goal_if(strtoll(symbolic_text(3, "s"), NULL, 36) == 35 * 36 + 1); }
static void test_strtoimax(void) { goal_if(strtoimax(symbolic_text(3, "s"), NULL, 10) == -7); }
static void test_strtoul(void) { goal_if(strtoul(symbolic_text(3, "s"), NULL, 10) == ULONG_MAX); }
static void test_strtoull(void) { goal_if(strtoull(symbolic_text(3, "s"), NULL, 8) == 0321); }
static void test_strtoumax(void) { goal_if(strtoumax(symbolic_text(3, "s"), NULL, 2) == 5); }

static void test_strtol_never(void) {
  char *end, *s = symbolic_text(2, "s");
  long n = strtol(s, &end, 10);
  raddle_assert(end >= s && end <= s + 2);
  if (end == s) raddle_assert(n == 0);
}

/* A shape of number that is not the one of the first run. */
static void test_strtod(void) {
  char *end, *s = symbolic_text(3, "s");
  double d = strtod(s, &end);
  goal_if(end == s + 3 && d < 0);
}

static void test_abs(void) { goal_if(abs(raddle_int("x")) == 77 && raddle_int("y") == 1); }

static void test_abs_never(void) {
  int x = raddle_int("x");
  raddle_assume(x != INT_MIN);
  int (*volatile f)(int) = abs;
  raddle_assert(f(x) >= 0 && abs(x) >= 0);
}

static void test_labs(void) {
  long x = raddle_int("x");
  goal_if(labs(x) == 123 && x < 0);
}

static void test_llabs(void) {
  long long x = raddle_int("x");
  goal_if(llabs(x) == 124 && x < 0);
}

static void test_div(void) {
  div_t d = div(raddle_int("x"), 10);
  goal_if(d.quot == -12 && d.rem == -3);
}

static void test_ldiv(void) {
  ldiv_t d = ldiv(raddle_int("x"), 7);
  goal_if(d.quot == 12 && d.rem == 3);
}

static void test_lldiv(void) {
  lldiv_t d = lldiv(raddle_int("x"), 7);
  goal_if(d.quot == 5 && d.rem == 6);
}

static void test_ffs(void) {
  int x = raddle_int("x");
  goal_if(ffs(x) == 5 && x > 1000);
}

static void test_ffsl(void) { goal_if(ffsl(raddle_int("x")) == 9); }
static void test_ffsll(void) { goal_if(ffsll((long long)raddle_int("x") << 20) == 25); }

static void test_htons(void) { goal_if(htons((uint16_t)raddle_int("x")) == 0x1234); }
static void test_ntohs(void) { goal_if(ntohs((uint16_t)raddle_int("x")) == 0x4321); }
static void test_htonl(void) { goal_if(htonl(raddle_int("x")) == 0x12345678); }
static void test_ntohl(void) { goal_if(ntohl(raddle_int("x")) == 0x87654321); }

/* clang-format off */
#define CASES(X) \
  X(atoi) X(atol) X(atoll) X(atoi_never) X(strtol) X(strtol_base) X(strtol_range) X(strtoll) \
  X(strtoimax) X(strtoul) X(strtoull) X(strtoumax) X(strtol_never) X(strtod) X(abs) X(abs_never) \
  X(labs) X(llabs) X(div) X(ldiv) X(lldiv) X(ffs) X(ffsl) X(ffsll) X(htons) X(ntohs) X(htonl) X(ntohl)
/* clang-format on */
RUN_CASES(CASES)
