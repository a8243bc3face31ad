/* Messages on the heap go through a locked list: the sender writes them, the receiver reads and frees them, outside the
 * lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
  int text[4];
  struct message *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct message *list;

static void *sender(void *arg) {
  struct message *m = malloc(sizeof *m);
  for (int i = 0; i < 4; i++) m->text[i] = *(const int *)arg;
  pthread_mutex_lock(&lock);
  m->next = list;
  list = m;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static struct message *receive(void) {
  pthread_mutex_lock(&lock);
  while (!list) pthread_cond_wait(&arrived, &lock);
  struct message *m = list;
  list = m->next;
  pthread_mutex_unlock(&lock);
  return m;
}

int main(void) {
  pthread_t t[2];
  int from[2] = {1, 2}, sum = 0;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, sender, &from[i]);
  for (int i = 0; i < 2; i++) {
    struct message *m = receive();
    for (int k = 0; k < 4; k++) sum += m->text[k];
    free(m);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(sum == 12);
  return 0;
}
