/* Kahkonen's thesis, figure 5.1: two readers and a writer. Each reads before or after the write: four classes. */
#include <pthread.h>

static int X;

static void *reader(void *argument) {
  int seen = X;
  (void)seen;
  return argument;
}

static void *writer(void *argument) {
  X = 5;
  return argument;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, reader, 0);
  pthread_create(&id, 0, writer, 0);
  pthread_create(&id, 0, reader, 0);
  return 0;
}
