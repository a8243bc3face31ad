/* Writers that wait for readers, some of them for ever. CASE 1: one reader keeps the lock, two give it back. 2: two keep it. 3: two writers, one
 * reader keeps it. 4: a thread waits for itself. 5: a reader gives it back after another one, which keeps it, has come. 6: an input decides
 * whether it is kept. 7: a reader tries. 8: two readers give it back twice. */
#include <pthread.h>
#include <raddle.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int a;
static int kept;

static void *pass(void *_) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return _;
}
static void *keep(void *_) {
  pthread_rwlock_rdlock(&lock);
  a = 1;
  return _;
}
static void *change(void *_) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return _;
}
static void *both(void *_) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  return _;
}
static void *look(void *_) {
  pthread_rwlock_rdlock(&lock);
  if (a) a = 2;
  pthread_rwlock_unlock(&lock);
  return _;
}
static void *perhaps(void *_) {
  pthread_rwlock_rdlock(&lock);
  if (kept) return _;
  pthread_rwlock_unlock(&lock);
  return _;
}
static void *try(void *_) {
  if (!pthread_rwlock_tryrdlock(&lock)) pthread_rwlock_unlock(&lock);
  return _;
}
static void *twice(void *_) {
  pass(_);
  return pass(_);
}

static void *nested(void *_) {
  pthread_rwlock_rdlock(&lock);
  pass(_);
  pthread_rwlock_unlock(&lock);
  return _;
}

static void *(*const work[][4])(void *) = {
    {keep, pass, pass, change}, {keep, keep, change, pass}, {keep, change, change, 0},
    {both, change, pass, 0},    {look, keep, change, 0},    {perhaps, pass, change, 0},
    {keep, try, change, 0},     {twice, keep, change, 0},   {nested, change, pass, 0},
    {nested, keep, change, 0},  {nested, look, change, 0},
};

int main(void) {
  pthread_t id[4];
  kept = raddle_bool("kept");
  for (int i = 0; i < 4 && work[CASE - 1][i]; i++) pthread_create(&id[i], 0, work[CASE - 1][i], 0);
  for (int i = 0; i < 4 && work[CASE - 1][i]; i++) pthread_join(id[i], 0);
}
