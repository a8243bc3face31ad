/* A byte through a pipe orders what comes before it and after it: no race. */
#include <pthread.h>
#include <raddle.h>
#include <unistd.h>

static int fd[2], data;

static void *reader(void *unused) {
  char c;
  (void)unused;
  read(fd[0], &c, 1);
  raddle_assert(data == 7);
  return NULL;
}

int main(void) {
  pthread_t t;
  pipe(fd);
  pthread_create(&t, NULL, reader, NULL);
  data = 7;
  write(fd[1], "x", 1);
  pthread_join(t, NULL);
  return 0;
}
