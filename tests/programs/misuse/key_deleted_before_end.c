/* Whether a destructor is called depends on who is first, the end of the thread or the deletion of the key. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t key;
static atomic_int destroyed, written;
static void destroy(void *p) { destroyed = p != 0; }
static void *use(void *p) {
  pthread_setspecific(key, &key);
  written = 1;
  return p;
}
static void *delete(void *p) {
  while (!written) {}
  pthread_key_delete(key);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_key_create(&key, destroy);
  pthread_create(&t[0], 0, use, 0);
  pthread_create(&t[1], 0, delete, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(destroyed);
  assert(!destroyed);
}
