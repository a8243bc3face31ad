/* Spinlocks. */
#define _GNU_SOURCE
#include "sync.h"

static pthread_spinlock_t s;
static atomic_int stage;
static int count;

static void try_it(void) { SHOW(pthread_spin_trylock(&s)); }
static void take_it(void) {
  stage = 1;
  SHOW(pthread_spin_lock(&s));
  count++;
  SHOW(pthread_spin_unlock(&s));
}

static void show(int shared) {
  stage = count = 0;
  SHOW(pthread_spin_init(&s, shared));
  SHOW(pthread_spin_lock(&s));
  SHOW(pthread_spin_trylock(&s));
  elsewhere(try_it);
  pthread_t t = start(take_it);
  wait_for(&stage);
  count++;
  int error = pthread_spin_unlock(&s);
  pthread_join(t, NULL);
  SHOW(error);
  SHOW_NUMBER(count);
  SHOW(pthread_spin_trylock(&s));
  SHOW(pthread_spin_unlock(&s));
  SHOW(pthread_spin_destroy(&s));
}

int main(void) {
  show(PTHREAD_PROCESS_PRIVATE);
  show(PTHREAD_PROCESS_SHARED);
  SHOW(pthread_spin_init(&s, 77));
  SHOW(pthread_spin_destroy(&s));
  return 0;
}
