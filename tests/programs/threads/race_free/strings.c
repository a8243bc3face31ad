/* A shared log of text, built under a lock with library functions. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char log_[32];

static void *writer(void *arg) {
  char line[8];
  snprintf(line, sizeof line, "<%d>", *(const int *)arg);
  pthread_mutex_lock(&lock);
  strcat(log_, line);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {1, 22, 333};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, writer, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(strlen(log_) == 12 && strstr(log_, "<1>") && strstr(log_, "<22>") && strstr(log_, "<333>"));
  return 0;
}
