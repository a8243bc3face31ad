/* A server with a log: one thread copies an entry into the buffer, another does the same and flushes the buffer. The inputs
 * are the lengths of both and the mark from which on the buffer is flushed.
 *
 * A flush between reserve and commit makes the buffer shorter than the place that was reserved. The degree of the assertion in
 * log_commit, start <= length, is 2. `start` is the length that was read when the place was reserved: 0 unless it comes from
 * the other thread, and the length is never less than 0: so one interference is needed to have start > 0. The length must have shrunk since, and only
 * the other thread's flush makes it shrink: its second read is the other interference. That thread needs none, it reads
 * the length it has written itself. The assertion cannot fail in that thread: nobody else flushes. */
#include "logbuffer.h"

static unsigned char request, answer, mark;

static void log_entry(int bytes) {
  int start = log_reserve(bytes);
  if (start >= 0) log_commit(start, bytes); /* else it is lost */
}

static void *serve(void *unused) {
  if (request > 0) log_entry(request);
  return unused;
}

static void *reply(void *unused) {
  if (answer > 0) log_entry(answer);
  log_flush(mark);
  return unused;
}

int main(void) {
  pthread_t server, replier;
  request = raddle_uchar("request");
  answer = raddle_uchar("answer");
  mark = raddle_uchar("mark");
  pthread_create(&server, NULL, serve, NULL);
  pthread_create(&replier, NULL, reply, NULL);
  pthread_join(server, NULL);
  pthread_join(replier, NULL);
  return 0;
}
