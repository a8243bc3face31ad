/* Kahkonen's thesis, figure 2.6: only the order of the two writes matters. */
#include <pthread.h>

static int X, Y;

static void *thread1(void *argument) {
  int a = X;
  Y = 1;
  (void)a;
  return argument;
}

static void *thread2(void *argument) {
  int b = X;
  Y = 2;
  (void)b;
  return argument;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread1, 0);
  pthread_create(&id, 0, thread2, 0);
  return 0;
}
