/* Threads print and allocate at the same time: the C library's own locks are not the program's business. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int printed;

static void *printer(void *arg) {
  char *text = malloc(16);
  strcpy(text, "line");
  pthread_mutex_lock(&lock);
  printed++;
  pthread_mutex_unlock(&lock);
  printf("%s %d\n", text, *(const int *)arg);
  free(text);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int id[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, printer, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return printed != 3;
}
