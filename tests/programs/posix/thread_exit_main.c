/* main leaves with pthread_exit: the process goes on until the last thread, then ends as exit(0) would end it. */
#include "show.h"

static pthread_t main_thread;
static atomic_int is_last;

static void at_exit(void) { printf("exit handler, last: %d\n", is_last); }
static void cleanup(void *p) { printf("cleanup of %s\n", (char *)p); }
static void destroy(void *p) { printf("destructor of %s\n", (char *)p); }

static void *outlive(void *p) {
  SHOW(pthread_join(main_thread, NULL));
  printf("main is gone\n");
  is_last = 1;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_key_t key;
  atexit(at_exit);
  main_thread = pthread_self();
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, "main's value");
  pthread_cleanup_push(cleanup, "main");
  pthread_create(&t, NULL, outlive, NULL);
  pthread_detach(t);
  pthread_exit((void *)3);
  pthread_cleanup_pop(0);
}
