/* A store and a load in assembly hand data over: whoever sees the flag sees the data. CASE 1: the flag goes first, the reader may not. */
#include <pthread.h>
#include <raddle.h>

static unsigned flag;
static int data;

static void store(unsigned *p, unsigned v) { __asm__ volatile("movl %1, %0" : "=m"(*p) : "r"(v) : "memory"); }

static unsigned load(unsigned *p) {
  unsigned v;
  __asm__ volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
  return v;
}

static void *writer(void *unused) {
  (void)unused;
#ifndef BAD
  data = 42;
  store(&flag, 1);
#else
  store(&flag, 1);
  data = 42;
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
#ifdef WAIT
  while (!load(&flag)) {}
  raddle_assert(data == 42);
#else
  if (load(&flag)) raddle_assert(data == 42);
#endif
  pthread_join(t, NULL);
  return 0;
}
