/* setjmp and longjmp out of nested calls, several times, and an error-handling idiom. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
static int depth_reached;

static void dive(int depth, int bottom) {
  char frame[64];
  snprintf(frame, sizeof frame, "frame %d", depth);
  depth_reached = depth;
  if (depth == bottom) longjmp(out, bottom);
  dive(depth + 1, bottom);
  puts(frame); /* never reached */
}

static int guarded(int divisor) {
  jmp_buf failed;
  volatile int step = 0;
  if (setjmp(failed)) return -step;
  step = 1;
  if (divisor == 0) longjmp(failed, 1);
  step = 2;
  if (divisor < 0) longjmp(failed, 2);
  return 100 / divisor;
}

int main(void) {
  volatile int tries = 0;
  int why = setjmp(out);
  printf("setjmp says %d after %d tries, depth %d\n", why, tries, depth_reached);
  tries = tries + 1;
  if (tries < 5) dive(0, 3 * tries);
  printf("%d %d %d\n", guarded(7), guarded(0), guarded(-1));
  return 0;
}
