/* Everything is set up before the threads, changed between two groups of them, and read after the last has been joined. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int setting, seen[4];

static void *worker(void *arg) {
  int me = *(const int *)arg;
  seen[me] = setting;
  return NULL;
}

static void group(int *id, int value) {
  pthread_t t[2];
  setting = value;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &id[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}

int main(void) {
  int id[4] = {0, 1, 2, 3};
  group(id, 5);
  group(id + 2, 6);
  assert(seen[0] == 5 && seen[1] == 5 && seen[2] == 6 && seen[3] == 6);
  return 0;
}
