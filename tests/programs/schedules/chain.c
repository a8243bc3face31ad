/* Objects that are found to be shared one after the other: b only if an access to a came between two others, c likewise. */
#include <assert.h>
#include <pthread.h>

static int a, b, c;

static void *run(void *argument) {
  a = 1;
  a = 2;
  if (b == 1) c = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (a == 1) b = 1;
  if (b && c) assert(!"reached");
  pthread_join(thread, 0);
  return 0;
}
