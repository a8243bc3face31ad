/* A tree whose functions all lock, and call each other with the lock held: a recursive mutex. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int key[8], count;

static int find(int k) {
  int at = -1;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count; i++)
    if (key[i] == k) at = i;
  pthread_mutex_unlock(&lock);
  return at;
}

static void insert(int k) {
  pthread_mutex_lock(&lock);
  if (find(k) < 0) key[count++] = k;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  int k = *(const int *)arg;
  insert(k);
  insert(7);
  assert(find(k) >= 0);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int k[2] = {1, 2};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &k[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(count == 3);
  return 0;
}
