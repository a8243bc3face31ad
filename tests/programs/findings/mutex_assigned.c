#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int in;
static void *t(void *a) {
  pthread_mutex_lock(&m);
  in++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_join(a, 0);
}
