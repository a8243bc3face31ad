/* The thread may come too late. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *a(void *p) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  pthread_join(t, 0);
}
