/* The flag orders the accesses to `data` where it is seen to be set; where it is not, they do not happen. Only the plain
 * flag itself races. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int data, flag;

static void *writer(void *arg) {
  data = 1;
  flag = 1; // BUG: race in writer
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (flag)            // BUG: race in main
    assert(data == 1); // not turned round by any schedule
  pthread_join(t, NULL);
  return 0;
}
