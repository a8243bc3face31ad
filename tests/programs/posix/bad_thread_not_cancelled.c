/* Or after it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *p) {
  pthread_testcancel();
  return p;
}

int main(void) {
  pthread_t t;
  void *result = NULL;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED); // BUG: assert in main
  return 0;
}
