/* A condition variable. CASE 1: one signal for two that wait, one of them for ever. 2: a broadcast for two. 3: a wait
 * with a time limit. 4: a signal that may come too early. 5: a flag that makes up for that. 6: signals without the lock
 * for two that wait in loops. 7: one of two waiters must pass the signal on. */
#include <time.h>
#include "../crew.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int flag, woken, late;

static void wait_once(void) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&cond, &lock);
  woken++;
  pthread_mutex_unlock(&lock);
}

static void wait_for_flag(void) {
  pthread_mutex_lock(&lock);
  while (!flag) pthread_cond_wait(&cond, &lock);
  flag--;
  woken++;
  pthread_mutex_unlock(&lock);
}

static void wait_limited(void) {
  static const struct timespec far = {4000000000, 0};
  pthread_mutex_lock(&lock);
  if (!flag && pthread_cond_timedwait(&cond, &lock, &far)) late++;
  pthread_mutex_unlock(&lock);
}

static void raise_flag(int value) {
  pthread_mutex_lock(&lock);
  flag += value;
  pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
  long me = (long)argument;
#if CASE == 1 || CASE == 2
  if (me) {
    wait_once();
    return 0;
  }
#if CASE == 1
  pthread_cond_signal(&cond);
#else
  pthread_cond_broadcast(&cond);
#endif
#elif CASE == 3
  if (me)
    wait_limited();
  else {
    raise_flag(1);
    pthread_cond_signal(&cond);
  }
#elif CASE == 4
  if (me)
    wait_once();
  else {
    raise_flag(1);
    pthread_cond_signal(&cond);
  }
#elif CASE == 5
  if (me)
    wait_for_flag();
  else {
    pthread_mutex_lock(&lock);
    flag++;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
  }
#elif CASE == 6
  if (me)
    wait_for_flag();
  else {
    raise_flag(2);
    pthread_cond_signal(&cond);
    pthread_cond_signal(&cond);
  }
#else
  if (me) {
    wait_once();
    pthread_cond_signal(&cond);
  } else
    pthread_cond_signal(&cond);
#endif
  return 0;
}

int main(void) {
#if CASE == 3 || CASE == 4 || CASE == 5
  crew(2, work);
#else
  crew(3, work);
#endif
}
