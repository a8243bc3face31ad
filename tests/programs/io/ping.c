/* There and back through two pipes; what comes back is fixed. */
#include <pthread.h>
#include <raddle.h>
#include <unistd.h>

static int there[2], back[2];

static void *echo(void *unused) {
  char c;
  (void)unused;
  read(there[0], &c, 1);
  c++;
  write(back[1], &c, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  char c = 1;
  pipe(there), pipe(back);
  pthread_create(&t, NULL, echo, NULL);
  write(there[1], &c, 1);
  read(back[0], &c, 1);
  raddle_assert(c == 2);
  pthread_join(t, NULL);
  return 0;
}
