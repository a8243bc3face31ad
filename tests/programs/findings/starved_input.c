/* raddle test --sym-stdin 4 starved_input.c: the bug needs the input "m=f" and one switch. dpor explores schedules of the first
 * inputs (342,791 runs in 10 s, 9 paths) and does not find it; --strategy coverage finds the input in run 6. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
static struct {
  int workers, limit;
  char mode;
} cfg = {4, 4, 'a'};
static int next_job, results[8];
static atomic_int finished;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void read_config(FILE *f) {
  char line[32];
  while (fgets(line, sizeof line, f)) {
    char *eq = strchr(line, '=');
    if (!eq) continue;
    *eq = 0;
    if (!strcmp(line, "w"))
      cfg.workers = atoi(eq + 1);
    else if (!strcmp(line, "l"))
      cfg.limit = atoi(eq + 1);
    else if (!strcmp(line, "m"))
      cfg.mode = eq[1];
  }
}
static int take(void) {
  if (cfg.mode == 'f') return next_job++; /* "fast" mode: forgot the lock */
  pthread_mutex_lock(&m);
  int j = next_job++;
  pthread_mutex_unlock(&m);
  return j;
}
static void *worker(void *a) {
  int j;
  while ((j = take()) < cfg.limit) results[j] += (int)(long)a + 1;
  atomic_fetch_add(&finished, 1);
  return 0;
}
int main(void) {
  read_config(stdin);
  if (cfg.workers < 1 || cfg.workers > 4) {
    fprintf(stderr, "bad workers\n");
    return 1;
  }
  if (cfg.limit > 4) cfg.limit = 4;
  pthread_t t[4];
  for (long i = 0; i < cfg.workers; i++) pthread_create(&t[i], 0, worker, (void *)i);
  for (int i = 0; i < cfg.workers; i++) pthread_join(t[i], 0);
  return finished == cfg.workers ? 0 : 3;
}
