/* A semaphore that starts with VALUE. CASE 1: two wait, two post. 2: three use it as a lock. 3: one tries twice, two
 * post. 4: with a time limit. 5: its value is asked for. 6: two wait, one posts. */
#include <semaphore.h>
#include <time.h>
#include "../crew.h"

static sem_t semaphore;
static int x, missed, value;

static void *work(void *argument) {
  static const struct timespec far = {4000000000, 0};
  long me = (long)argument;
  (void)far;
#if CASE == 1
  if (me % 2)
    sem_wait(&semaphore);
  else
    sem_post(&semaphore);
#elif CASE == 2
  sem_wait(&semaphore);
  x++;
  sem_post(&semaphore);
#elif CASE == 3
  if (me)
    sem_post(&semaphore);
  else
    for (int i = 0; i < 2; i++)
      if (sem_trywait(&semaphore)) missed++;
#elif CASE == 4
  if (me == 1)
    sem_wait(&semaphore);
  else if (me)
    sem_post(&semaphore);
  else if (sem_timedwait(&semaphore, &far))
    missed++;
#elif CASE == 5
  if (me == 2)
    sem_getvalue(&semaphore, &value);
  else
    sem_post(&semaphore);
#else
  if (me)
    sem_wait(&semaphore);
  else
    sem_post(&semaphore);
#endif
  return 0;
}

int main(void) {
  sem_init(&semaphore, 0, VALUE);
#if CASE == 1
  crew(4, work);
#else
  crew(3, work);
#endif
}
