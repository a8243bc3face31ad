/* Each thread is given the address of the loop variable, which goes on changing: two threads may get the same number. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int count[2];

static void *work(void *arg) {
  int me = *(const int *)arg; // BUG: race in work
  if (me < 2) __atomic_fetch_add(&count[me], 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, &i); // BUG: race in main
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(count[0] == 1 && count[1] == 1); // BUG: assert in main
  return 0;
}
