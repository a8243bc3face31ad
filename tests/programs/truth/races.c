/* Races, each at two marked lines; more accesses at the same lines and in the same loops do not race. */
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance, log[4];
};
static struct account *account;
static int table[4], *cursor = table;

static void add(int *p, int n) { *p += n; } // RACE 1 1 (both accesses of one thread, and of the other)
static void sum_all(int n) {
  for (int i = 0; i < 4; i++) add(&cursor[i], n);
}
static int look(struct account *a) { return a->balance; } // RACE 2
static void deposit(struct account *a, int n) {
  pthread_mutex_lock(&a->lock);
  a->balance += n; // RACE 2
  pthread_mutex_unlock(&a->lock);
}

static void *one(void *arg) {
  if (WHICH == 1) sum_all(1);
  if (WHICH == 2)
    for (int i = 0; i < 3; i++) deposit(account, i);
  return arg;
}
static void *two(void *arg) {
  if (WHICH == 1) add(table + 2, 5);
  if (WHICH == 2) deposit(account, look(account));
  return arg;
}

int main(void) {
  pthread_t a, b;
  account = calloc(1, sizeof *account);
  pthread_mutex_init(&account->lock, 0);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
