/* A server accepts and answers, a client connects and receives, both in threads; who waits does not keep the other from going on. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int listener;
static struct sockaddr_un address = {.sun_family = AF_UNIX};

static void *serve(void *unused) {
  struct epoll_event e = {.events = EPOLLIN}, got;
  int epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e);
  assert(epoll_wait(epoll, &got, 1, -1) == 1);
  int fd = accept(listener, 0, 0);
  send(fd, "ok", 2, 0);
  close(fd);
  close(epoll);
  return unused;
}

int main(void) {
  pthread_t t;
  char got[2];
  strcpy(address.sun_path, "kernel-socket");
  unlink(address.sun_path);
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address)) return 0;
  listen(listener, 1);
  pthread_create(&t, 0, serve, 0);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!connect(fd, (struct sockaddr *)&address, sizeof address));
  assert(recv(fd, got, 2, 0) == 2 && got[0] == 'o');
  pthread_join(t, 0);
  return 0;
}
