/* Reads stdin by fread, fgets and read. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char first[4] = {0}, line[8];
  if (fread(first, 1, 2, stdin) != 2) return 1;
  if (!fgets(line, sizeof line, stdin)) return 2;
  if (first[0] == 'o' && first[1] == 'k') assert(strncmp(line, "go\n", 3) != 0); // BUG: assert in main
  return 0;
}
