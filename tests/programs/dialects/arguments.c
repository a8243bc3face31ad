/* Options on the command line: the bug needs "-x" and a number. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int number = 0, extended = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-x") == 0)
      extended = 1;
    else
      number = atoi(argv[i]);
  }
  if (extended) assert(number != 42); // BUG: assert in main
  return 0;
}
