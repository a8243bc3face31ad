/* Insertion sort of n symbolic ints: n! paths, ties being "not greater". */
#define DOMAIN -1, 0, 1, 2
#include "br.h"

static void program(void) {
  int a[8];
  for (int i = 0; i < size; i++) a[i] = INPUT(int, "a");
  for (int i = 1; i < size; i++) {
    int key = a[i], j = i - 1;
    while (j >= 0 && BR(a[j] > key)) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = key;
  }
}
