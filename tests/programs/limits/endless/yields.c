/* Threads that only let each other go first. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int turn;
static void *work(void *p) {
  for (;;) {
    while (turn != (int)(long)p) sched_yield();
    turn = !turn;
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)0);
  pthread_create(&b, 0, work, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
