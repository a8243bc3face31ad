/* No inputs: what happens depends on the schedule alone. The assertion fails if the receiver reads `ready` from the sender, and `value` before it is written: one
 * interference. It holds if both come from the sender: two. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, ready;

static void set(int *what, int to) {
  pthread_mutex_lock(&lock);
  *what = to;
  pthread_mutex_unlock(&lock);
}

static int get(const int *what) {
  pthread_mutex_lock(&lock);
  int is = *what;
  pthread_mutex_unlock(&lock);
  return is;
}

static void *sender(void *unused) {
  set(&ready, 1); /* too early */
  set(&value, 5);
  return unused;
}

static void *receiver(void *unused) {
  if (get(&ready)) assert(get(&value) == 5); // BUG: assert in receiver
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, sender, 0);
  pthread_create(&two, 0, receiver, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
