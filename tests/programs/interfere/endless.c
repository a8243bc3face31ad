/* A thread that never ends, and beside it two whose assertion fails with one interference. The thread
 * CASE 1: counts, on and on, in a variable of its own; 2: the same in a global one, which nobody else looks at; 3: waits for a flag that nobody sets;
 * 4: the same with sched_yield; 5: waits for a value of the flag that nobody sets; 6: takes a lock and gives it back, on and on. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long count;
static atomic_int flag;
static int x;

static void *never(void *unused) {
#if CASE == 1
  for (volatile unsigned long n = 0;; n++);
#elif CASE == 2
  for (;;) count++;
#elif CASE == 3
  while (!atomic_load(&flag));
#elif CASE == 4
  while (!atomic_load(&flag)) sched_yield();
#elif CASE == 5
  while (atomic_load(&flag) != 2);
#else
  for (;;) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
#endif
  return unused;
}

static void *writer(void *unused) {
#if CASE == 5
  atomic_store(&flag, 1);
#endif
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  int is = x;
  pthread_mutex_unlock(&lock);
  assert(!is); // BUG: assert in reader
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, never, 0);
  pthread_create(&two, 0, writer, 0);
  pthread_create(&three, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
