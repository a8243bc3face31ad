/* Either of two threads may be the first to write. */
#include <pthread.h>
#include <raddle.h>
#include <unistd.h>

static int fd[2];

static void *writer(void *p) {
  write(fd[1], p, 1);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  char got[2] = "";
  pipe(fd);
  pthread_create(&t, NULL, writer, "a");
  pthread_create(&u, NULL, writer, "b");
  read(fd[0], &got[0], 1);
  read(fd[0], &got[1], 1);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  raddle_assert(got[0] + got[1] == 'a' + 'b');
  raddle_assert(got[0] == 'a');
  return 0;
}
