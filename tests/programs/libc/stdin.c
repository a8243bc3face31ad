/* Symbolic stdin; to be run with 6 bytes of it. */
#define _GNU_SOURCE
#include "cases.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void test_getchar(void) {
  int first = getchar(), second = getchar();
  goal_if(first == 'g' && second == 'c');
}

static void test_getchar_never(void) {
  int n = 0;
  while (getchar() != EOF) n++;
  raddle_assert(n == 6 && feof(stdin));
}

static void test_fgetc(void) { goal_if(fgetc(stdin) == 'f'); }
static void test_getc(void) { goal_if(getc(stdin) == 'g'); }

static void test_ungetc(void) {
  int c = getchar();
  ungetc(c, stdin);
  goal_if(getchar() == 'u' && getchar() == 'v');
}

static void test_fread(void) {
  int x[2] = {0};
  goal_if(fread(x, sizeof *x, 2, stdin) == 1 && x[0] == 123456789 && feof(stdin));
}

static void test_read(void) {
  char s[10];
  goal_if(read(0, s, sizeof s) == 6 && !memcmp(s, "read()", 6));
}

static void test_fgets(void) {
  char s[10];
  goal_if(fgets(s, sizeof s, stdin) && !strcmp(s, "gets\n"));
}

static void test_fgets_never(void) {
  char s[3];
  raddle_assert(fgets(s, sizeof s, stdin) == s && strlen(s) <= 2);
}

char *gets(char *);
static void test_gets(void) {
  char s[10];
  goal_if(gets(s) && !strcmp(s, "ab"));
}

static void test_getline(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n == 4 && !strcmp(line, "abc\n")) goal();
  free(line);
}

static void test_getdelim(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getdelim(&line, &room, ';', stdin);
  if (n == 3 && !strcmp(line, "ab;")) goal();
  free(line);
}

static void test_scanf(void) {
  int x = 0;
  char word[8] = "";
  goal_if(scanf("%d %3s", &x, word) == 2 && x == 42 && !strcmp(word, "ok"));
}

static void test_fscanf(void) {
  int x = 0;
  goal_if(fscanf(stdin, "x=%d", &x) == 1 && x == -73);
}

static void test_feof_never(void) {
  char s[6];
  raddle_assert(fread(s, 1, 6, stdin) == 6);
  raddle_assert(!feof(stdin));
  raddle_assert(getchar() == EOF);
  raddle_assert(feof(stdin));
  clearerr(stdin);
  raddle_assert(!feof(stdin));
}

/* clang-format off */
#define CASES(X) \
  X(getchar) X(getchar_never) X(fgetc) X(getc) X(ungetc) X(fread) X(read) X(fgets) X(fgets_never) \
  X(gets) X(getline) X(getdelim) X(scanf) X(fscanf) X(feof_never)
/* clang-format on */
RUN_CASES(CASES)
