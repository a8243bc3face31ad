/* Double-checked locking with an atomic pointer to data on the heap. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int width, height;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct config *) config;

static struct config *get(void) {
  struct config *c = atomic_load(&config);
  if (c) return c;
  pthread_mutex_lock(&lock);
  c = atomic_load(&config);
  if (!c) {
    c = malloc(sizeof *c);
    c->width = 3;
    c->height = 4;
    atomic_store(&config, c);
  }
  pthread_mutex_unlock(&lock);
  return c;
}

static void *user(void *arg) {
  const struct config *c = get();
  assert(c->width * c->height == 12);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, user, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  free(atomic_load(&config));
  return 0;
}
