/* Jumps from one thread into a frame of another: undefined, must not take raddle with it. */
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf frame;

static void *jumper(void *arg) {
  longjmp(frame, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  if (setjmp(frame)) return 0;
  pthread_create(&t, NULL, jumper, NULL);
  pthread_join(t, NULL);
  return 0;
}
