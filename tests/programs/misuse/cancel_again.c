/* A thread that waits is asked to stop twice: it may be gone before the second time. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t never;
static atomic_int gone;
static void note(void *p) { gone = 1; }
static void *wait_for_ever(void *p) {
  pthread_cleanup_push(note, 0);
  sem_wait(&never);
  pthread_cleanup_pop(0);
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, 0, wait_for_ever, 0);
  pthread_cancel(t);
  pthread_cancel(t);
  assert(!gone);
  pthread_join(t, 0);
}
