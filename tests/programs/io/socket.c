/* Through a pair of sockets: not followed, but nobody is kept from going on. */
#include <pthread.h>
#include <raddle.h>
#include <sys/socket.h>
#include <unistd.h>

static int fd[2];

static void *echo(void *unused) {
  char c;
  (void)unused;
  read(fd[1], &c, 1);
  c++;
  write(fd[1], &c, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  char c = 1;
  socketpair(AF_UNIX, SOCK_STREAM, 0, fd);
  pthread_create(&t, NULL, echo, NULL);
  write(fd[0], &c, 1);
  read(fd[0], &c, 1);
  raddle_assert(c == 2);
  pthread_join(t, NULL);
  return 0;
}
