/* Sorting and searching. */
#define _GNU_SOURCE
#include "cases.h"
#include <search.h>
#include <stdlib.h>

static int compare_ints(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static int compare_down(const void *a, const void *b, void *factor) {
  return compare_ints(a, b) * *(const int *)factor;
}

static void test_qsort(void) {
  int a[3];
  raddle_symbolic(a, sizeof a, "a");
  int last = a[2];
  qsort(a, 3, sizeof *a, compare_ints);
  goal_if(a[0] == last && a[1] == 5 && a[2] == 9);
}

static void test_qsort_never(void) {
  int a[3];
  raddle_symbolic(a, sizeof a, "a");
  qsort(a, 3, sizeof *a, compare_ints);
  raddle_assert(a[0] <= a[1] && a[1] <= a[2]);
}

static void test_qsort_r(void) {
  int a[3], factor = -1;
  raddle_symbolic(a, sizeof a, "a");
  int first = a[0];
  qsort_r(a, 3, sizeof *a, compare_down, &factor);
  goal_if(a[2] == first && a[0] == 9 && a[1] == 5);
}

static const int sorted[] = {2, 3, 5, 7, 11, 13};

static void test_bsearch(void) {
  int key = raddle_int("key");
  const int *found = bsearch(&key, sorted, 6, sizeof key, compare_ints);
  goal_if(found == &sorted[4]);
}

static void test_bsearch_never(void) {
  int key = raddle_int("key");
  const int *found = bsearch(&key, sorted, 6, sizeof key, compare_ints);
  if (found)
    raddle_assert(*found == key);
  else
    raddle_assert(key != 7);
}

static void test_lfind(void) {
  int key = raddle_int("key");
  size_t n = 6;
  goal_if(lfind(&key, sorted, &n, sizeof key, compare_ints) == &sorted[5]);
}

static void test_lsearch(void) {
  int key = raddle_int("key"), a[4] = {4, 9};
  size_t n = 2;
  lsearch(&key, a, &n, sizeof key, compare_ints);
  goal_if(n == 3 && a[2] == 70);
}

/* clang-format off */
#define CASES(X) \
  X(qsort) X(qsort_never) X(qsort_r) X(bsearch) X(bsearch_never) X(lfind) X(lsearch)
/* clang-format on */
RUN_CASES(CASES)
