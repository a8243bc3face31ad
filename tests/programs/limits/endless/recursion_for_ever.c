/* No end at all: the stack is what runs out, in one of two threads. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static int down(int *at) {
  int here = *at + 1;
  n++;
  return down(&here) + here;
}
static void *work(void *p) {
  int zero = 0;
  down(&zero);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
