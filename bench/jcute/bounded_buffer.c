/* A bounded buffer as a monitor with one condition for both sorts of waiting (Table VII, BoundedBuffer). A put wakes one thread,
 * which may be another producer: then everybody waits. PAIRS producers and as many consumers. */
#include <pthread.h>

#ifndef PAIRS
#define PAIRS 2
#endif
enum { ROOM = 1, EACH = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[ROOM], count;

static void put(int item) {
  pthread_mutex_lock(&lock);
  while (count == ROOM) pthread_cond_wait(&changed, &lock);
  items[count++] = item;
  pthread_cond_signal(&changed); /* BUG: of all that wait for a change, this wakes one */
  pthread_mutex_unlock(&lock);
}

static int get(void) {
  pthread_mutex_lock(&lock);
  while (!count) pthread_cond_wait(&changed, &lock);
  int item = items[--count];
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *produce(void *number) {
  for (int i = 0; i < EACH; i++) put((int)(long)number + i);
  return NULL;
}

static void *consume(void *unused) {
  for (int i = 0; i < EACH; i++) get();
  return unused;
}

int main(void) {
  pthread_t threads[2 * PAIRS];
  for (long i = 0; i < PAIRS; i++) {
    pthread_create(&threads[2 * i], NULL, consume, NULL);
    pthread_create(&threads[2 * i + 1], NULL, produce, (void *)i);
  }
  for (int i = 0; i < 2 * PAIRS; i++) pthread_join(threads[i], NULL);
}
