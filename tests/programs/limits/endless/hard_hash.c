/* An input whose hash is known. */
#include <pthread.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static _Atomic int n;
static void *work(void *p) {
  uint64_t h = 0xcbf29ce484222325ul;
  for (int i = 0; i < 24; i++) {
    h = (h ^ __VERIFIER_nondet_uchar()) * 0x100000001b3ul;
    h ^= h >> 23;
    h *= 0x2127599bf4325c37ul + (h & 0xffff);
  }
  if (h == 0x123456789abcdef0ul) n = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
