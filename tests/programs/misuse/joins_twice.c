#include <pthread.h>
static void *a(void *p) { return p; }
static pthread_t t;
static void *b(void *p) {
  pthread_join(t, 0);
  return p;
}
int main(void) {
  pthread_t u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
