/* Takes memory, writes to it, and never gives it back. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *work(void *p) {
  for (;;) {
    char *block = malloc(1 << 20);
    if (!block) return p;
    memset(block, 1, 1 << 20);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
