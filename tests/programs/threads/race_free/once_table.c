/* A table made by whoever comes first, with pthread_once. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int square[5], made;

static void make(void) {
  made++;
  for (int i = 0; i < 5; i++) square[i] = i * i;
}

static void *user(void *arg) {
  int me = *(const int *)arg;
  pthread_once(&once, make);
  pthread_once(&once, make);
  assert(square[me] == me * me);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, user, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(made == 1);
  return 0;
}
