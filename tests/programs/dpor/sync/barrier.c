/* A barrier for two. CASE 1: two meet twice, and write before and after. 2: three come, one waits for ever. 3: four
 * come, any two meet. 4: two meet once, one wants to meet again. The one told to be the last does something. */
#include "../crew.h"

static pthread_barrier_t barrier;
static int x, last;

static void meet(void) {
  int code = pthread_barrier_wait(&barrier);
  if (CASE != 3 && code == PTHREAD_BARRIER_SERIAL_THREAD) last++;
}

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1
  if (me) x++;
  meet();
  if (!me) x++;
  meet();
#elif CASE == 4
  meet();
  if (me) meet();
#else
  meet();
#endif
  return (void *)me;
}

int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
#if CASE == 2
  crew(3, work);
#elif CASE == 3
  crew(4, work);
#else
  crew(2, work);
#endif
}
