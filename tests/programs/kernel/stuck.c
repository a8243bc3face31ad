/* A lock that another process has for ever, asked for in the ways of WAY; one thread waits, the other could go on. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int done;

static void *work(void *fd) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
#if WAY == 1
  flock(*(int *)fd, LOCK_EX);
#elif WAY == 2
  fcntl(*(int *)fd, F_SETLKW, &l);
#else
  syscall(SYS_flock, *(int *)fd, LOCK_EX);
#endif
  return 0;
}

int main(void) {
  pthread_t t;
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int ready[2];
  char byte;
  if (pipe(ready)) return 0;
  if (!fork()) {
    int mine = open("kernel-stuck", O_CREAT | O_RDWR, 0600);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    flock(mine, LOCK_EX);
    fcntl(mine, F_SETLK, &l);
    write(ready[1], "x", 1);
    for (;;) pause();
  }
  int fd = open("kernel-stuck", O_CREAT | O_RDWR, 0600);
  read(ready[0], &byte, 1);
  pthread_create(&t, 0, work, &fd);
  done = 1;
  pthread_join(t, 0);
  return 0;
}
