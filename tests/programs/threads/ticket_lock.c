/* A ticket lock: draw a number, wait until it is served. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint next_ticket, now_serving;
static int counter;

static void *add(void *arg) {
  unsigned mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_serving) != mine) {}
  counter++;
  atomic_fetch_add(&now_serving, 1);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(counter == 3);
  return 0;
}
