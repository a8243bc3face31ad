#include <stdlib.h>
#include <assert.h>
int main() {
  char *p = malloc(4);
  p[4] = 1;
  assert(0);
}
