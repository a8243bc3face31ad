/* Accesses at addresses that their types do not promise lie in two granules of memory: both count. Overlaps at either end race,
 * neighbours do not. */
#include <pthread.h>
#include <stddef.h>

static _Alignas(16) char bytes[32];

static void *wide(void *arg) {
  *(volatile int *)(bytes + 6) = -1;   // BUG: race in wide
  *(volatile long *)(bytes + 20) = -1; // BUG: race in wide
  return arg;
}

static void *narrow(void *arg) {
  bytes[5] = 1;
  bytes[9] = 1; // BUG: race in narrow
  bytes[10] = 1;
  bytes[19] = 1;
  bytes[20] = 1; // BUG: race in narrow
  bytes[28] = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wide, NULL);
  pthread_create(&b, NULL, narrow, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
