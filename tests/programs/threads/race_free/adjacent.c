/* Neighbours in memory are no race: bytes, shorts and fields next to each other, each written by one thread. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static char flag[8];
static short half[4];
static struct {
  char a;
  short b;
  int c;
  char d;
} mixed;

static void *worker(void *arg) {
  int me = *(const int *)arg;
  for (int i = 0; i < 2; i++) {
    flag[me]++;
    half[me] += 2;
    switch (me) {
    case 0: mixed.a++; break;
    case 1: mixed.b++; break;
    case 2: mixed.c++; break;
    default: mixed.d++; break;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t t[4];
  int id[4] = {0, 1, 2, 3};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < 4; i++) assert(flag[i] == 2 && half[i] == 4);
  assert(mixed.a == 2 && mixed.b == 2 && mixed.c == 2 && mixed.d == 2);
  return 0;
}
