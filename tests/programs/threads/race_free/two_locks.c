/* Transfers between accounts, the two locks always taken in the order of their numbers. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  pthread_mutex_t lock;
  int balance;
} account[3] = {
    {PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(int from, int to, int amount) {
  int low = from < to ? from : to, high = from < to ? to : from;
  pthread_mutex_lock(&account[low].lock);
  pthread_mutex_lock(&account[high].lock);
  account[from].balance -= amount;
  account[to].balance += amount;
  pthread_mutex_unlock(&account[high].lock);
  pthread_mutex_unlock(&account[low].lock);
}

static void *teller(void *arg) {
  int from = *(const int *)arg;
  transfer(from, (from + 1) % 3, 5);
  transfer(from, (from + 2) % 3, 7);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, teller, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < 3; i++) assert(account[i].balance == 100);
  return 0;
}
