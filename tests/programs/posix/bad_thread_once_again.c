/* The routine of pthread_once calls pthread_once on the same control: it waits for itself. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void routine(void) {
  pthread_once(&once, routine); // BUG: deadlock in routine
}

int main(void) {
  pthread_once(&once, routine);
  return 0;
}
