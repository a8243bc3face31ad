/* Stages that hand items on, each to the next one (Table VII, Pipeline): every stage adds one. The seeded error: a stage says that it
 * has an item for the next before the item is there, and not under the lock. */
#include <assert.h>
#include <pthread.h>

enum { STAGES = 3, STOP = -1 };

struct connector {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int item, is_full;
};
static struct connector connectors[STAGES + 1];

static void put(struct connector *c, int item) {
  pthread_mutex_lock(&c->lock);
  while (c->is_full) pthread_cond_wait(&c->changed, &c->lock);
  c->is_full = 1;
  pthread_cond_signal(&c->changed);
  pthread_mutex_unlock(&c->lock);
  c->item = item; /* BUG: comes after what it belongs to */
}

static int take(struct connector *c) {
  pthread_mutex_lock(&c->lock);
  while (!c->is_full) pthread_cond_wait(&c->changed, &c->lock);
  int item = c->item;
  c->is_full = 0;
  pthread_cond_signal(&c->changed);
  pthread_mutex_unlock(&c->lock);
  return item;
}

static void *stage(void *of) {
  struct connector *c = of;
  put(c + 1, take(c) + 1);
  return NULL;
}

static void *listen(void *unused) {
  assert(take(&connectors[STAGES]) == 10 + STAGES);
  return unused;
}

int main(void) {
  pthread_t threads[STAGES + 1];
  for (int i = 0; i <= STAGES; i++) {
    pthread_mutex_init(&connectors[i].lock, NULL);
    pthread_cond_init(&connectors[i].changed, NULL);
  }
  for (int i = 0; i < STAGES; i++) pthread_create(&threads[i], NULL, stage, &connectors[i]);
  pthread_create(&threads[STAGES], NULL, listen, NULL);
  put(&connectors[0], 10);
  for (int i = 0; i <= STAGES; i++) pthread_join(threads[i], NULL);
}
