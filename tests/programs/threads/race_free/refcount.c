/* A counted object: whoever drops the last reference frees it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};
static atomic_int freed;

static void drop(struct object *o) {
  if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_acq_rel) != 1) return;
  o->value = -1;
  free(o);
  atomic_fetch_add(&freed, 1);
}

static void *user(void *arg) {
  struct object *o = arg;
  assert(o->value == 42);
  drop(o);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  struct object *o = malloc(sizeof *o);
  atomic_init(&o->references, 4);
  o->value = 42;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, user, o);
  drop(o);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(atomic_load(&freed) == 1);
  return 0;
}
