#include <raddle.h>

int main(void) {
  unsigned char size = raddle_uchar("size");
  unsigned slot = 77;
  if (size != 255) slot %= (unsigned)size * 2 - 4; // BUG: div-by-zero in main
  return slot == 1;
}
