/* Readers and writers with counters of who is active and who waits (Table VII, RWVSN, after Lea). The seeded error: a writer that has
 * waited does not look again whether others are active. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static int readers, writers, waiting_writers, data;

static void begin_read(void) {
  pthread_mutex_lock(&lock);
  while (writers) pthread_cond_wait(&ended, &lock);
  readers++;
  pthread_mutex_unlock(&lock);
}

static void end_read(void) {
  pthread_mutex_lock(&lock);
  readers--;
  pthread_cond_broadcast(&ended);
  pthread_mutex_unlock(&lock);
}

static void begin_write(void) {
  pthread_mutex_lock(&lock);
  waiting_writers++;
  if (readers || writers) pthread_cond_wait(&ended, &lock); /* BUG: if, not while */
  waiting_writers--;
  writers++;
  pthread_mutex_unlock(&lock);
}

static void end_write(void) {
  pthread_mutex_lock(&lock);
  writers--;
  pthread_cond_broadcast(&ended);
  pthread_mutex_unlock(&lock);
}

static void *reader(void *unused) {
  begin_read();
  int seen = data;
  assert(seen == data);
  end_read();
  return unused;
}

static void *writer(void *unused) {
  begin_write();
  data++;
  end_write();
  return unused;
}

int main(void) {
  pthread_t r, w[2];
  pthread_create(&r, NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&w[i], NULL, writer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(w[i], NULL);
  pthread_join(r, NULL);
}
