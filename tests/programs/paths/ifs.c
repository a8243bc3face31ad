/* n symbolic ifs: 2^n paths. */
#define DOMAIN 0, 1
#include "br.h"

static void program(void) {
  int sum = 0;
  for (int i = 0; i < size; i++) {
    int x = INPUT(int, "x");
    if (BR(x > 0)) sum++;
  }
  result = sum;
}
