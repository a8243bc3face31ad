/* Whether the destructor runs depends on the input. */
#include <pthread.h>
#include <raddle.h>
static pthread_key_t k;
static void destroy(void *p) { raddle_assert((long)p != 2); }
static void *a(void *p) {
  pthread_setspecific(k, (void *)(long)(raddle_int("i") & 3));
  return p;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&k, destroy);
  pthread_create(&t, 0, a, 0);
  pthread_join(t, 0);
}
