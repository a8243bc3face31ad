/* Nothing of raddle in it: for a program that is not instrumented. */
#include <stdio.h>

int main(void) {
  puts("hello");
  return 0;
}
