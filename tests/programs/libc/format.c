/* printf into memory, scanf from it. */
#define _GNU_SOURCE
#include "cases.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void test_snprintf(void) {
  char s[16];
  snprintf(s, sizeof s, "<%d>", raddle_int("x") & 0xff);
  goal_if(!strcmp(s, "<205>"));
}

static void test_snprintf_hex(void) {
  char s[16];
  snprintf(s, sizeof s, "%04x", raddle_int("x"));
  goal_if(!strcmp(s, "0caf"));
}

static void test_snprintf_string(void) {
  char s[16];
  int n = snprintf(s, 4, "%s!", symbolic_text(4, "s"));
  goal_if(n == 4 && !strcmp(s, "abc"));
}

static void test_snprintf_never(void) {
  char s[16];
  signed char x = raddle_int("x");
  int n = snprintf(s, sizeof s, "%d", x);
  raddle_assert(n >= 1 && n <= 4);
  raddle_assert(atoi(s) == x);
}

static void test_sprintf(void) {
  char s[32];
  sprintf(s, "%c%s", raddle_int("c"), "at");
  goal_if(!strcmp(s, "hat"));
}

static void test_sprintf_overflow(void) {
  char *s = malloc(4);
  sprintf(s, "%d", (short)raddle_int("x"));
  free(s);
}

static void test_sprintf_float(void) {
  char s[32];
  sprintf(s, "%.2f %c", 1.5, raddle_int("c"));
  goal_if(!strcmp(s, "1.50 z"));
}

static int formatted(int (*print)(char *, const char *, va_list), char *to, const char *f, ...) {
  va_list args;
  va_start(args, f);
  int n = print(to, f, args);
  va_end(args);
  return n;
}

static int print_bounded(char *to, const char *f, va_list args) { return vsnprintf(to, 8, f, args); }

static void test_vsprintf(void) {
  char s[32];
  formatted(vsprintf, s, "%d-%c", 7, raddle_int("c"));
  goal_if(!strcmp(s, "7-v"));
}

static void test_vsnprintf(void) {
  char s[8];
  formatted(print_bounded, s, "%c%c%c%c%c%c%d", raddle_int("c"), 2, 3, 4, 5, 6, raddle_int("x"));
  goal_if(s[0] == 'n' && s[6] == '4');
}

static void test_asprintf(void) {
  char *s = NULL;
  int n = asprintf(&s, "%u.", raddle_int("x") & 1023);
  if (n == 5 && s[0] == '1' && s[3] == '9') goal();
  free(s);
}

static int print_allocated(char *to, const char *f, va_list args) {
  char *s = NULL;
  int n = vasprintf(&s, f, args);
  if (n >= 0) strcpy(to, s);
  free(s);
  return n;
}

static void test_vasprintf(void) {
  char s[32];
  formatted(print_allocated, s, "%3d|", (unsigned char)raddle_int("x"));
  goal_if(!strcmp(s, " 42|"));
}

static void test_sscanf(void) {
  int a = 0, b = 0;
  goal_if(sscanf(symbolic_text(5, "s"), "%d,%d", &a, &b) == 2 && a == 12 && b == 34);
}

static void test_sscanf_words(void) {
  char word[8] = "", letter = 0;
  goal_if(sscanf(symbolic_text(4, "s"), "%2[a-c]%c", word, &letter) == 2 && !strcmp(word, "ab") &&
          letter == 'z');
}

static void test_sscanf_hex(void) {
  int x = 0, used = 0;
  goal_if(sscanf(symbolic_text(4, "s"), "#%2x%n", &x, &used) == 1 && x == 0xbe && used == 3);
}

static void test_sscanf_never(void) {
  int x = -1;
  if (sscanf(symbolic_text(2, "s"), "%u", &x) == 1)
    raddle_assert((x >= 0 && x <= 99) || x < 0);
  else
    raddle_assert(x == -1);
}

static int scan_with(const char *s, const char *f, ...) {
  va_list args;
  va_start(args, f);
  int n = vsscanf(s, f, args);
  va_end(args);
  return n;
}

static void test_vsscanf(void) {
  char word[8] = "";
  goal_if(scan_with(symbolic_text(4, "s"), " %s", word) == 1 && !strcmp(word, "hey"));
}

/* clang-format off */
#define CASES(X) \
  X(snprintf) X(snprintf_hex) X(snprintf_string) X(snprintf_never) X(sprintf) X(sprintf_overflow) \
  X(sprintf_float) X(vsprintf) X(vsnprintf) X(asprintf) X(vasprintf) X(sscanf) X(sscanf_words) \
  X(sscanf_hex) X(sscanf_never) X(vsscanf)
/* clang-format on */
RUN_CASES(CASES)
