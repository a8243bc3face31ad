/* Kahkonen's thesis, figure 5.6: with b = 0 none, one or both of thread 2's reads come before the write; else it reads
 * nothing: four classes. */
#include <pthread.h>
#include <raddle.h>

static int X;

static void *thread1(void *argument) {
  X = 5;
  int a = X;
  (void)a;
  return argument;
}

static void *thread2(void *argument) {
  int b = raddle_int("b");
  if (b == 0) {
    int c = X;
    int d = X;
    (void)c, (void)d;
  }
  return argument;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread1, 0);
  pthread_create(&id, 0, thread2, 0);
  return 0;
}
