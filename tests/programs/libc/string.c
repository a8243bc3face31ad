/* Strings: length, copy, comparison. */
#define _GNU_SOURCE
#include "cases.h"
#include <stdlib.h>
#include <strings.h>

static void test_strlen(void) { goal_if(strlen(symbolic_text(5, "s")) == 3); }

static void test_strlen_never(void) {
  char *s = symbolic_text(3, "s");
  size_t n = strlen(s);
  raddle_assert(n <= 3 && s[n] == 0);
}

/* Which of the words is symbolic: the length is one of theirs. */
static void test_strlen_table(void) {
  static const char words[4][8] = {"a", "bbb", "cc", "ddddd"};
  unsigned i = raddle_int("i");
  raddle_assume(i < 4);
  goal_if(strlen(words[i]) == 5);
}

static void test_strnlen(void) { goal_if(strnlen(symbolic_text(5, "s"), 4) == 2); }

static void test_strcpy(void) {
  char *s = symbolic_text(4, "s"), to[8];
  strcpy(to, s);
  goal_if(to[0] == 'c' && to[2] == 'y' && to[3] == 0);
}

static void test_strcpy_overflow(void) {
  char *s = symbolic_text(6, "s"), *to = malloc(4);
  strcpy(to, s);
  free(to);
}

static void test_stpcpy(void) {
  char *s = symbolic_text(4, "s"), to[8];
  goal_if(stpcpy(to, s) == to + 3 && to[1] == 't');
}

static void test_stpncpy(void) {
  char *s = symbolic_text(4, "s"), to[4];
  goal_if(stpncpy(to, s, 4) == to + 1 && to[0] == 'n' && to[3] == 0);
}

static void test_strncpy(void) {
  char *s = symbolic_text(4, "s"), to[4] = "zzz";
  strncpy(to, s, 3);
  goal_if(to[0] == 'n' && to[1] == 0 && to[2] == 0);
}

static void test_strncpy_never(void) {
  char *s = symbolic_text(2, "s"), to[4] = "zzz";
  strncpy(to, s, 3);
  raddle_assert(to[2] == 0 && to[3] == 0);
}

static void test_strcat(void) {
  char *s = symbolic_text(2, "s"), to[8] = "ab";
  strcat(to, s);
  goal_if(!strcmp(to, "abcd"));
}

static void test_strncat(void) {
  char *s = symbolic_text(4, "s"), to[8] = "ab";
  strncat(to, s, 2);
  goal_if(!strcmp(to, "abcd"));
}

static void test_strdup(void) {
  char *s = symbolic_text(3, "s"), *copy = strdup(s);
  if (!strcmp(copy, "dup")) goal();
  free(copy);
}

static void test_strndup(void) {
  char *s = symbolic_text(4, "s"), *copy = strndup(s, 2);
  if (!strcmp(copy, "du")) goal();
  free(copy);
}

static void test_strcmp(void) { goal_if(strcmp(symbolic_text(6, "s"), "secret") == 0); }

static void test_strcmp_less(void) { goal_if(strcmp("mm", symbolic_text(2, "s")) < -20); }

static void test_strcmp_never(void) {
  char *s = symbolic_text(2, "s");
  if (strcmp(s, "ab") == 0) raddle_assert(s[0] == 'a' && s[1] == 'b');
  if (strcmp(s, "a") > 0) raddle_assert((unsigned char)s[0] >= 'a');
}

static void test_strncmp(void) { goal_if(strncmp(symbolic_text(6, "s"), "secrets", 5) == 0); }

static void test_strcoll(void) { goal_if(strcoll(symbolic_text(2, "s"), "ab") == 0); }

static void test_strcasecmp(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strcasecmp(s, "Host") == 0 && s[0] == 'h' && s[1] == 'O');
}

static void test_strncasecmp(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strncasecmp(s, "HOstile", 3) == 0 && s[2] == 'S');
}

static void test_strcasecmp_never(void) {
  char *s = symbolic_text(1, "s");
  if (strcasecmp(s, "k") == 0) raddle_assert(s[0] == 'k' || s[0] == 'K');
}

/* clang-format off */
#define CASES(X) \
  X(strlen) X(strlen_never) X(strlen_table) X(strnlen) X(strcpy) X(strcpy_overflow) X(stpcpy) \
  X(stpncpy) X(strncpy) X(strncpy_never) X(strcat) X(strncat) X(strdup) X(strndup) X(strcmp) \
  X(strcmp_less) X(strcmp_never) X(strncmp) X(strcoll) X(strcasecmp) X(strncasecmp) \
  X(strcasecmp_never)
/* clang-format on */
RUN_CASES(CASES)
