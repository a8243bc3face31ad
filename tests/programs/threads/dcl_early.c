/* Double-checked locking that says it is ready too early: the other thread sees a configuration that is not there yet. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_ready;
static atomic_int config;

static int get_config(void) {
  if (!atomic_load(&is_ready)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load(&is_ready)) {
      atomic_store(&is_ready, 1);
      atomic_store(&config, 42);
    }
    pthread_mutex_unlock(&lock);
  }
  return atomic_load(&config);
}

static void *user(void *arg) {
  (void)arg;
  assert(get_config() == 42); // BUG: assert in user
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
