/* A thread creates another and does not wait for it: the grandchild races with main, though main has joined the child. */
#include <pthread.h>
#include <stddef.h>

static int result;
static pthread_t inner;

static void *grandchild(void *arg) {
  result = 1; // BUG: race in grandchild
  return arg;
}

static void *child(void *arg) {
  pthread_create(&inner, NULL, grandchild, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  int seen = result; // BUG: race in main
  pthread_join(inner, NULL);
  return seen > 1;
}
