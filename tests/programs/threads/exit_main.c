/* Main leaves by pthread_exit: the process goes on, and its exit code is 0 when the last thread has ended. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t main_thread;
static int left_behind;

static void *worker(void *arg) {
  void *result;
  assert(pthread_join(main_thread, &result) == 0);
  assert(result == &left_behind);
  assert(left_behind == 5);
  return arg;
}

int main(void) {
  pthread_t t;
  main_thread = pthread_self();
  pthread_create(&t, NULL, worker, NULL);
  pthread_detach(t);
  left_behind = 5;
  pthread_exit(&left_behind);
}
