/* One class for each number of rounds that the loop makes before it is told to stop: endlessly many. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stop, rounds;
static void *work(void *p) {
  while (!stop) rounds++;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (rounds > 2) stop = 2;
  stop = 1;
  pthread_join(t, 0);
}
