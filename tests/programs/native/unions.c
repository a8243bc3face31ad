/* Unions and memory seen through other types; unaligned access; byte order. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union value {
  uint64_t q;
  int32_t w[2];
  uint16_t h[4];
  uint8_t b[8];
  double d;
  struct {
    uint8_t tag;
    uint32_t body __attribute__((packed));
  } s;
};

static uint32_t swap(uint32_t x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }

int main(void) {
  union value v = {.q = 0x1122334455667788};
  printf("%x %x %x %x\n", v.w[0], v.h[1], v.b[7], v.s.body);
  v.b[3] = 0xff;
  v.h[3] += 1;
  printf("%lx\n", (unsigned long)v.q);
  v.d = 1.5;
  printf("%lx\n", (unsigned long)v.q);
  unsigned char raw[16] = {0};
  for (int i = 0; i < 9; i++) {
    uint32_t x = swap(0x01020304u * (unsigned)(i + 1));
    memcpy(raw + i, &x, sizeof x);
    uint64_t y;
    memcpy(&y, raw + i / 2, sizeof y);
    printf("%016lx\n", (unsigned long)y);
  }
  return 0;
}
