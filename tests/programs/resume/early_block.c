/* A struct passed by value while another thread writes it: one step, though its parts can be told apart. Only the first path does
 * so; the others are explored later. */
#include <pthread.h>
#include <raddle.h>

struct six {
  long x[6];
};
static struct six shared;
static int other;

static long sum(struct six v) { return v.x[0] * 10 + v.x[5]; }

static void *writes(void *arg) {
  other = 1;
  shared.x[0] = 1;
  shared.x[5] = 1;
  return arg;
}

static void *counts(void *arg) {
  for (int i = 0; i < 3; i++) other++;
  return arg;
}

int main(void) {
  pthread_t t;
  int n = raddle_int("n");
  pthread_create(&t, NULL, n ? counts : writes, NULL);
  if (n)
    for (int i = 0; i < 3; i++) other++;
  else
    sum(shared);
  pthread_join(t, NULL);
  return 0;
}
