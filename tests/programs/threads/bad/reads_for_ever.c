/* A thread reads from a pipe that nobody writes to. */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int end[2];

static void *reader(void *arg) {
  char c;
  if (read(end[0], &c, 1) != 1) return arg;
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pipe(end)) return 1;
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  return 0;
}
