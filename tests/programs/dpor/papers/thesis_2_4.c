/* Kahkonen's thesis, figure 2.4: eight paths in the symbolic execution tree. If thread 1 writes, thread 2's read comes
 * before or after; if it reads, the order is all the same; and thread 2 has two ways to go on: (2 + 1) * 2 classes. */
#include <pthread.h>
#include <raddle.h>

static int X;

static void *thread1(void *argument) {
  int i1 = raddle_int("i1"), a;
  i1 = i1 + 1;
  if (i1 == 5)
    X = 5;
  else
    a = X;
  (void)a;
  return argument;
}

static void *thread2(void *argument) {
  int i2 = raddle_int("i2");
  int b = X;
  if (i2 > 10) b = 0;
  (void)b;
  return argument;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread1, 0);
  pthread_create(&id, 0, thread2, 0);
  return 0;
}
