/* Accounts on the heap, each with its own lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static void *deposit(void *arg) {
  struct account *a = arg;
  pthread_mutex_lock(&a->lock);
  a->balance += 10;
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

static struct account *account_new(void) {
  struct account *a = malloc(sizeof *a);
  pthread_mutex_init(&a->lock, NULL);
  a->balance = 0;
  return a;
}

int main(void) {
  struct account *a = account_new(), *b = account_new();
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, deposit, i % 2 ? a : b);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(a->balance == 20 && b->balance == 20);
  pthread_mutex_destroy(&a->lock);
  pthread_mutex_destroy(&b->lock);
  free(a);
  free(b);
  return 0;
}
