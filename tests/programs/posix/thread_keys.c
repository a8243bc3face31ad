/* pthread_key_*, pthread_getspecific, pthread_setspecific. */
#define _GNU_SOURCE
#include "show.h"
#include <limits.h>

static pthread_key_t early, key, other, plain;
static int rounds;

__attribute__((constructor)) static void before_main(void) {
  pthread_key_create(&early, NULL);
  pthread_setspecific(early, "set in a constructor");
}

static void destroy(void *p) {
  printf("destroyed: %s, value then %p\n", (char *)p, pthread_getspecific(key));
}
static void destroy_other(void *p) { printf("other destroyed: %s\n", (char *)p); }

static void again(void *p) {
  rounds++;
  pthread_setspecific(key, p);
}

static void *use(void *p) {
  SHOW_NUMBER(pthread_getspecific(key) == NULL);
  SHOW(pthread_setspecific(other, "b"));
  SHOW(pthread_setspecific(key, p));
  SHOW(pthread_setspecific(plain, p));
  printf("%s\n", (char *)pthread_getspecific(key));
  SHOW_NUMBER(pthread_getspecific(early) == NULL);
  return NULL;
}

static void *leave(void *p) {
  pthread_setspecific(key, p);
  pthread_exit(NULL);
}

static void *set_null(void *p) {
  pthread_setspecific(key, p);
  pthread_setspecific(key, NULL);
  return NULL;
}

static void run(void *(*routine)(void *), void *argument) {
  pthread_t t;
  pthread_create(&t, NULL, routine, argument);
  pthread_join(t, NULL);
}

static void show_deleted(void) {
  pthread_key_t k;
  SHOW(pthread_key_create(&k, destroy));
  SHOW(pthread_setspecific(k, "gone"));
  SHOW(pthread_key_delete(k));
  SHOW(pthread_key_delete(k));
  SHOW(pthread_setspecific(k, "x"));
  SHOW_NUMBER(pthread_getspecific(k) == NULL);
  SHOW(pthread_key_create(&k, NULL));
  SHOW_NUMBER(pthread_getspecific(k) == NULL); /* not the old value */
  SHOW(pthread_key_delete(k));
}

static void show_many(void) {
  static pthread_key_t all[PTHREAD_KEYS_MAX + 1];
  int n = 0, error;
  while (!(error = pthread_key_create(&all[n], NULL))) n++;
  printf("%s after less than PTHREAD_KEYS_MAX: %d\n", error_name(error), n < PTHREAD_KEYS_MAX && n > 1000);
  for (int i = 0; i < n; i++) pthread_setspecific(all[i], &all[i]);
  int same = 0;
  for (int i = 0; i < n; i++) same += pthread_getspecific(all[i]) == &all[i];
  SHOW_NUMBER(same == n);
  int deleted = 0;
  for (int i = 0; i < n; i++) deleted += !pthread_key_delete(all[i]);
  SHOW_NUMBER(deleted == n);
}

static void *delete_before_end(void *p) {
  pthread_key_t k;
  pthread_key_create(&k, destroy_other);
  pthread_setspecific(k, p);
  pthread_key_delete(k);
  return NULL;
}

int main(void) {
  printf("%s\n", (char *)pthread_getspecific(early));
  SHOW(pthread_key_create(&key, destroy));
  SHOW(pthread_key_create(&other, destroy_other));
  SHOW(pthread_key_create(&plain, NULL));
  SHOW_NUMBER(pthread_getspecific(key) == NULL);
  SHOW(pthread_setspecific(key, "main's"));
  run(use, "a");
  run(leave, "c");
  run(set_null, "d");
  run(delete_before_end, "e");
  printf("%s\n", (char *)pthread_getspecific(key));
  show_deleted();
  show_many();
  SHOW(pthread_setspecific(PTHREAD_KEYS_MAX, "x"));
  SHOW(pthread_key_delete(PTHREAD_KEYS_MAX));
  SHOW(pthread_key_delete(key));
  SHOW(pthread_key_create(&key, again));
  run(set_null, "f");
  SHOW_NUMBER(rounds);
  run(leave, "g");
  SHOW_NUMBER(rounds == PTHREAD_DESTRUCTOR_ITERATIONS);
  return 0; /* main's values are not destroyed */
}
