/* A thread that computes for ever and touches nothing that is shared. */
#include <pthread.h>
static void *work(void *p) {
  volatile unsigned long n = 1;
  while (n) n = n * 3 + 1 ? n * 3 + 1 : 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
