/* Two threads lock one file through descriptors of their own; who has it needs the other to go on before it gives it back. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int steps;

static void *work(void *unused) {
  int fd = open("kernel-lock", O_CREAT | O_RDWR, 0600);
  if (fd < 0 || flock(fd, LOCK_EX)) return unused;
  pthread_mutex_lock(&m);
  steps++;
  pthread_mutex_unlock(&m);
  flock(fd, LOCK_UN);
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
