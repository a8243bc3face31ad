/* Kahkonen's thesis, figure 3.12: thread 1 reads before the write, or it reads the input, which is either positive or
 * not: three tests. */
#include <pthread.h>
#include <raddle.h>

static int X;

static void *thread1(void *argument) {
  int a = X;
  if (a > 0) raddle_assert(!"error"); // BUG: assert in thread1
  return argument;
}

static void *thread2(void *argument) {
  int b = X;
  if (b == 0) X = raddle_int("input");
  return argument;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread1, 0);
  pthread_create(&id, 0, thread2, 0);
  return 0;
}
