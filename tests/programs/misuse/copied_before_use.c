/* Locks and a semaphore are copied while nobody has them; what is done to the originals later is no matter to the copies. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
struct account {
  pthread_mutex_t lock;
  pthread_rwlock_t limits;
  sem_t slots;
  int balance;
};
static struct account accounts[2];
int main(void) {
  struct account *a = &accounts[0], *b = &accounts[1];
  pthread_mutex_init(&a->lock, 0);
  pthread_rwlock_init(&a->limits, 0);
  sem_init(&a->slots, 0, 1);
  *b = *a;
  pthread_mutex_lock(&a->lock);
  pthread_rwlock_rdlock(&a->limits);
  sem_wait(&a->slots);
  pthread_mutex_lock(&b->lock);
  pthread_rwlock_wrlock(&b->limits);
  assert(sem_trywait(&b->slots) == 0);
  a->balance--, b->balance++;
  pthread_rwlock_unlock(&b->limits);
  pthread_mutex_unlock(&b->lock);
  pthread_rwlock_unlock(&a->limits);
  pthread_mutex_unlock(&a->lock);
}
