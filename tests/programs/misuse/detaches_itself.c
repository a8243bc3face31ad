/* A thread that is joined detaches itself: the join, which waits for that or for the end, is undefined by POSIX in any case. */
#include <pthread.h>
static void *work(void *p) {
  pthread_detach(pthread_self());
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
