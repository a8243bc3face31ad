/* Threads that fail, wait and are cancelled, chosen by the first input; driven by tests/unit/test_steps.c, which expects the
 * steps. Thread 1 is the one that matters, 2 and 3 take two steps each. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static int k;
static atomic_int first, second[4], flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;

static int bottomless(int n) {
  volatile char frame[100];
  frame[0] = n;
  return bottomless(n + 1) + frame[0];
}

static void fail(void) {
  char *p;
  switch (k) {
  case 1:
  case 8: assert(!"this thread fails"); break;
  case 2: *(volatile int *)0 = 1; break;
  case 3: bottomless(0); break;
  case 4: raddle_assume(0); break;
  case 5: abort();
  case 6:
    p = malloc(4);
    free(p);
    free(p);
  }
}

static void *failing(void *unused) {
  atomic_store(&first, 1);
  fail();
  return unused;
}

static void *failing_at_once(void *unused) {
  raddle_assert(!"before its first step");
  return unused;
}

static void *locking(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

static void *waiting(void *unused) {
  while (!atomic_load(&flag)) {}
  return unused;
}

static void *writing(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *taking(void *unused) {
  sem_wait(&sem);
  return unused;
}

static void *trying(void *unused) {
  struct timespec soon = {.tv_sec = time(NULL) + 10};
  if (!pthread_mutex_trylock(&mutex)) pthread_mutex_unlock(&mutex);
  if (!pthread_mutex_timedlock(&mutex, &soon)) pthread_mutex_unlock(&mutex);
  if (!pthread_mutex_lock(&mutex)) pthread_mutex_unlock(&mutex);
  return unused;
}

static void *other(void *number) {
  atomic_int *mine = &second[(long)number];
  if (k == 12 && number == (void *)2) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return NULL;
  }
  atomic_store(mine, 1);
  if (k == 8 && number == (void *)2) raddle_assert(!"so does this one");
  atomic_store(mine, 2);
  return NULL;
}

static void *(*routine(void))(void *) {
  switch (k) {
  case 7: return locking;
  case 9: return failing_at_once;
  case 11: return waiting;
  case 12: return writing;
  case 13: return taking;
  case 14: return trying;
  default: return failing;
  }
}

int main(void) {
  pthread_t t[4];
  k = raddle_int("k");
  sem_init(&sem, 0, 0);
  pthread_create(&t[1], NULL, routine(), NULL);
  pthread_create(&t[2], NULL, other, (void *)2);
  pthread_create(&t[3], NULL, other, (void *)3);
  if (k == 7) pthread_mutex_destroy(&mutex);
  if (k == 10) raddle_assert(!"main fails");
  if (k == 11) atomic_store(&flag, 1);
  if (k == 13) {
    pthread_cancel(t[1]);
    sem_post(&sem);
  }
  for (int i = 1; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
