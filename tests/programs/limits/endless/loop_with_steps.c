/* Two threads that count up a shared number for ever. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong n;
static void *work(void *p) {
  for (;;) n++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
