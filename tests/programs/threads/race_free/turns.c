/* Three threads take turns by a condition variable. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, history[6], length;

static void *player(void *arg) {
  int me = *(const int *)arg;
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&lock);
    while (turn != me) pthread_cond_wait(&changed, &lock);
    history[length++] = me;
    turn = (turn + 1) % 3;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, player, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < 6; i++) assert(history[i] == i % 3);
  return 0;
}
