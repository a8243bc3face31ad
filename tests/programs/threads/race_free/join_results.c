/* Results on the heap, given back through pthread_join and freed by main. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct result {
  int low, high;
};

static void *work(void *arg) {
  int n = *(const int *)arg;
  struct result *r = malloc(sizeof *r);
  r->low = n;
  r->high = n * 10;
  if (n % 2) pthread_exit(r);
  return r;
}

int main(void) {
  pthread_t t[3];
  int n[3] = {1, 2, 3}, low = 0, high = 0;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, &n[i]);
  for (int i = 2; i >= 0; i--) {
    void *p;
    pthread_join(t[i], &p);
    struct result *r = p;
    low += r->low;
    high += r->high;
    free(r);
  }
  assert(low == 6 && high == 60);
  return 0;
}
