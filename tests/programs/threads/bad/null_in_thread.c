/* A thread goes through a null pointer that another one sets in time, or not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int value = 3;
static _Atomic(int *) pointer;

static void *setter(void *arg) {
  atomic_store(&pointer, &value);
  return arg;
}

static void *user(void *arg) {
  int *p = atomic_load(&pointer);
  return *p == 3 ? arg : NULL; // BUG: null-deref in user
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, setter, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
