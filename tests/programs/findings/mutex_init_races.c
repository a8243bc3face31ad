#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int in;
static void *t(void *a) {
  pthread_mutex_lock(&m);
  in++;
  assert(in == 1);
  in--;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_mutex_init(&m, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
