/* A counter with a lock, and what goes past the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
int limit = 10;
const int fixed = 3;

void add(int n) {
  pthread_mutex_lock(&lock);
  total += n;
  pthread_mutex_unlock(&lock);
}
void add_unlocked(int n) { total += n; /* BUG: race in add_unlocked */ }
int small(int n) { return n > 0 && n < 10; }
int is_three(void) { return total == 3; }

/* total is read and written with the lock held, but not in one piece. */
int take(int n) {
  pthread_mutex_lock(&lock);
  int seen = total;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  total = seen + n;
  pthread_mutex_unlock(&lock);
  return seen;
}
int in_range(void) { return total >= 0; }
int was_zero(int result) { return result == 0; }

int over(void) { return limit > 100; }
int same_key(int k, int l) { return k == l; }
