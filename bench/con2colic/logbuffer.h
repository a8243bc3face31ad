/* The log of a server: entries are collected in one buffer and written out together. For logserver_a.c and logserver_b.c.
 *
 * Only lengths are modelled, not the text. Entries get in by reserve and commit, so that the text can be copied
 * without the lock, or at once by append, for which there must be room. The lock protects all fields: no data races.
 * With FIXED, a buffer in which somebody has reserved room is not flushed, and append looks for itself. */
#ifndef LOGBUFFER_H
#define LOGBUFFER_H

#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdbool.h>
#include <stddef.h>

enum { LOG_ROOM = 100 };

static struct {
  pthread_mutex_t lock;
  int length; /* bytes in use */
#ifdef FIXED
  int reserved; /* entries that are being copied */
#endif
} log_buffer = {.lock = PTHREAD_MUTEX_INITIALIZER};

static inline void log_lock(void) { pthread_mutex_lock(&log_buffer.lock); }
static inline void log_unlock(void) { pthread_mutex_unlock(&log_buffer.lock); }

/* With the lock held. */
#ifdef FIXED
static inline bool log_can_flush(void) { return log_buffer.reserved == 0; }
static inline void log_hold(int entries) { log_buffer.reserved += entries; }
#else
static inline bool log_can_flush(void) { return true; }
static inline void log_hold(int entries) { (void)entries; }
#endif

/* Writes the buffer out if it is filled above the mark. */
static inline void log_flush(int mark) {
  log_lock();
  if (log_buffer.length > mark && log_can_flush()) log_buffer.length = 0;
  log_unlock();
}

/* Where an entry may be copied to; -1: nowhere. */
static inline int log_reserve(int bytes) {
  log_lock();
  int start = log_buffer.length;
  bool has_room = start + bytes <= LOG_ROOM;
  if (has_room) log_hold(1);
  log_unlock();
  return has_room ? start : -1;
}

/* The entry is there now: it begins inside of what is in use, or just behind. */
static inline void log_commit(int start, int bytes) {
  log_lock();
  int length = log_buffer.length;
  assert(start <= length);
  log_buffer.length = length < start + bytes ? start + bytes : length;
  log_hold(-1);
  log_unlock();
}

static inline bool log_has_room(int bytes) {
  log_lock();
  bool result = log_buffer.length + bytes <= LOG_ROOM;
  log_unlock();
  return result;
}

static inline void log_append(int bytes) {
  log_lock();
  int length = log_buffer.length;
#ifdef FIXED
  if (length + bytes > LOG_ROOM) length = 0; /* flushed */
#endif
  assert(length + bytes <= LOG_ROOM);
  log_buffer.length = length + bytes;
  log_unlock();
}
#endif
