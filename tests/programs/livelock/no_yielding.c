/* Philosophers who put down their fork and sleep before they try again: that they all wake at the same time is not to be expected. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 3 };
static pthread_mutex_t *fork_of;

static void *dine(void *place) {
  int me = *(int *)place, next = (me + 1) % N;
  for (;;) {
    pthread_mutex_lock(&fork_of[me]);
    if (!pthread_mutex_trylock(&fork_of[next])) break;
    pthread_mutex_unlock(&fork_of[me]);
    usleep(10);
  }
  pthread_mutex_unlock(&fork_of[next]);
  pthread_mutex_unlock(&fork_of[me]);
  return 0;
}

int main(void) {
  pthread_t t[N];
  int place[N];
  fork_of = malloc(N * sizeof *fork_of);
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_of[i], 0);
  for (int i = 0; i < N; i++) place[i] = i, pthread_create(&t[i], 0, dine, &place[i]);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
