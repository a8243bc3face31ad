/* What Table VI tests, in C: collections that are thread-safe because each operation holds the collection's lock. Operations over two
 * collections hold the lock of one and ask for that of the other, or read the other without it. The collection itself, without locks,
 * is what the including file defines:
 *
 *     struct store                                    its fields
 *     bool store_add(struct store *, int)             false: it is there already
 *     int store_size, store_at(struct store *, int)   the elements in some order
 *     void store_clear(struct store *)
 *
 * Two objects, THREADS threads, and each chooses its operation and its argument (7.3). */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 2
#endif

struct collection {
  pthread_mutex_t lock;
  unsigned changes; /* to see that somebody changes what another one iterates over */
  struct store store;
};

static void add(struct collection *c, int value) {
  pthread_mutex_lock(&c->lock);
  if (store_add(&c->store, value)) c->changes++;
  pthread_mutex_unlock(&c->lock);
}

static void clear(struct collection *c) {
  pthread_mutex_lock(&c->lock);
  c->changes++;
  store_clear(&c->store);
  pthread_mutex_unlock(&c->lock);
}

static int size(struct collection *c) {
  pthread_mutex_lock(&c->lock);
  int n = store_size(&c->store);
  pthread_mutex_unlock(&c->lock);
  return n;
}

/* Both locks, one after the other: two threads that add two collections to each other wait for ever. */
static void add_all(struct collection *c, struct collection *from) {
  pthread_mutex_lock(&c->lock);
  int n = size(from); /* BUG: deadlock in add_all */
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&from->lock);
    assert(i < store_size(&from->store)); /* BUG: assert in add_all: somebody has cleared it */
    int value = store_at(&from->store, i);
    pthread_mutex_unlock(&from->lock);
    if (store_add(&c->store, value)) c->changes++;
  }
  pthread_mutex_unlock(&c->lock);
}

static bool contains(struct store *s, int value) {
  for (int i = 0; i < store_size(s); i++)
    if (store_at(s, i) == value) return true;
  return false;
}

/* Iterates over the other collection without its lock. */
static bool contains_all(struct collection *c, struct collection *other) {
  bool has_all = true;
  pthread_mutex_lock(&c->lock);
  unsigned changes = other->changes; /* BUG: race in contains_all */
  for (int i = 0; has_all && i < store_size(&other->store); i++) {
    assert(other->changes == changes); /* BUG: assert in contains_all: a concurrent modification */
    has_all = contains(&c->store, store_at(&other->store, i));
  }
  pthread_mutex_unlock(&c->lock);
  return has_all;
}

static struct collection first = {.lock = PTHREAD_MUTEX_INITIALIZER},
                         second = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *use(void *number) {
  bool is_odd = (long)number % 2;
  struct collection *c = is_odd ? &second : &first, *other = is_odd ? &first : &second;
  switch (raddle_choose(5)) {
  case 0: add(c, raddle_int("value")); break;
  case 1: add_all(c, other); break;
  case 2: clear(c); break;
  case 3: contains_all(c, other); break;
  default: size(c); break;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  add(&first, 1);
  add(&second, 2);
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, use, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}
