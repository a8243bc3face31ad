/* A bounded buffer whose monitor waits for semaphores inside (Table VII, NestedMonitor): who waits holds the monitor, and nobody else
 * comes in to end the waiting. The semaphores are monitors themselves, as in the original. */
#include <pthread.h>

enum { ROOM = 1, ITEMS = 2 };

struct semaphore {
  pthread_mutex_t lock;
  pthread_cond_t raised;
  int value;
};
static struct semaphore full = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0},
                        empty = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, ROOM};
static pthread_mutex_t monitor = PTHREAD_MUTEX_INITIALIZER;
static int buffer[ROOM], in, out;

static void down(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  while (!s->value) pthread_cond_wait(&s->raised, &s->lock);
  s->value--;
  pthread_mutex_unlock(&s->lock);
}

static void up(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  s->value++;
  pthread_cond_signal(&s->raised);
  pthread_mutex_unlock(&s->lock);
}

static void put(int item) {
  pthread_mutex_lock(&monitor);
  down(&empty); /* BUG: waits with the monitor held */
  buffer[in++ % ROOM] = item;
  up(&full);
  pthread_mutex_unlock(&monitor);
}

static int get(void) {
  pthread_mutex_lock(&monitor);
  down(&full);
  int item = buffer[out++ % ROOM];
  up(&empty);
  pthread_mutex_unlock(&monitor);
  return item;
}

static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++) put(i);
  return unused;
}

static void *consume(void *unused) {
  for (int i = 0; i < ITEMS; i++) get();
  return unused;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, produce, NULL);
  pthread_create(&c, NULL, consume, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
}
