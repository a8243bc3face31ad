/* The text only gets shorter: once it differs from "cd" it differs for ever. strcmp read bytes twice, so a byte could be equal
 * when it was compared and 0 when the end was looked for. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
static char text[8] = "cd";

static void *shorten(void *unused) {
  (void)unused;
  text[1] = 0;
  text[0] = 0;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, shorten, 0);
  int first = strcmp(text, "cd"), second = strcmp(text, "cd");
  assert(first == 0 || second != 0);
  first = strcasecmp(text, "CD");
  pthread_join(t, 0);
  return first != 0 && strcasecmp(text, "CD") == 0;
}
