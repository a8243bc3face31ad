/* What the calls that may wait return when they need not: printed, to be compared with the library's own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHOW(call)                                                                                           \
  do {                                                                                                       \
    errno = 0;                                                                                               \
    long r = (long)(call);                                                                                   \
    printf("%s = %ld %d\n", #call, r, r < 0 ? errno : 0);                                                    \
  } while (0)

static void locks(void) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  FILE *f = tmpfile();
  int fd = fileno(f);
  SHOW(flock(-1, LOCK_EX));
  SHOW(flock(fd, LOCK_EX));
  SHOW(flock(fd, LOCK_SH));
  SHOW(flock(fd, LOCK_SH | LOCK_NB));
  SHOW(flock(fd, LOCK_UN));
  SHOW(flock(fd, 77));
  SHOW(fcntl(fd, F_SETLKW, &l));
  SHOW(fcntl(fd, F_GETLK, &l));
  SHOW(l.l_type == F_UNLCK);
  SHOW(fcntl(-1, F_SETLKW, &l));
  SHOW(fcntl(fd, F_GETFL) & O_ACCMODE);
  SHOW(fcntl(fd, F_SETFD, FD_CLOEXEC));
  SHOW(fcntl(fd, F_GETFD));
  SHOW(lockf(fd, F_LOCK, 10));
  SHOW(lockf(fd, F_TEST, 10));
  SHOW(lockf(fd, F_ULOCK, 10));
  SHOW(lockf(-1, F_LOCK, 10));
}

static void children(void) {
  int status = 5;
  struct rusage usage;
  siginfo_t info;
  SHOW(waitpid(-1, &status, 0));
  SHOW(waitpid(-1, &status, WNOHANG));
  SHOW(wait(&status));
  SHOW(wait(NULL));
  SHOW(wait3(&status, 0, &usage));
  SHOW(wait4(-1, &status, 0, &usage));
  SHOW(waitid(P_ALL, 0, &info, WEXITED));
  SHOW(status);
}

static void system_v(void) {
  struct {
    long type;
    char text[4];
  } m = {1, "abc"};
  struct sembuf op = {0, 1, 0}, down = {0, -1, IPC_NOWAIT};
  int queue = msgget(IPC_PRIVATE, 0600), set = semget(IPC_PRIVATE, 1, 0600);
  SHOW(msgrcv(-1, &m, 4, 0, 0));
  SHOW(msgrcv(queue, &m, 4, 0, IPC_NOWAIT));
  SHOW(msgsnd(queue, &m, 4, 0));
  memset(m.text, 0, 4);
  SHOW(msgrcv(queue, &m, 4, 0, 0));
  SHOW(m.text[1]);
  SHOW(semop(-1, &op, 1));
  SHOW(semop(set, &down, 1));
  SHOW(semop(set, &op, 1));
  SHOW(semop(set, &down, 1));
  msgctl(queue, IPC_RMID, 0);
  semctl(set, 0, IPC_RMID);
}

static void looks(void) {
  struct timespec now = {0};
  struct timeval zero = {0};
  struct epoll_event e = {.events = EPOLLIN}, got;
  sigset_t none;
  fd_set set;
  int p[2], epoll = epoll_create1(0);
  if (pipe(p)) return;
  sigemptyset(&none);
  FD_ZERO(&set);
  FD_SET(p[0], &set);
  struct pollfd one = {.fd = p[0], .events = POLLIN};
  SHOW(epoll_ctl(epoll, EPOLL_CTL_ADD, p[0], &e));
  SHOW(epoll_wait(epoll, &got, 1, 0));
  SHOW(epoll_wait(-1, &got, 1, 0));
  SHOW(ppoll(&one, 1, &now, NULL));
  SHOW(pselect(p[0] + 1, &set, NULL, NULL, &now, NULL));
  SHOW(FD_ISSET(p[0], &set) != 0);
  SHOW(write(p[1], "x", 1));
  FD_SET(p[0], &set);
  SHOW(select(p[0] + 1, &set, NULL, NULL, &zero));
  SHOW(FD_ISSET(p[0], &set) != 0);
  SHOW(pselect(p[0] + 1, &set, NULL, NULL, NULL, &none));
  SHOW(ppoll(&one, 1, NULL, NULL));
  SHOW(one.revents == POLLIN);
  SHOW(epoll_pwait(epoll, &got, 1, -1, &none));
  SHOW(sigtimedwait(&none, NULL, &now));
  SHOW(select(-1, NULL, NULL, NULL, &zero));
}

static void *all(void *unused) {
  locks();
  children();
  system_v();
  looks();
  return unused;
}

int main(void) {
  pthread_t t;
  all(0);
  pthread_create(&t, 0, all, 0);
  pthread_join(t, 0);
  return 0;
}
