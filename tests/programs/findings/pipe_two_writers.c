#include <unistd.h>
#include <pthread.h>
#include <assert.h>
static int fd[2];
static void *w(void *x) {
  char c = (long)x;
  write(fd[1], &c, 1);
  return 0;
}
int main(void) {
  pipe(fd);
  pthread_t t, u;
  pthread_create(&t, 0, w, (void *)1);
  pthread_create(&u, 0, w, (void *)2);
  char a, b;
  read(fd[0], &a, 1);
  read(fd[0], &b, 1);
  assert(a == 1 && b == 2);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
