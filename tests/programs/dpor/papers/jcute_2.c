/* Sen and Agha's journal paper on CUTE and jCUTE, figure 2: the error needs z = 1, and thread 1's write between thread
 * 2's write and its read. Four executions. */
#include <pthread.h>
#include <raddle.h>

static int x, z;

static void *thread1(void *argument) {
  x = 3;
  return argument;
}

static void *thread2(void *argument) {
  x = 2;
  if (2 * z + 1 == x) raddle_assert(!"ERROR"); // BUG: assert in thread2
  return argument;
}

int main(void) {
  pthread_t id;
  z = raddle_int("z");
  pthread_create(&id, 0, thread1, 0);
  pthread_create(&id, 0, thread2, 0);
  return 0;
}
