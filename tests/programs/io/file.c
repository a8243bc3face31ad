/* Two threads append to one file, which is read back. */
#include <fcntl.h>
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int fd;

static void *writer(void *text) {
  write(fd, text, 1);
  return NULL;
}

int main(void) {
  char name[] = "/tmp/raddle-test-XXXXXX", got[2] = "";
  pthread_t t, u;
  fd = mkstemp(name);
  unlink(name);
  pthread_create(&t, NULL, writer, "a");
  pthread_create(&u, NULL, writer, "b");
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  pread(fd, got, 2, 0);
  raddle_assert(got[0] == 'a');
  return 0;
}
