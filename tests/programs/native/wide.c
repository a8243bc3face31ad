/* Integers wider than 64 bits, atomics, builtins, booleans, enums, wide shifts. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum colour { RED = -1, GREEN = 5, BLUE };

static unsigned __int128 power(unsigned __int128 x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }

int main(void) {
  unsigned __int128 p = power(10, 30) + 7;
  printf("%016lx%016lx\n", (unsigned long)(p >> 64), (unsigned long)p);
  p /= 1000000007;
  printf("%016lx%016lx\n", (unsigned long)(p >> 64), (unsigned long)p);
  atomic_int counter = 5;
  atomic_fetch_add(&counter, 10);
  int expected = 15;
  bool swapped = atomic_compare_exchange_strong(&counter, &expected, 99);
  int old = atomic_exchange(&counter, 3);
  printf("%d %d %d\n", swapped, old, atomic_load(&counter));
  printf("%d %d %d %d\n", __builtin_popcount(0xf0f0), __builtin_clz(1000), __builtin_ctzll(1ull << 40),
         __builtin_bswap32(0x01020304));
  int sum;
  bool over = __builtin_add_overflow(2147483647, 1, &sum);
  printf("%d %d\n", over, sum);
  bool b = 0x100;
  enum colour c = BLUE;
  printf("%d %d %d\n", b, c, (enum colour)(RED + 1) == 0);
  uint64_t x = 0x8000000000000001u;
  for (int i = 0; i < 64; i += 13)
    printf("%lx %lx %lx\n", (unsigned long)(x << i), (unsigned long)(x >> i),
           (unsigned long)((int64_t)x >> i));
  return 0;
}
