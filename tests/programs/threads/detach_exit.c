/* Main starts a detached thread that works on what main frees before it ends. Nothing orders the two. */
#include <pthread.h>
#include <stdlib.h>

static void *logger(void *arg) {
  int *lines = arg;
  lines[0]++; // BUG: use-after-free in logger, race in logger
  return NULL;
}

int main(void) {
  pthread_t t;
  int *lines = calloc(4, sizeof *lines);
  pthread_create(&t, NULL, logger, lines);
  pthread_detach(t);
  free(lines); // BUG: race in main
  return 0;
}
