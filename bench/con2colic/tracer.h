/* A small tracing library, after ctrace, for its two drivers trace_a.c and trace_b.c.
 *
 * A thread registers, then traces messages that have a level. Those up to the level that is set go to a buffer of the thread's own. A full
 * buffer is flushed to the output, which may be opened and closed at any time. Each field is protected by the library's
 * lock: no data races. With FIXED the two functions that look first and act later hold the lock for both. */
#ifndef TRACER_H
#define TRACER_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { TRACE_THREADS = 2, TRACE_ROOM = 2 };
enum level { LEVEL_ERROR = 1, LEVEL_WARNING, LEVEL_DETAIL };

struct trace_buffer {
  int owner; /* 0: not in use */
  int count;
  int message[TRACE_ROOM]; /* the owner's own, not shared */
};

static struct {
  pthread_mutex_t lock;
  int level;
  bool is_open; /* the output */
  int flushed;  /* messages in the output */
  int threads;  /* buffers in use */
  struct trace_buffer buffer[TRACE_THREADS];
} tracer = {.lock = PTHREAD_MUTEX_INITIALIZER, .level = LEVEL_WARNING};

static inline void trace_lock(void) { pthread_mutex_lock(&tracer.lock); }
static inline void trace_unlock(void) { pthread_mutex_unlock(&tracer.lock); }

static inline void trace_open(void) {
  trace_lock();
  tracer.is_open = true;
  trace_unlock();
}

static inline void trace_close(void) {
  trace_lock();
  tracer.is_open = false;
  trace_unlock();
}

static inline void trace_set_level(int level) {
  trace_lock();
  tracer.level = level < 0 ? 0 : level;
  trace_unlock();
}

/* Is there anything to be done for a message of this level? */
static inline bool trace_is_wanted(int level) {
  trace_lock();
  bool result = tracer.is_open && level <= tracer.level;
  trace_unlock();
  return result;
}

/* Takes the next free buffer; NULL: there is none. */
static inline struct trace_buffer *trace_register(int owner) {
  trace_lock();
  int next = tracer.threads;
#ifndef FIXED
  trace_unlock();
#endif
  struct trace_buffer *b = next < TRACE_THREADS ? &tracer.buffer[next] : NULL;
#ifndef FIXED
  trace_lock();
#endif
  if (b) {
    b->owner = owner;
    tracer.threads = next + 1;
  }
  trace_unlock();
  return b;
}

/* With the lock held. */
static inline void trace_write(struct trace_buffer *b) {
  assert(tracer.is_open);
  tracer.flushed += b->count;
  b->count = 0;
}

/* Writes out what the buffer holds, if there is an output. */
static inline void trace_flush(struct trace_buffer *b) {
  trace_lock();
  bool is_open = tracer.is_open;
#ifndef FIXED
  trace_unlock();
  trace_lock();
#endif
  if (is_open && b->count) trace_write(b);
  trace_unlock();
}

static inline void trace_message(struct trace_buffer *b, int owner, int level, int message) {
  if (!trace_is_wanted(level)) return;
  trace_lock();
  assert(b->owner == owner);
  int count = b->count;
  b->message[count] = message;
  b->count = count + 1;
  trace_unlock();
  if (count + 1 == TRACE_ROOM) trace_flush(b);
}
#endif
