/* All concrete: quicksort and a check, on arrays of ints. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 400000 };
static int v[N];

static void sort(int *a, int n) {
  while (n > 1) {
    int pivot = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i > j) break;
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
    sort(a, j + 1);
    a += i;
    n -= i;
  }
}

int main(void) {
  unsigned seed = 1;
  long check = 0;
  for (int round = 0; round < 10; round++) {
    for (int i = 0; i < N; i++) v[i] = (int)((seed = seed * 1664525 + 1013904223) >> 4);
    sort(v, N);
    for (int i = 1; i < N; i++) {
      if (v[i] < v[i - 1]) abort();
      check = check * 31 + v[i];
    }
  }
  printf("%ld\n", check);
  return 0;
}
