/* The lost update with C11 threads. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static int counter;

static int add(void *arg) {
  int n = *(const int *)arg;
  counter += n; // BUG: race in add
  return n;
}

int main(void) {
  thrd_t a, b;
  int one = 1, two = 2, got_a = 0, got_b = 0;
  if (thrd_create(&a, add, &one) != thrd_success || thrd_create(&b, add, &two) != thrd_success) return 1;
  thrd_join(a, &got_a);
  thrd_join(b, &got_b);
  assert(got_a == 1 && got_b == 2);
  assert(counter == 3); // BUG: assert in main
  return 0;
}
