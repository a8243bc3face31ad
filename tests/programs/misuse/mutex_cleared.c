/* memset of a mutex that another thread may hold. */
#include <pthread.h>
#include <string.h>
static struct {
  int x;
  pthread_mutex_t m;
} s;
static void *a(void *p) {
  pthread_mutex_lock(&s.m);
  s.x++;
  pthread_mutex_unlock(&s.m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, a, 0);
  memset(&s.m, 0, sizeof s.m);
  pthread_join(t, 0);
}
