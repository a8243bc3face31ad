/* Two tasks of a spacecraft's executive that wake each other by events with counters (Table VII, RemoteAgent). Whether an event was
 * missed is looked at without the event's lock: the other task signals in between, and both wait for ever. */
#include <pthread.h>

struct event {
  pthread_mutex_t lock;
  pthread_cond_t signalled;
  unsigned count;
};
static struct event first = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0},
                    second = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
enum { ROUNDS = 1 };

static void wait_for(struct event *e) {
  pthread_mutex_lock(&e->lock);
  pthread_cond_wait(&e->signalled, &e->lock);
  pthread_mutex_unlock(&e->lock);
}

static void signal_it(struct event *e) {
  pthread_mutex_lock(&e->lock);
  e->count++;
  pthread_cond_broadcast(&e->signalled);
  pthread_mutex_unlock(&e->lock);
}

static void *plan(void *unused) {
  unsigned seen = 0;
  for (int i = 0; i < ROUNDS; i++) {
    if (seen == first.count) wait_for(&first); /* BUG: the count may change before the task waits */
    seen = first.count;
    signal_it(&second);
  }
  return unused;
}

static void *monitor(void *unused) {
  unsigned seen = 0;
  for (int i = 0; i < ROUNDS; i++) {
    signal_it(&first);
    if (seen == second.count) wait_for(&second);
    seen = second.count;
  }
  return unused;
}

int main(void) {
  pthread_t p, m;
  pthread_create(&p, NULL, plan, NULL);
  pthread_create(&m, NULL, monitor, NULL);
  pthread_join(p, NULL);
  pthread_join(m, NULL);
}
