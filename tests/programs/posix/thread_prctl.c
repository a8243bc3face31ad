/* Names of threads as prctl has them: each thread its own, cut off at 15 characters, and the same that pthread_getname_np tells. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>

static char seen[3][17];

static void *names_itself(void *name) {
  char own[16];
  printf("set %d\n", prctl(PR_SET_NAME, name));
  pthread_getname_np(pthread_self(), own, sizeof own);
  printf("pthread_getname_np %s\n", own);
  return NULL;
}

static void *inherits(void *unused) {
  prctl(PR_GET_NAME, seen[1]);
  return unused;
}

int main(void) {
  pthread_t t;
  printf("main %d\n", prctl(PR_SET_NAME, "main's", 0, 0, 0));
  pthread_create(&t, NULL, names_itself, "a name that is too long");
  pthread_join(t, NULL);
  printf("get %d\n", prctl(PR_GET_NAME, seen[0], 0, 0, 0));
  pthread_create(&t, NULL, inherits, NULL);
  pthread_join(t, NULL);
  pthread_setname_np(pthread_self(), "other");
  prctl(PR_GET_NAME, seen[2]);
  printf("%s, %s, %s\n", seen[0], seen[1], seen[2]);
  return 0;
}
