/* Reads commands from stdin. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c, depth = 0, deepest = 0;
  while ((c = getchar()) != EOF) {
    if (c == '(') depth++;
    if (c == ')') depth--;
    if (depth > deepest) deepest = depth;
    if (depth < 0) return 1;
    if (c == '!' && deepest == 3) assert(depth != 1); // BUG: assert in main
  }
  return 0;
}
