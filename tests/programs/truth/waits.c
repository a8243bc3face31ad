/* Threads that wait in nested calls, in two files, in every way there is. WHICH says how it ends. */
#include "waits.h"
#include <semaphore.h>

struct shop {
  pthread_cond_t open;
  pthread_mutex_t till, store;
  sem_t full;
  pthread_rwlock_t prices;
  pthread_barrier_t gate;
  int is_open;
};
static struct shop shop = {PTHREAD_COND_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                           .prices = PTHREAD_RWLOCK_INITIALIZER};

static void customer_waits(struct shop *s) {
  pthread_mutex_lock(&s->till);
  while (!s->is_open) pthread_cond_wait(&s->open, &s->till);
  pthread_mutex_unlock(&s->till);
}

static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(a);
  take_lock(b);
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
}

static int read_price(struct shop *s) {
  pthread_rwlock_rdlock(&s->prices);
  take_lock(&s->store);
  pthread_mutex_unlock(&s->store);
  return pthread_rwlock_unlock(&s->prices);
}

static int set_price(struct shop *s) {
  take_lock(&s->store);
  pthread_rwlock_wrlock(&s->prices);
  pthread_rwlock_unlock(&s->prices);
  return pthread_mutex_unlock(&s->store);
}

static void *first(void *arg) {
  switch (WHICH) {
  case 1: both(&shop.till, &shop.store); break;
  case 2: customer_waits(&shop); break;
  case 3: sem_wait(&shop.full); break;
  case 4: read_price(&shop); break;
  case 5: pthread_barrier_wait(&shop.gate); break;
  case 6: take_lock(&shop.till); break;
  }
  return arg;
}

static void *second(void *arg) {
  switch (WHICH) {
  case 1: both(&shop.store, &shop.till); break;
  case 2: customer_waits(&shop); break;
  case 3: sem_wait(&shop.full); break;
  case 4: set_price(&shop); break;
  case 5: pthread_barrier_wait(&shop.gate); break;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&shop.full, 0, 0);
  pthread_barrier_init(&shop.gate, 0, 3);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  if (WHICH == 6) pthread_mutex_lock(&shop.till);
  finish(a);
  finish(b);
  return 0;
}
