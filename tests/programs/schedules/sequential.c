/* No threads; with INPUT one input of two cases. */
#include <raddle.h>

int main(void) {
#ifdef INPUT
  if (raddle_int("x") == 12345) return 1;
#endif
  return 0;
}
