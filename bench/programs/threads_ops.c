/* THREADS KIND COUNT: so many threads do so many visible operations each, of a kind: a(tomic), p(lain), l(ock). A plain
 * increment and a lock taken and given back are two operations each. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST = 64 };
static atomic_long atomic_counter;
static long plain_counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char kind;
static long count;

static void *work(void *arg) {
  switch (kind) {
  case 'a':
    for (long i = 0; i < count; i++) atomic_fetch_add(&atomic_counter, 1);
    break;
  case 'p':
    for (long i = 0; i < count; i += 2) plain_counter++;
    break;
  default:
    for (long i = 0; i < count; i += 2) {
      pthread_mutex_lock(&lock);
      pthread_mutex_unlock(&lock);
    }
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t[MOST];
  if (argc != 4) return 1;
  long n = atol(argv[1]);
  kind = argv[2][0];
  count = atol(argv[3]);
  for (long i = 0; i < n; i++) pthread_create(&t[i], NULL, work, NULL);
  for (long i = 0; i < n; i++) pthread_join(t[i], NULL);
  return 0;
}
