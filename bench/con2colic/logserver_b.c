/* A server with a log: two threads append an entry each, where there is room. The inputs are the lengths of both and
 * the mark from which on the first flushes the buffer.
 *
 * The other thread may append between the look and the append. The degree of the assertion in log_append, that the
 * entry fits, is 1: without an interference the length is the same as in log_has_room before; with one it is that of the other's entry, which
 * had fitted, and both together need not. */
#include "logbuffer.h"

static unsigned char length[2], mark;

static void log_entry(int bytes) {
  if (log_has_room(bytes)) log_append(bytes);
}

static void *serve_and_flush(void *unused) {
  log_entry(length[0]);
  log_flush(mark);
  return unused;
}

static void *serve(void *unused) {
  log_entry(length[1]);
  return unused;
}

int main(void) {
  pthread_t one, two;
  length[0] = raddle_uchar("length 1");
  length[1] = raddle_uchar("length 2");
  mark = raddle_uchar("mark");
  pthread_create(&one, NULL, serve_and_flush, NULL);
  pthread_create(&two, NULL, serve, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
