/* A thread that waits for a byte is cancelled. */
#include <pthread.h>
#include <raddle.h>
#include <unistd.h>

static int fd[2];

static void *reader(void *unused) {
  char c;
  (void)unused;
  read(fd[0], &c, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  void *result;
  pipe(fd);
  pthread_create(&t, NULL, reader, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  raddle_assert(result == PTHREAD_CANCELED);
  return 0;
}
