/* The same with locks of open file descriptions. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void *work(void *unused) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int fd = open("kernel-lock", O_CREAT | O_RDWR, 0600);
  if (fd < 0 || fcntl(fd, F_OFD_SETLKW, &l)) return unused;
  pthread_mutex_lock(&m);
  steps++;
  pthread_mutex_unlock(&m);
  l.l_type = F_UNLCK;
  fcntl(fd, F_OFD_SETLK, &l);
  close(fd);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
