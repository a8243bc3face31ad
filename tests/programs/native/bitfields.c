/* Bit-fields of every shape: signed, crossing storage units, packed, in unions, as loop counters. */
#include <stdio.h>
#include <string.h>

struct flags {
  unsigned ready : 1, mode : 3;
  signed level : 5;
  unsigned long big : 40;
  unsigned : 0;
  unsigned char tail : 7;
};
struct __attribute__((packed)) packed {
  unsigned a : 3, b : 11, c : 18;
  unsigned short d : 9;
};

int main(void) {
  struct flags f = {0};
  for (int i = -20; i < 20; i += 3) {
    f.level = i;
    f.mode = (unsigned)i;
    f.ready ^= 1;
    f.big = f.big * 3 + (unsigned)(i + 100);
    f.tail += 5;
    printf("%d %u %u %lu %u\n", f.level, f.mode, f.ready, (unsigned long)f.big, f.tail);
  }
  struct packed p = {5, 1234, 98765, 300};
  unsigned char raw[sizeof p];
  memcpy(raw, &p, sizeof p);
  for (size_t i = 0; i < sizeof raw; i++) printf("%02x ", raw[i]);
  p.b++;
  p.c -= 7;
  printf("\n%u %u %u %u %zu\n", p.a, p.b, p.c, p.d, sizeof p);
  union {
    unsigned whole;
    struct {
      unsigned low : 12, high : 20;
    } part;
  } u = {.whole = 0xdeadbeef};
  printf("%x %x\n", u.part.low, u.part.high);
  return 0;
}
