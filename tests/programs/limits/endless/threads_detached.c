/* Every thread creates two others. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *work(void *p) {
  pthread_t t;
  n++;
  if (!pthread_create(&t, 0, work, 0)) pthread_detach(t);
  if (!pthread_create(&t, 0, work, 0)) pthread_detach(t);
  return p;
}
int main(void) {
  work(0);
  pthread_exit(0);
}
