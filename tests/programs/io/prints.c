/* Output that the program never sees again: its order does not count. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *worker(void *name) {
  printf("%s\n", (const char *)name);
  fprintf(stderr, "%s\n", (const char *)name);
  write(1, "x\n", 2);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, "one");
  pthread_create(&u, NULL, worker, "two");
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
