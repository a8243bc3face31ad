/* The thread is given the address of a local of a function that returns at once; the next call uses that stack again. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct job {
  int number;
  char name[100];
};

static void *work(void *arg) {
  const struct job *job = arg;
  int n = job->number; // BUG: race in work
  assert(n == 7);      // BUG: assert in work
  return NULL;
}

__attribute__((noinline)) static void start(pthread_t *t) {
  struct job job = {7, "seven"};
  pthread_create(t, NULL, work, &job);
}

static void fill(int *cell, int count) {
  for (int i = 0; i < count; i++) cell[i] = -i; // BUG: race in fill
}

__attribute__((noinline)) static int sum(void) {
  int cells[64], s = 0;
  fill(cells, 64);
  for (int i = 0; i < 64; i++) s += cells[i];
  return s;
}

int main(void) {
  pthread_t t;
  start(&t);
  int s = sum();
  pthread_join(t, NULL);
  return s > 0;
}
