/* Threads that make, use and destroy objects of their own, and hand one on: no bug. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node {
  int n;
  pthread_mutex_t m;
};
static struct node *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *a(void *p) {
  struct node *x = malloc(sizeof *x);
  memset(x, 0, sizeof *x);
  pthread_mutex_init(&x->m, 0);
  pthread_mutex_lock(&x->m);
  x->n++;
  pthread_mutex_unlock(&x->m);
  pthread_mutex_lock(&lock);
  shared = x;
  pthread_mutex_unlock(&lock);
  return p;
}
static void *b(void *p) {
  pthread_mutex_lock(&lock);
  struct node *x = shared;
  shared = 0;
  pthread_mutex_unlock(&lock);
  if (!x) return p;
  pthread_mutex_lock(&x->m);
  x->n++;
  pthread_mutex_unlock(&x->m);
  pthread_mutex_destroy(&x->m);
  free(x);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  free(shared);
}
