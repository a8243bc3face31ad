/* A POSIX spinlock, taken and tried. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int counter, tried;

static void *add(void *arg) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  if (pthread_spin_trylock(&lock) == 0) {
    tried++;
    pthread_spin_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  pthread_spin_destroy(&lock);
  assert(counter == 3 && tried <= 3);
  return 0;
}
