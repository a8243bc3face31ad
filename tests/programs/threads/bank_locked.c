/* The bank with one lock: the sum of all accounts stays what it was. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int account[2] = {100, 100};

static void transfer(int from, int to, int amount) {
  pthread_mutex_lock(&lock);
  account[from] -= amount;
  account[to] += amount;
  pthread_mutex_unlock(&lock);
}

static void *teller(void *arg) {
  int from = *(const int *)arg;
  transfer(from, 1 - from, 30);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, teller, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(account[0] == 100 && account[1] == 100);
  return 0;
}
