/* Two threads wait for one token, and both are asked to stop. Who gets it may do so before or after the other is gone. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t token;
static void *wait_for_token(void *p) {
  sem_wait(&token);
  return p;
}
int main(void) {
  pthread_t t, u;
  void *first, *second;
  sem_init(&token, 0, 1);
  pthread_create(&t, 0, wait_for_token, 0);
  pthread_create(&u, 0, wait_for_token, 0);
  pthread_cancel(t);
  pthread_cancel(u);
  pthread_join(t, &first);
  pthread_join(u, &second);
  if (first && second) abort();
}
