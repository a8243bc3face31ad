/* More interleavings than anybody can run: ten threads, ten writes each to one place. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *work(void *p) {
  for (int i = 0; i < 10; i++) n = 10 * (int)(long)p + i;
  return p;
}
int main(void) {
  pthread_t t[10];
  for (long i = 0; i < 10; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 10; i++) pthread_join(t[i], 0);
}
