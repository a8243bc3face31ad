#include <pthread.h>
#include <stdatomic.h>
atomic_int p, q;
static void *t(void *a) {
  while (1) {
    p = 1;
    while (q);
    p = 0;
  }
  return 0;
}
int main() {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  q = 1;
  q = 0;
  pthread_join(a, 0);
}
