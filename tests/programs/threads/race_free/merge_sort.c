/* Merge sort, each half in a thread of its own. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct range {
  int *first, count;
};

static void merge(struct range a, struct range b) {
  int out[8], n = a.count + b.count, *to = a.first;
  for (int i = 0; i < n; i++)
    out[i] = b.count == 0 || (a.count > 0 && *a.first <= *b.first) ? (a.count--, *a.first++)
                                                                   : (b.count--, *b.first++);
  memcpy(to, out, (size_t)n * sizeof *out);
}

static void *sort(void *arg) {
  struct range *r = arg;
  if (r->count < 2) return NULL;
  struct range left = {r->first, r->count / 2}, right = {r->first + r->count / 2, r->count - r->count / 2};
  pthread_t t;
  pthread_create(&t, NULL, sort, &left);
  sort(&right);
  pthread_join(t, NULL);
  merge(left, right);
  return NULL;
}

int main(void) {
  int number[8] = {5, 3, 8, 1, 9, 2, 7, 4};
  sort(&(struct range){number, 8});
  for (int i = 1; i < 8; i++) assert(number[i - 1] <= number[i]);
  return 0;
}
