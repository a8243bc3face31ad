/* A driver of the tracing library: two threads register and trace.
 *
 * Registering looks for the next free buffer, lets go of the lock, and takes it: two threads may take the same. The
 * assertion in trace_message, that the buffer is still the thread's own, has degree 1: without an interference the thread reads what it
 * wrote when it registered; with one it reads what the other wrote there, which had found no thread registered, the initial
 * value, and so took the same buffer.
 * The assertion in trace_write cannot fail: nobody closes the output. */
#include "tracer.h"

static int level = LEVEL_WARNING;

static void *work(void *number) {
  int me = number ? 1 : 2;
  struct trace_buffer *b = trace_register(me);
  if (!b) return NULL;
  trace_message(b, me, me == 1 ? LEVEL_ERROR : LEVEL_DETAIL, 10 * me);
  trace_flush(b);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  trace_set_level(level);
  trace_open();
  pthread_create(&first, NULL, work, &level);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
