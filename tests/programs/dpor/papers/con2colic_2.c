/* Con2colic testing (Farzan, Holzer, Razavi and Veith, FSE 2013), figure 2: appending one vector to another. The number
 * of elements is read before the lock is taken. The error needs a second thread that appends in between, and a u->cnt
 * for which one more fits but two do not: 6 to 10. The data itself plays no part. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

typedef struct {
  int cnt, size;
} vector;

static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;
static vector v = {10, 20}, u;

static void add_all(vector *to, const vector *from) {
  int elements = to->cnt + from->cnt;
  pthread_mutex_lock(&lk);
  if (elements > to->size) to->size = elements * 2;
  assert(to->size >= from->cnt + to->cnt); // BUG: assert in add_all
  to->cnt = to->cnt + from->cnt;
  pthread_mutex_unlock(&lk);
}

static void *thread(void *argument) {
  add_all(&v, &u);
  return argument;
}

int main(void) {
  pthread_t id;
  u.cnt = raddle_int("u->cnt");
  raddle_assume(u.cnt >= 0 && u.cnt < 1000);
  pthread_create(&id, 0, thread, 0);
  pthread_create(&id, 0, thread, 0);
  return 0;
}
