/* Two threads see a buffer that nobody has freed yet, and both free it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char *) buffer;

static void *closer(void *arg) {
  char *mine = atomic_load(&buffer);
  if (!mine) return arg;
  free(mine); // BUG: double-free in closer, race in closer
  atomic_store(&buffer, NULL);
  return arg;
}

int main(void) {
  pthread_t a, b;
  atomic_store(&buffer, malloc(16));
  pthread_create(&a, NULL, closer, NULL);
  pthread_create(&b, NULL, closer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
