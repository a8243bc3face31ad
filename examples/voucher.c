/* A café with two tills. A voucher is good for one free coffee: 'C', three digits, and a check digit over them.
 *
 * Everything the tills share is used with the lock held, so there is no data race. Still somebody can drink two coffees
 * with one voucher: the code must be a valid one, at both tills, and both tills must look it up before either has
 * marked it as used. Neither testing with many inputs nor running it a million times shows that.
 *
 *     raddle test examples/voucher.c           finds the codes and the schedule
 */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdbool.h>
#include <stddef.h>

enum { LENGTH = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_used;
static int free_coffees;

static bool is_valid(const char *code) {
  int sum = 0;
  if (code[0] != 'C') return false;
  for (int i = 1; i < LENGTH - 1; i++) {
    if (code[i] < '0' || code[i] > '9') return false;
    sum += i * (code[i] - '0');
  }
  return code[LENGTH - 1] == '0' + sum % 10;
}

static bool was_used(void) {
  pthread_mutex_lock(&lock);
  bool result = is_used;
  pthread_mutex_unlock(&lock);
  return result;
}

static void give_coffee(void) {
  pthread_mutex_lock(&lock);
  is_used = true;
  free_coffees++;
  pthread_mutex_unlock(&lock);
}

static void *till(void *name) {
  char code[LENGTH];
  raddle_symbolic(code, sizeof code, name);
  if (is_valid(code) && !was_used()) give_coffee();
  return NULL;
}

int main(void) {
  pthread_t left, right;
  pthread_create(&left, NULL, till, "left till");
  pthread_create(&right, NULL, till, "right till");
  pthread_join(left, NULL);
  pthread_join(right, NULL);
  assert(free_coffees <= 1);
  return 0;
}
