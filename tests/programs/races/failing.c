/* A thread that fails at its first step, or whose assumption does (with an argument), whatever the others do. Two of
 * these race, before that; and one with a thread that fails too, right after its access. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stddef.h>

static int x, y, sink, is_assumed;
static atomic_int started;

static void fail(const void *arg) {
  if (is_assumed) raddle_assume(arg != NULL);
  assert(arg); // BUG: assert in fail
}

static void *fails(void *arg) {
  started++;
  fail(arg);
  x = 3; // never
  return arg;
}

static void *one(void *arg) {
  sink = y; // BUG: race in one
  x = 1;    // BUG: race in one
  return arg;
}

static void *other(void *arg) {
  x = 2; // BUG: race in other
  y = 2; // BUG: race in other
  fail(arg);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t[3];
  (void)argv;
  is_assumed = argc > 1;
  pthread_create(&t[0], NULL, fails, NULL);
  pthread_create(&t[1], NULL, one, NULL);
  pthread_create(&t[2], NULL, other, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
