/* Two threads that join each other wait for ever. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t first, second;
static atomic_int both;

static void *join_second(void *p) {
  while (!both) continue;
  pthread_join(second, NULL); // BUG: deadlock in join_second
  return p;
}

static void *join_first(void *p) {
  pthread_join(first, NULL);
  return p;
}

int main(void) {
  pthread_create(&first, NULL, join_second, NULL);
  pthread_create(&second, NULL, join_first, NULL);
  both = 1;
  pthread_exit(NULL);
}
