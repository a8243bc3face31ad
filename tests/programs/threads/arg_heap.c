/* The creator frees the argument while the thread may still need it. */
#include <pthread.h>
#include <stdlib.h>

struct job {
  int input, output;
};

static void *work(void *arg) {
  struct job *job = arg;
  job->output = job->input * 2; // BUG: use-after-free in work, race in work
  return NULL;
}

int main(void) {
  pthread_t t;
  struct job *job = calloc(1, sizeof *job);
  job->input = 21;
  pthread_create(&t, NULL, work, job);
  free(job); // BUG: race in main
  pthread_join(t, NULL);
  return 0;
}
