/* Strings: finding bytes and words, cutting into pieces. */
#define _GNU_SOURCE
#include "cases.h"
#include <strings.h>

static void test_strchr(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strchr(s, '=') == s + 2);
}

static void test_strchr_any(void) {
  char *found = strchr("abcdef", raddle_int("c") & 0xff);
  goal_if(found && !strcmp(found, "ef"));
}

static void test_strchr_never(void) {
  char *s = symbolic_text(2, "s"), *found = strchr(s, '=');
  if (found) raddle_assert(*found == '=');
}

static void test_strchrnul(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strchrnul(s, '=') == s + 3 && s[3] == 0);
}

static void test_index(void) {
  char *s = symbolic_text(3, "s");
  goal_if(index(s, '/') == s + 1);
}

static void test_strrchr(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strrchr(s, '/') == s + 2 && s[3]);
}

static void test_rindex(void) {
  char *s = symbolic_text(3, "s");
  goal_if(rindex(s, '/') == s);
}

static void test_strstr(void) {
  char *s = symbolic_text(6, "s");
  goal_if(strstr(s, "key") == s + 2);
}

static void test_strstr_never(void) {
  char *s = symbolic_text(3, "s"), *found = strstr(s, "ab");
  if (found) raddle_assert(found[0] == 'a' && found[1] == 'b');
}

static void test_strcasestr(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strcasestr(s, "key") == s + 1 && s[1] == 'K' && s[2] == 'e');
}

static void test_strspn(void) { goal_if(strspn(symbolic_text(4, "s"), "0123456789") == 3); }

static void test_strcspn(void) { goal_if(strcspn(symbolic_text(4, "s"), ",;") == 2); }

static void test_strspn_never(void) {
  char *s = symbolic_text(2, "s");
  size_t n = strspn(s, "ab");
  if (n > 0) raddle_assert(s[0] == 'a' || s[0] == 'b');
  raddle_assert(strcspn(s + n, "ab") + n <= 2);
}

static void test_strpbrk(void) {
  char *s = symbolic_text(4, "s");
  goal_if(strpbrk(s, ",;") == s + 3 && s[3] == ';');
}

static void test_strsep(void) {
  char *rest = symbolic_text(5, "s");
  char *first = strsep(&rest, ","), *second = strsep(&rest, ",");
  goal_if(second && !strcmp(first, "ab") && !strcmp(second, "c") && rest);
}

static void test_strtok(void) {
  char *s = symbolic_text(5, "s"), *first = strtok(s, " "), *second = strtok(NULL, " ");
  goal_if(first && second && !strcmp(first, "go") && !strcmp(second, "up"));
}

static void test_strtok_r(void) {
  char *rest, *s = symbolic_text(5, "s"), *first = strtok_r(s, ":", &rest),
              *second = strtok_r(NULL, ":", &rest);
  goal_if(first && second && first == s + 1 && !strcmp(second, "x"));
}

/* clang-format off */
#define CASES(X) \
  X(strchr) X(strchr_any) X(strchr_never) X(strchrnul) X(index) X(strrchr) X(rindex) X(strstr) \
  X(strstr_never) X(strcasestr) X(strspn) X(strcspn) X(strspn_never) X(strpbrk) X(strsep) X(strtok) \
  X(strtok_r)
/* clang-format on */
RUN_CASES(CASES)
