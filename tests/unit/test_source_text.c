/* Expressions in source text. The columns are those that clang 19 gives the loads, stores and calls of these lines.
 *
 * make build/tests/unit/test_source_text && build/tests/unit/test_source_text */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "detect/source_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#define R SOURCE_READ
#define W SOURCE_WRITTEN
#define A SOURCE_ARGUMENT

static const struct {
  const char *line;
  unsigned column, role;
  const char *expected; /* "": nothing can be said */
} cases[] = {
    {"  x = 5;", 5, W, "x"},
    {"  x = y;", 7, R, "y"},
    {"  x += y;", 5, R, "x"},
    {"  x += y;", 5, W, "x"},
    {"  x <<= y;", 5, W, "x"},
    {"  x++;", 4, W, "x"},
    {"  ++x;", 3, W, "x"},
    {"  if (a) ++x;", 10, W, "x"},
    {"  *p = 7;", 4, R, "p"},
    {"  *p = 7;", 6, W, "*p"},
    {"  y = *p;", 7, R, "*p"},
    {"  v->val = y;", 10, W, "v->val"},
    {"  y = v->next->val;", 7, R, "v"},
    {"  y = v->next->val;", 10, R, "v->next"},
    {"  y = v->next->val;", 16, R, "v->next->val"},
    {"  q[i].val = 3;", 5, R, "i"},
    {"  q[i].val = 3;", 12, W, "q[i].val"},
    {"  y = q[i].a[2];", 7, R, "q[i].a[2]"},
    {"  v->a[i] = 1;", 11, W, "v->a[i]"},
    {"  y = p[i];", 7, R, "p[i]"},
    {"  p[i + 1] += 2;", 12, W, "p[i + 1]"},
    {"  v->in.x = v->in.y;", 19, R, "v->in.y"},
    {"  v->in.x = v->in.y;", 11, W, "v->in.x"},
    {"  *v = q[1];", 6, W, "*v"},
    {"  *v = q[1];", 6, R, "q[1]"},
    {"  (*v).val = -1;", 12, W, "(*v).val"},
    {"  *(int *)b1 = 4;", 14, W, "*(int *)b1"},
    {"  if (c) *p = 4;", 13, W, "*p"},
    {"  if (x == 1 && y > 2) x = 1; else y = 2;", 26, W, "x"},
    {"  if (x == 1 && y > 2) x = 1; else y = 2;", 38, W, "y"},
    {"  for (i = 0; i < 3; i++) x = q[i].val;", 23, W, "i"},
    {"  for (i = 0; i < 3; i++) x = q[i].val;", 36, R, "q[i].val"},
    {"  x = y ? *p++ : v->val--;", 11, R, "*p++"},
    {"  x = y ? *p++ : v->val--;", 13, W, "p"},
    {"  x = y ? *p++ : v->val--;", 24, W, "v->val"},
    {"  return f(a)->next->a[1];", 10, R, "f(a)->next->a[1]"},
    {"  get(a, b)->val = 2;", 18, W, "get(a, b)->val"},
    {"  **pp = 1;", 8, W, "**pp"},
    {"  y = v -> next\n    ->val;", 12, R, "v -> next"},
    {"  atomic_fetch_add(&f, 2);", 3, W, "f"},
    {"  while (atomic_load(&v->flag)) ;", 10, R, "v->flag"},
    {"  __sync_fetch_and_add(p, 1);", 3, W, "*p"},
    {"  memcpy(b1, &b2, 9);", 3, W, "*b1"},
    {"  memcpy(b1, &b2, 9);", 3, R, "b2"},
    {"  pthread_mutex_lock(&m[1]);", 3, A, "m[1]"},
    {"  pthread_mutex_lock(&fork(i)->lock);", 3, A, "fork(i)->lock"},
    {"  pthread_cond_wait(&b->full, b->lock);", 3, A, "b->full"},
    {"  pthread_cond_wait(&b->full, b->lock);", 3, A + 1, "b->lock"},
    {"  pthread_cond_wait(&b->full, b->lock);", 3, A + 2, ""},
    {"  free(p->next);", 3, A, "p->next"},
    {"  lock(m", 3, A, ""},
    {"  INC(x);", 3, W, ""}, /* a macro: whatever it does */
    {"  assert(v->cnt == 2);", 3, R, "v->cnt"},
    {"  assert(*p == 2 * x);", 3, R, "*p"},
    {"  assert(a[i] < a[i] + n);", 3, R, "a[i]"},
    {"  assert(v->a == v->b);", 3, R, ""}, /* which? */
    {"  x = 5;", 40, W, ""},
    {"  x = 5;", 7, R, ""},
};
#define CASES (sizeof cases / sizeof cases[0])

