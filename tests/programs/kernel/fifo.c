/* A named pipe: opening either end waits for the other. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "kernel-fifo";

static void *send(void *unused) {
  int fd = open(name, O_WRONLY);
  if (write(fd, "q", 1) != 1) abort();
  close(fd);
  return unused;
}

int main(void) {
  pthread_t t;
  char got = 0;
  unlink(name);
  if (mkfifo(name, 0600)) return 0;
  pthread_create(&t, 0, send, 0);
  int fd = open(name, O_RDONLY);
  assert(read(fd, &got, 1) == 1 && got == 'q');
  assert(read(fd, &got, 1) == 0);
  pthread_join(t, 0);
  close(fd);
  unlink(name);
  return 0;
}
