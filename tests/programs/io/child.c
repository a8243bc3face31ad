/* The other end is in another process. */
#include <pthread.h>
#include <raddle.h>
#include <sys/wait.h>
#include <unistd.h>

static int fd[2];
static char c;

static void *reader(void *unused) {
  (void)unused;
  read(fd[0], &c, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pipe(fd);
  if (!fork()) {
    usleep(10000);
    write(fd[1], "x", 1);
    _exit(0);
  }
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  raddle_assert(c == 'x');
  return 0;
}