static char dir[64], file[96], program[96];
static unsigned line_of[CASES];

static int make_files(void **state) {
  (void)state;
  strcpy(dir, "/tmp/raddle-unit-XXXXXX");
  if (!mkdtemp(dir)) return -1;
  snprintf(file, sizeof file, "%s/a.c", dir);
  snprintf(program, sizeof program, "%s/a", dir);
  FILE *f = fopen(file, "w"), *p = fopen(program, "w");
  if (!f || !p) return -1;
  unsigned line = 1;
  for (size_t i = 0; i < CASES; i++) {
    line_of[i] = line;
    fprintf(f, "%s\n", cases[i].line);
    for (const char *c = cases[i].line; (c = strchr(c, '\n')); c++) line++;
    line++;
  }
  fclose(f);
  fclose(p);
  return 0;
}

static int remove_dir(void **state) {
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  return system(command);
}

static void expressions(void **state) {
  (void)state;
  struct source *s = source_open(program, NULL);
  char text[64];
  for (size_t i = 0; i < CASES; i++) {
    struct source_place place = {file, line_of[i], cases[i].column};
    bool is_told = source_expression(s, &place, cases[i].role, text, sizeof text);
    if (strcmp(text, cases[i].expected) != 0)
      fail_msg("'%s' column %u: '%s', expected '%s'", cases[i].line, cases[i].column, text,
               cases[i].expected);
    assert_int_equal(is_told, *cases[i].expected != 0);
  }
  source_close(s);
}

static void long_ones_are_cut(void **state) {
  (void)state;
  struct source *s = source_open(program, NULL);
  struct source_place place = {file, 0, 0};
  char text[8];
  for (size_t i = 0; i < CASES; i++)
    if (!strcmp(cases[i].expected, "v->next->val")) place.line = line_of[i], place.column = cases[i].column;
  assert_true(source_expression(s, &place, R, text, sizeof text));
  assert_string_equal(text, "v->n...");
  source_close(s);
}

static void found_below_the_directory_of_compilation(void **state) {
  (void)state;
  const char *directories[] = {"/nonexistent", dir, NULL};
  struct source *s = source_open(program, directories);
  struct source_place place = {"a.c", 1, 5};
  char text[32];
  assert_true(source_expression(s, &place, W, text, sizeof text));
  assert_string_equal(text, "x");
  place.file = "other.c";
  assert_false(source_expression(s, &place, W, text, sizeof text));
  source_close(s);
}

static void edited_since(void **state) {
  (void)state;
  struct utimbuf past = {time(NULL) - 1000, time(NULL) - 1000};
  utime(program, &past);
  struct source *s = source_open(program, NULL);
  struct source_place place = {file, 1, 5};
  char text[32];
  assert_false(source_expression(s, &place, W, text, sizeof text));
  source_close(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expressions),
      cmocka_unit_test(long_ones_are_cut),
      cmocka_unit_test(found_below_the_directory_of_compilation),
      cmocka_unit_test(edited_since),
  };
  return cmocka_run_group_tests(tests, make_files, remove_dir);
}
