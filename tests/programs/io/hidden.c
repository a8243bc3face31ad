/* State of the library that threads share unseen: which of them comes first can be told, and is not explored. CASE 1 to 3: two threads that
 * nothing orders. 4: both only read. 5: one after the other. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int result[2];

static void *worker(void *argument) {
  int *out = argument;
#if CASE == 1
  *out = rand();
#elif CASE == 2
  time_t t = 0;
  *out = localtime(&t)->tm_year;
#elif CASE == 3
  *out = out == result ? setenv("HIDDEN", "x", 1) : getenv("HIDDEN") != NULL;
#elif CASE == 4
  *out = getenv("HIDDEN") != NULL;
#else
  *out = rand();
#endif
  return NULL;
}

int main(void) {
  pthread_t t[2];
  srand(1);
  for (int i = 0; i < 2; i++) {
    pthread_create(&t[i], NULL, worker, &result[i]);
    if (CASE == 5) pthread_join(t[i], NULL);
  }
  for (int i = 0; i < 2 && CASE != 5; i++) pthread_join(t[i], NULL);
  return rand() < 0;
}
