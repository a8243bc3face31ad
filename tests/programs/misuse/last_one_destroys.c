/* Whoever is last destroys and frees the mutex, as POSIX allows: no bug. */
#include <pthread.h>
#include <stdlib.h>
struct shared {
  pthread_mutex_t m;
  int users;
};
static void *a(void *p) {
  struct shared *s = p;
  pthread_mutex_lock(&s->m);
  int left = --s->users;
  pthread_mutex_unlock(&s->m);
  if (!left) {
    pthread_mutex_destroy(&s->m);
    free(s);
  }
  return 0;
}
int main(void) {
  pthread_t t, u;
  struct shared *s = malloc(sizeof *s);
  pthread_mutex_init(&s->m, 0);
  s->users = 2;
  pthread_create(&t, 0, a, s);
  pthread_create(&u, 0, a, s);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
