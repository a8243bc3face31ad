/* A driver of the tracing library: one thread traces, another changes the level and closes the output meanwhile.
 *
 * The flush looks whether the output is open, lets go of the lock, and writes. The assertion in trace_write fails if it was closed in
 * between. Its degree is 1: the output is open in the beginning, so without an interference the read in the assertion gives true;
 * with one, that read gets what trace_close wrote, after the look before it found the initial value.
 * The assertion in trace_message cannot fail here: no one else registers. */
#include "tracer.h"

enum { WORKER = 1 };
static struct trace_buffer *mine;

static void *work(void *unused) {
  trace_message(mine, WORKER, LEVEL_ERROR, 100);
  trace_message(mine, WORKER, LEVEL_DETAIL, 101);
  trace_flush(mine);
  return unused;
}

static void *control(void *unused) {
  trace_set_level(LEVEL_DETAIL);
  trace_close();
  return unused;
}

int main(void) {
  pthread_t worker, controller;
  mine = trace_register(WORKER);
  trace_open();
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&controller, NULL, control, NULL);
  pthread_join(worker, NULL);
  pthread_join(controller, NULL);
  return 0;
}
