/* Assembly that does nothing to memory: barriers, and an address that is only kept from the optimizer. */
#include <pthread.h>
#include <raddle.h>

static int shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void escape(void *p) { __asm__ volatile("" : : "g"(p) : "memory"); }

static void *worker(void *unused) {
  (void)unused;
  escape(&shared);
  pthread_mutex_lock(&m);
  shared++;
  __asm__ volatile("mfence" ::: "memory");
  pthread_mutex_unlock(&m);
  __asm__ volatile("" ::: "memory");
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  raddle_assert(shared == 2);
  return 0;
}
