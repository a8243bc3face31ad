/* Two withdrawals of the same unknown amount. Every access is locked, but looking and taking are two critical sections:
 * the account is overdrawn when the amount is more than half of what there is and both look before either takes. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100, amount;

static int look(void) {
  pthread_mutex_lock(&lock);
  int now = balance;
  pthread_mutex_unlock(&lock);
  return now;
}

static void *withdraw(void *arg) {
  if (look() < amount) return NULL;
  pthread_mutex_lock(&lock);
  balance -= amount;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  amount = raddle_int("amount");
  if (amount < 1) return 0;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance >= 0); // BUG: assert in main
  return 0;
}
