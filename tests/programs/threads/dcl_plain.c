/* Double-checked locking with a plain flag: the first look at it is a race, though no value of it does harm when
 * operations happen in program order. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_ready;
static int config;

static int get_config(void) {
  if (!is_ready) { // BUG: race in get_config
    pthread_mutex_lock(&lock);
    if (!is_ready) {
      config = 42;     // BUG: race in get_config
      is_ready = true; // BUG: race in get_config
    }
    pthread_mutex_unlock(&lock);
  }
  return config; // BUG: race in get_config
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
