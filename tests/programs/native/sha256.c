/* SHA-256 and CRC-32 of a few messages. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t k[64], h[8];

static uint32_t fraction_of_root(int prime,
                                 int cubic) { /* first 32 bits of the fraction, by integer search */
  unsigned __int128 target = (unsigned __int128)prime << (cubic ? 96 : 64);
  uint64_t low = 0, high = 1ull << 40;
  while (high - low > 1) {
    uint64_t mid = low + (high - low) / 2;
    unsigned __int128 p = (unsigned __int128)mid * mid;
    if (cubic) p = p > (((unsigned __int128)1 << 127) / mid) * 2 ? ~(unsigned __int128)0 : p * mid;
    if (p <= target)
      low = mid;
    else
      high = mid;
  }
  return (uint32_t)low;
}
static void constants(void) {
  for (int n = 0, p = 2; n < 64; p++) {
    int prime = 1;
    for (int d = 2; d * d <= p; d++) prime &= p % d != 0;
    if (!prime) continue;
    if (n < 8) h[n] = fraction_of_root(p, 0);
    k[n++] = fraction_of_root(p, 1);
  }
}
static uint32_t ror(uint32_t x, int n) { return x >> n | x << (32 - n); }
static void block(uint32_t s[8], const uint8_t *p) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + (ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(v, s, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = v[7] + (ror(v[4], 6) ^ ror(v[4], 11) ^ ror(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
                  k[i] + w[i];
    uint32_t t2 =
        (ror(v[0], 2) ^ ror(v[0], 13) ^ ror(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += t1;
    v[0] = t1 + t2;
  }
  for (int i = 0; i < 8; i++) s[i] += v[i];
}
static void sha256(const char *text) {
  uint32_t s[8];
  uint8_t tail[128] = {0};
  size_t n = strlen(text), full = n / 64 * 64, rest = n - full, end = rest < 56 ? 64 : 128;
  memcpy(s, h, sizeof s);
  for (size_t i = 0; i < full; i += 64) block(s, (const uint8_t *)text + i);
  memcpy(tail, text + full, rest);
  tail[rest] = 0x80;
  for (int i = 0; i < 8; i++) tail[end - 1 - i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
  for (size_t i = 0; i < end; i += 64) block(s, tail + i);
  for (int i = 0; i < 8; i++) printf("%08x", s[i]);
  putchar('\n');
}
static uint32_t crc32(const char *text) {
  uint32_t crc = ~0u;
  for (; *text; text++) {
    crc ^= (uint8_t)*text;
    for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
  }
  return ~crc;
}

int main(void) {
  constants();
  static const char *const texts[] = {"", "abc", "The quick brown fox jumps over the lazy dog",
                                      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
  for (int i = 0; i < 4; i++) {
    sha256(texts[i]);
    printf("%08x\n", crc32(texts[i]));
  }
  return 0;
}
