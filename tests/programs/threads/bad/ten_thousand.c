/* Ten thousand threads at once, or as many as can be made: who asks for more is told EAGAIN. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { N = 10000 };
static pthread_t t[N];
static atomic_int counter;

static void *add(void *arg) {
  atomic_fetch_add(&counter, 1);
  return arg;
}

int main(void) {
  int made = 0, code = 0;
  while (made < N && (code = pthread_create(&t[made], NULL, add, NULL)) == 0) made++;
  assert(made == N || code == EAGAIN);
  for (int i = 0; i < made; i++) pthread_join(t[i], NULL);
  assert(atomic_load(&counter) == made);
  return 0;
}
