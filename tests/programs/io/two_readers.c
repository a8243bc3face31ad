/* Two threads read one byte each: either may be the first. */
#include <pthread.h>
#include <raddle.h>
#include <unistd.h>

static int fd[2];
static char got[2];

static void *reader(void *p) {
  read(fd[0], p, 1);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pipe(fd);
  pthread_create(&t, NULL, reader, &got[0]);
  pthread_create(&u, NULL, reader, &got[1]);
  write(fd[1], "ab", 2);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  raddle_assert(got[0] + got[1] == 'a' + 'b');
#ifdef BUG
  raddle_assert(got[0] == 'a');
#endif
  return 0;
}
