/* A function that calls itself, as many times as an input says, reads a shared number at each level. The assertion fails if the number changes just
 * before the last level: one interference. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static int get(void) {
  pthread_mutex_lock(&lock);
  int is = x;
  pthread_mutex_unlock(&lock);
  return is;
}

static int down(int levels) {
  int is = get();
  return levels == 0 ? is : is + down(levels - 1);
}

static void *reader(void *unused) {
  int levels = raddle_uchar("levels");
  raddle_assume(levels < 4);
  int sum = down(levels);
  assert(sum != 3); // BUG: assert in reader
  return unused;
}

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  x = 3;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, reader, 0);
  pthread_create(&two, 0, writer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
