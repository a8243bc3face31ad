/* poll with and without a time limit, and accept, do not keep others from going on. */
#include <poll.h>
#include <pthread.h>
#include <raddle.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int fd[2], listening;

static void *writer(void *unused) {
  (void)unused;
  write(fd[1], "x", 1);
  return NULL;
}

static void *client(void *address) {
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  connect(s, address, sizeof(struct sockaddr_un));
  send(s, "y", 1, 0);
  close(s);
  return NULL;
}

int main(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0raddle-polls"};
  pthread_t t, u;
  char c = 0;
  pipe(fd);
  struct pollfd p = {.fd = fd[0], .events = POLLIN};
  fd_set set;
  listening = socket(AF_UNIX, SOCK_STREAM, 0);
  pthread_create(&t, NULL, writer, NULL);
  poll(&p, 1, 100);
  FD_ZERO(&set);
  FD_SET(fd[0], &set);
  select(fd[0] + 1, &set, NULL, NULL, NULL);
  raddle_assert(poll(&p, 1, -1) == 1);
  pthread_join(t, NULL);
  if (bind(listening, (struct sockaddr *)&address, sizeof address) || listen(listening, 1)) return 0;
  pthread_create(&u, NULL, client, &address);
  int s = accept(listening, NULL, NULL);
  recv(s, &c, 1, 0);
  raddle_assert(c == 'y');
  pthread_join(u, NULL);
  return 0;
}
