/* A handle nobody has ever set. */
#include <pthread.h>
#include <stddef.h>

static pthread_t t;

int main(void) {
  pthread_join(t, NULL); // BUG: null-deref in main
  return 0;
}
