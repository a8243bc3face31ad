/* A jump to a place on another thread's stack. */
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf place;

static void *jump(void *p) {
  longjmp(place, 1); // BUG: abort in jump
  return p;
}

int main(void) {
  pthread_t t;
  if (setjmp(place)) return 1;
  pthread_create(&t, NULL, jump, NULL);
  pthread_join(t, NULL);
  return 0;
}
