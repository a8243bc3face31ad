#include <pthread.h>
static pthread_t t;
static void *a(void *p) { return p; }
static void *b(void *p) {
  pthread_detach(t);
  return p;
}
int main(void) {
  pthread_t u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(u, 0);
  pthread_join(t, 0);
}
