/* A static initialiser and pthread_mutex_init at the start, objects made again when nobody uses them: no bug. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int n;
static void *a(void *p) {
  pthread_mutex_lock(&m);
  n++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  sem_post(&s);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_mutex_init(&m, 0);
  for (int i = 0; i < 2; i++) {
    sem_init(&s, 0, 0);
    pthread_rwlock_init(&l, 0);
    pthread_create(&t, 0, a, 0);
    sem_wait(&s);
    pthread_join(t, 0);
    m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_init(&c, 0);
    pthread_mutex_destroy(&m);
    pthread_mutex_init(&m, 0);
  }
}
