/* A small table with many readers and one writer at a time. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int key[8], value[8], count;

static void set(int k, int v) {
  pthread_rwlock_wrlock(&lock);
  key[count] = k;
  value[count++] = v;
  pthread_rwlock_unlock(&lock);
}

static int get(int k) {
  int v = -1;
  pthread_rwlock_rdlock(&lock);
  for (int i = 0; i < count; i++)
    if (key[i] == k) v = value[i];
  pthread_rwlock_unlock(&lock);
  return v;
}

static void *writer(void *arg) {
  int k = *(const int *)arg;
  set(k, k * k);
  return NULL;
}

static void *reader(void *arg) {
  int k = *(const int *)arg, v = get(k);
  assert(v == -1 || v == k * k);
  return NULL;
}

int main(void) {
  pthread_t t[4];
  int k[2] = {3, 5};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, i < 2 ? writer : reader, &k[i % 2]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(get(3) == 9 && get(5) == 25);
  return 0;
}
