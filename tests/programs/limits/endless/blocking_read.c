/* Waits in the kernel for something that never comes. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/inotify.h>
#include <unistd.h>
static atomic_int n;
static void *work(void *p) {
  char event[4096];
  n++;
  if (read(inotify_init(), event, sizeof event) > 0) n++;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  n++;
  pthread_join(t, 0);
}
