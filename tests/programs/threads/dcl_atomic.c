/* Double-checked locking as it should be: the flag is atomic and set last, and orders the plain data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_ready;
static int config;

static int get_config(void) {
  if (!atomic_load_explicit(&is_ready, memory_order_acquire)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load_explicit(&is_ready, memory_order_relaxed)) {
      config = 42;
      atomic_store_explicit(&is_ready, 1, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return config;
}

static void *user(void *arg) {
  (void)arg;
  assert(get_config() == 42);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
