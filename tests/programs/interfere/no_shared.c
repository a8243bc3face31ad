/* Two threads that have nothing in common but their creator: each has an input and two branches of its own. */
#include <pthread.h>
#include <raddle.h>

static void *work(void *unused) {
  int n = raddle_uchar("n");
  raddle_observe(n > 100 ? 2 : 1);
  if (n == 7) raddle_observe(7);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
