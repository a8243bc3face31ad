/* A thread is detached while another looks whether it can be joined: too late is fine, too early is undefined by POSIX. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static pthread_t worker;
static sem_t may_end;
static atomic_int begun;
static void *work(void *p) {
  sem_wait(&may_end);
  return p;
}
static void *detacher(void *p) {
  begun = 1;
  pthread_detach(worker);
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&may_end, 0, 0);
  pthread_create(&worker, 0, work, 0);
  pthread_create(&t, 0, detacher, 0);
  pthread_tryjoin_np(worker, 0);
  sem_post(&may_end);
  pthread_join(t, 0);
}
