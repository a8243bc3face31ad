#include <raddle.h>
#include <stdlib.h>

int main(void) {
  char *text = malloc(16), *start = text;
  for (int i = 0; i < 4; i++) text[i] = raddle_char("c");
  text[4] = 0;
  while (*start == ' ') start++;
  free(start); // BUG: invalid-free in main
  return 0;
}
