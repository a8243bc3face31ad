/* stdlib.h and search.h: sorting and searching with the program's own comparison. */
#define _GNU_SOURCE
#include "model.h"
#include <search.h>
#include <stdlib.h>

/* The merge sort of glibc's msort.c: stable, and the same comparisons in the same order, so that
 * a comparison that counts, prints or is inconsistent behaves as it does natively. */
struct sort {
  size_t size;
  __compar_d_fn_t compare;
  void *argument;
  char *spare; /* room for all elements */
};

static void merge_sort(const struct sort *s, char *base, size_t n) {
  if (n <= 1) return;
  size_t n1 = n / 2, n2 = n - n1, size = s->size;
  char *b1 = base, *b2 = base + n1 * size, *to = s->spare;
  merge_sort(s, b1, n1);
  merge_sort(s, b2, n2);
  while (n1 > 0 && n2 > 0) {
    bool first = s->compare(b1, b2, s->argument) <= 0;
    char **from = first ? &b1 : &b2;
    __builtin_memcpy(to, *from, size);
    to += size;
    *from += size;
    if (first)
      n1--;
    else
      n2--;
  }
  __builtin_memcpy(to, b1, n1 * size);
  __builtin_memcpy(base, s->spare, (n - n2) * size);
}

/* glibc's sort does not allocate small arrays' spare room, but malloc works in both cases. */
void MODEL(qsort_r)(void *base, size_t n, size_t size, __compar_d_fn_t compare, void *argument) {
  if (n <= 1 || size == 0) return;
  struct sort s = {.size = size, .compare = compare, .argument = argument, .spare = malloc(n * size)};
  if (!s.spare) return;
  merge_sort(&s, base, n);
  free(s.spare);
}

static int compare_plainly(const void *a, const void *b, void *compare) {
  return (*(__compar_fn_t *)compare)(a, b);
}

void MODEL(qsort)(void *base, size_t n, size_t size, __compar_fn_t compare) {
  MODEL(qsort_r)(base, n, size, compare_plainly, &compare);
}

void *MODEL(bsearch)(const void *key, const void *base, size_t n, size_t size, __compar_fn_t compare) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void *MODEL(lfind)(const void *key, const void *base, size_t *n, size_t size, __compar_fn_t compare) {
  const char *element = base;
  for (size_t i = 0; i < *n; i++, element += size)
    if (compare(key, element) == 0) return (void *)element;
  return NULL;
}

void *MODEL(lsearch)(const void *key, void *base, size_t *n, size_t size, __compar_fn_t compare) {
  void *found = MODEL(lfind)(key, base, n, size, compare);
  if (found) return found;
  char *end = (char *)base + *n * size;
  __builtin_memcpy(end, key, size);
  ++*n;
  return end;
}
