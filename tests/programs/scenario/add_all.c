/* Figure 2 of con2colic testing (FSE 2013): concatenating vectors, the number of elements being read outside of the lock. The
 * assertion fails only if the other thread's write of cnt comes between the two reads: one interference, and an input
 * above 5. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

typedef struct {
  int cnt, size;
} vector;
static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;
static vector v_ = {10, 20}, *v = &v_;
static int added;

static void *add_all(void *arg) {
  int numElem = v->cnt + added;
  pthread_mutex_lock(&lk);
  if (numElem > v->size) v->size = numElem * 2;
  assert(v->size >= added + v->cnt);
  v->cnt = v->cnt + added;
  pthread_mutex_unlock(&lk);
  return arg;
}

int main(void) {
  pthread_t a, b;
  added = raddle_int("added");
  raddle_assume(added >= 0 && added < 1000);
  pthread_create(&a, NULL, add_all, NULL);
  pthread_create(&b, NULL, add_all, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
