/* A real-time executive that gives each thread a budget in each period (Table VII, DEOS). A thread that ends gives its budget back to the
 * main thread. The known error: the main thread gets all of it, although the thread has used a part in this period, so the periods of
 * the others are too short. The clock, the scheduler and the two user threads are threads; how much a user thread uses is an input. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

enum { PERIOD = 10, BUDGET = 4, USERS = 2 };

static pthread_mutex_t kernel = PTHREAD_MUTEX_INITIALIZER;
static int budget_of_main = PERIOD - USERS * BUDGET, used; /* in this period */

static void *user(void *number) {
  static const char *const names[USERS] = {"first", "second"};
  int needs = raddle_int(names[(long)number]);
  raddle_assume(needs >= 0 && needs <= BUDGET);
  pthread_mutex_lock(&kernel);
  used += needs;
  pthread_mutex_unlock(&kernel);
  if (needs < 2) return NULL; /* goes on in the next period */
  pthread_mutex_lock(&kernel);
  budget_of_main += BUDGET; /* BUG: BUDGET - needs until the period is over */
  pthread_mutex_unlock(&kernel);
  return NULL;
}

static void *run_main(void *unused) {
  pthread_mutex_lock(&kernel);
  used += budget_of_main;
  pthread_mutex_unlock(&kernel);
  return unused;
}

/* Whoever has not run yet in this period must find its budget in what is left. */
static void *tick(void *unused) {
  pthread_mutex_lock(&kernel);
  assert(used <= PERIOD);
  pthread_mutex_unlock(&kernel);
  return unused;
}

int main(void) {
  pthread_t threads[USERS + 2];
  for (long i = 0; i < USERS; i++) pthread_create(&threads[i], NULL, user, (void *)i);
  pthread_create(&threads[USERS], NULL, run_main, NULL);
  pthread_create(&threads[USERS + 1], NULL, tick, NULL);
  for (int i = 0; i < USERS + 2; i++) pthread_join(threads[i], NULL);
}
