/* addAll of con2colic (figure 2): two threads append the same vector u to a shared vector v.
 *
 * The number of elements is computed before the lock of addAll is taken. If the other thread appends meanwhile, there may
 * be too little room after all. Every access to a vector is protected by a lock: there is no data race.
 * The elements are left out, only their number matters.
 *
 * The assertion's degree is 1. It compares v->size with u->cnt + v->cnt. With no interference v->cnt is 10 in either
 * read, so that the branch before has made room for just this sum. With one, the second read of v->cnt, it is 10 + u->cnt,
 * the size is still 20, and the assertion fails for 6 <= u->cnt <= 10.
 * -DFIXED: the sum is computed with the lock held. Without it, -DFIGURE: the first read without a lock, literally as in the figure. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stddef.h>

struct vector {
  int cnt, size;
};

static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;
static struct vector v = {.cnt = 10, .size = 20};
static struct vector u;

#ifdef FIGURE
static int count(const struct vector *of) { return of->cnt; }
#elif !defined FIXED
static int count(const struct vector *of) {
  pthread_mutex_lock(&lk);
  int result = of->cnt;
  pthread_mutex_unlock(&lk);
  return result;
}
#endif

static void add_all(struct vector *to, const struct vector *from) {
#ifdef FIXED
  pthread_mutex_lock(&lk);
  int elements = to->cnt + from->cnt;
#else
  int elements = count(to) + from->cnt;
  pthread_mutex_lock(&lk);
#endif
  if (elements > to->size) to->size = elements * 2;
  assert(to->size >= from->cnt + to->cnt);
  to->cnt = to->cnt + from->cnt;
  pthread_mutex_unlock(&lk);
}

static void *append(void *unused) {
  add_all(&v, &u);
  return unused;
}

int main(void) {
  pthread_t first, second;
  u.cnt = raddle_uchar("u->cnt");
  pthread_create(&first, NULL, append, NULL);
  pthread_create(&second, NULL, append, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
