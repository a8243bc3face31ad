/* A parallel file scanner, after pfscan: one thread walks over the files and puts them into a queue, another takes them out and counts
 * the bytes that match a pattern. The files are in memory. Inputs are the pattern and the first letter of the
 * second file's name: names that begin with a dot are skipped.
 *
 * The queue is a ring with a lock and two condition variables. Taking a file out counts down with a number that was read before the lock
 * was let go: a file put in meanwhile is lost. -DFIXED holds the lock until the count is written.
 *
 * The degree of the assertion in scan, that all files queued have been scanned, is 4. The scanner gets there when it finds the queue
 * closed: one interference, since the walker closes it. It asks so only with a count of 0, and compares with the number of
 * files queued: another interference, for the walker has queued one before it closes. The count is not 0 any more since the first put, unless the scanner
 * wrote it; so it has read a count from the walker, the third, and then a slot, the fourth. They are enough: the
 * walker runs up to its first put, the scanner takes this file out, the walker queues the second and closes; the scanner writes the
 * count, 0, and reads it as its own. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdbool.h>
#include <stddef.h>

enum { FILES = 2, SLOTS = 2, NO_FILE = -1 };

static struct file {
  char name[8];
  const char *text;
} files[FILES] = {{"notes", "abc"}, {"?tmp", "a"}};

static char pattern;

static struct {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  int slot[SLOTS];
  int count;  /* files in the ring */
  int queued; /* files put in so far */
  bool is_closed;
  int in;  /* slot of the next put: the walker's own */
  int out; /* of the next take: the scanner's own */
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .not_empty = PTHREAD_COND_INITIALIZER,
           .not_full = PTHREAD_COND_INITIALIZER};

/* ---- the queue ---- */

static void put(int file) {
  pthread_mutex_lock(&queue.lock);
  int count = queue.count;
  while (count == SLOTS) {
    pthread_cond_wait(&queue.not_full, &queue.lock);
    count = queue.count;
  }
  queue.slot[queue.in] = file;
  queue.in = (queue.in + 1) % SLOTS;
  queue.count = count + 1;
  queue.queued++;
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
}

static void close_queue(void) {
  pthread_mutex_lock(&queue.lock);
  queue.is_closed = true;
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
}

/* Waits for a file; NO_FILE: there will be none. */
static int take(void) {
  int file = NO_FILE;
  pthread_mutex_lock(&queue.lock);
  int count = queue.count;
  while (count == 0 && !queue.is_closed) {
    pthread_cond_wait(&queue.not_empty, &queue.lock);
    count = queue.count;
  }
  if (count > 0) {
    file = queue.slot[queue.out];
    queue.out = (queue.out + 1) % SLOTS;
#ifndef FIXED
    pthread_mutex_unlock(&queue.lock);
    pthread_mutex_lock(&queue.lock);
#endif
    queue.count = count - 1;
    pthread_cond_signal(&queue.not_full);
  }
  pthread_mutex_unlock(&queue.lock);
  return file;
}

static int number_queued(void) {
  pthread_mutex_lock(&queue.lock);
  int result = queue.queued;
  pthread_mutex_unlock(&queue.lock);
  return result;
}

/* ---- the threads ---- */

static bool is_hidden(const char *name) { return name[0] == '.'; }

static void *walk(void *unused) {
  for (int f = 0; f < FILES; f++)
    if (!is_hidden(files[f].name)) put(f);
  close_queue();
  return unused;
}

static int matches_in(const char *text) {
  int matches = 0;
  for (; *text; text++)
    if (*text == pattern) matches++;
  return matches;
}

static void *scan(void *unused) {
  int scanned = 0, matches = 0;
  for (int f = take(); f != NO_FILE; f = take()) {
    matches += matches_in(files[f].text);
    scanned++;
  }
  assert(scanned == number_queued());
  if (matches > 1) raddle_observe((uint64_t)matches);
  return unused;
}

int main(void) {
  pthread_t walker, scanner;
  pattern = raddle_char("pattern");
  files[1].name[0] = raddle_char("name");
  pthread_create(&walker, NULL, walk, NULL);
  pthread_create(&scanner, NULL, scan, NULL);
  pthread_join(walker, NULL);
  pthread_join(scanner, NULL);
  return 0;
}
