/* Two tellers move money between two accounts without locks: money is lost or made. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int account[2] = {100, 100};

static void transfer(int from, int to, int amount) {
  account[from] -= amount; // BUG: race in transfer
  account[to] += amount;   // BUG: race in transfer
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
  assert(account[0] + account[1] == 200); // BUG: assert in main
  return 0;
}
