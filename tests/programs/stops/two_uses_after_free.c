#include <pthread.h>
#include <stdlib.h>
static int *c;
static pthread_t h2;
static void *t2(void *u) {
  int r = c[0];
  return (void *)(long)r;
}
static void *t1(void *u) {
  free(c);
  pthread_create(&h2, 0, t2, 0);
  int r = c[0];
  return (void *)(long)r;
}
int main(void) {
  pthread_t h1;
  c = calloc(3, 4);
  pthread_create(&h1, 0, t1, 0);
  return 0;
}
