/* Bit tricks on all widths, on bytes and on unsigned 64-bit values beyond the signed range. */
#include <raddle.h>
#include <stdio.h>

struct parts {
  unsigned low : 5, middle : 9, high : 18;
};

int main(void) {
  unsigned long big = raddle_ulong("big");
  unsigned x = raddle_uint("x");
  unsigned char raw[4];
  raddle_symbolic(raw, sizeof raw, "raw");
  struct parts p = {x, x >> 5, x >> 14};
  int ones = 0;
  for (int i = 0; i < 4; i++) ones += raw[i] & 1;
  if (big > 0xf000000000000000) puts("big is huge");
  if (p.middle == 300) puts("middle is 300");
  if ((x & (x - 1)) == 0) puts("x is a power of two, or 0");
  if ((raw[0] ^ raw[3]) == 0x5a) puts("first and last differ by 5a");
  if ((unsigned char)(raw[1] << 4 | raw[1] >> 4) == 0x21) puts("nibbles");
  printf("%lu %u %u %u %u %d %02x%02x%02x%02x\n", big, x, p.low, p.middle, p.high, ones, raw[0], raw[1],
         raw[2], raw[3]);
  return 0;
}
