/* Two producers and two consumers over a buffer of two places. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SIZE = 2, EACH = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int buffer[SIZE], count, in, out, sum;

static void *producer(void *arg) {
  for (int i = 0; i < EACH; i++) {
    pthread_mutex_lock(&lock);
    while (count == SIZE) pthread_cond_wait(&not_full, &lock);
    buffer[in] = *(const int *)arg + i;
    in = (in + 1) % SIZE;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *consumer(void *arg) {
  for (int i = 0; i < EACH; i++) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&not_empty, &lock);
    sum += buffer[out];
    out = (out + 1) % SIZE;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[4];
  int base[2] = {10, 20};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, i < 2 ? producer : consumer, &base[i % 2]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(count == 0 && sum == 10 + 11 + 20 + 21);
  return 0;
}
