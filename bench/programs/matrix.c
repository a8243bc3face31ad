/* All concrete: integer matrices and a table-driven CRC. */
#include <stdint.h>
#include <stdio.h>

enum { N = 180 };
static unsigned a[N][N], b[N][N], c[N][N];
static uint32_t table[256];

static uint32_t crc(const uint8_t *p, size_t n) {
  uint32_t r = ~0u;
  while (n--) r = table[(r ^ *p++) & 255] ^ r >> 8;
  return ~r;
}

int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int k = 0; k < 8; k++) table[i] = table[i] >> 1 ^ (0xedb88320u & -(table[i] & 1));
  }
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < N; j++) a[i][j] = i * 7 + j, b[i][j] = i ^ j;
  uint32_t sum = 0;
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        unsigned s = 0;
        for (int k = 0; k < N; k++) s += a[i][k] * b[k][j];
        c[i][j] = s;
      }
    for (int i = 0; i < 20; i++) sum = sum * 31 + crc((const uint8_t *)c, sizeof c);
    a[round][round] = sum;
  }
  printf("%08x\n", sum);
  return 0;
}
