/* A segmented downloader, after aget: two workers fetch the two segments of a file, block by block. When it is interrupted the main
 * thread saves how far they are: the offset of each, and how many bytes there are in all.
 *
 * Each is read with the lock held, but not all at once, so a worker may have gone on in between. -DFIXED holds the lock.
 *
 * The degree of the assertion in save, that the offsets add up to the total, is 2. With a total of 0, the initial value, there is nothing
 * to be saved: so one interference is needed, the total read from a worker, which has moved its offset before: main's
 * read of that is the second. The two are enough: if the worker has fetched another block since, its offset is 8, but the total was 4.
 * The assertion after the joins cannot fail. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { WORKERS = 2, BLOCK = 4, SEGMENT = 2 * BLOCK, SIZE = WORKERS * SEGMENT };

static const char remote[SIZE + 1] = "not a large file";
static char local[SIZE];

static struct {
  pthread_mutex_t lock;
  int offset[WORKERS]; /* of the next block, in the segment */
  int total;           /* bytes fetched */
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* What would be needed to go on later. */
static struct {
  bool is_valid;
  int offset[WORKERS], total;
} saved;

static void fetched(int worker, int offset) {
  pthread_mutex_lock(&progress.lock);
  progress.offset[worker] = offset;
  progress.total += BLOCK;
  pthread_mutex_unlock(&progress.lock);
}

static void *fetch(void *number) {
  int me = number != NULL;
  for (int offset = 0; offset < SEGMENT; offset += BLOCK) {
    int at = me * SEGMENT + offset;
    memcpy(&local[at], &remote[at], BLOCK);
    fetched(me, offset + BLOCK);
  }
  return NULL;
}

static int get(const int *what) {
#ifdef FIXED
  return *what;
#else
  pthread_mutex_lock(&progress.lock);
  int value = *what;
  pthread_mutex_unlock(&progress.lock);
  return value;
#endif
}

static void save(void) {
  int total = get(&progress.total);
  if (total == 0) return;
  int first = get(&progress.offset[0]), second = get(&progress.offset[1]);
  assert(first + second == total);
  saved.offset[0] = first;
  saved.offset[1] = second;
  saved.total = total;
  saved.is_valid = true;
}

static void interrupted(void) {
#ifdef FIXED
  pthread_mutex_lock(&progress.lock);
  save();
  pthread_mutex_unlock(&progress.lock);
#else
  save();
#endif
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, fetch, NULL);
  pthread_create(&two, NULL, fetch, local);
  interrupted();
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(progress.total == SIZE);
  return saved.is_valid && saved.total > SIZE;
}
