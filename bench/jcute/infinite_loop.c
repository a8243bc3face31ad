/* The endless loop that 7.3 describes: an iterator over the other list, which is not locked, asks next != size, and the list is cleared
 * between two steps. */
#include <pthread.h>

struct list {
  pthread_mutex_t lock;
  int size;
};
static struct list first = {PTHREAD_MUTEX_INITIALIZER, 1}, second = {PTHREAD_MUTEX_INITIALIZER, 1};

static void *clear(void *unused) {
  pthread_mutex_lock(&first.lock);
  first.size = 0;
  pthread_mutex_unlock(&first.lock);
  return unused;
}

static void *contains_all(void *unused) {
  pthread_mutex_lock(&second.lock);
  for (int next = 0;; next++) {
    pthread_mutex_lock(&first.lock);
    int size = first.size;
    pthread_mutex_unlock(&first.lock);
    if (next == size) break; /* BUG: max-steps: next has passed the size */
  }
  pthread_mutex_unlock(&second.lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, clear, NULL);
  pthread_create(&threads[1], NULL, contains_all, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
