#include <raddle.h>

static void quit(void) {
  __builtin_trap(); // BUG: signal in quit
}

int main(void) {
  if (raddle_char("c") == 'q') quit();
  return 0;
}
