/* The accesses are made by library functions: the callers' lines are what counts, and two callers are two races. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static char text[32], more[32];
static const char *volatile word = "word";

static void *writer(void *arg) {
  strcpy(text, word); // BUG: race in writer
  strcpy(more, word); // BUG: race in writer
  return arg;
}

static void *reader(void *arg) {
  if (strlen(text) > 4) abort(); // BUG: race in reader
  if (strlen(more) > 4) abort(); // BUG: race in reader
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
