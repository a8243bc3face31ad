#include <pthread.h>
pthread_barrier_t b;
static void *t(void *a) {
  pthread_barrier_wait(&b);
  return 0;
}
int main() {
  pthread_t x;
  pthread_barrier_init(&b, 0, 5);
  for (int i = 0; i < 5; i++) pthread_create(&x, 0, t, 0);
  pthread_exit(0);
}
