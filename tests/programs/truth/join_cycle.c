/* Main holds what the threads need while it joins them: one bug, whichever thread it waits for. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  pthread_mutex_lock(&m);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  pthread_mutex_unlock(&m);
  return 0;
}
