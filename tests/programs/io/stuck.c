/* Nobody writes: both wait for ever. */
#include <pthread.h>
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
  pipe(fd);
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  return 0;
}
