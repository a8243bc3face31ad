/* A bounded buffer with room for one: a lock and two condition variables. One thread moves three items, in or out; three
 * threads move one each the other way. Which way is an input.
 * BROKEN 1: whoever is woken does not look again. 2: one condition variable for all, and the wrong one may be woken. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdbool.h>
#include "../dpor/crew.h"

#ifndef BROKEN
#define BROKEN 0
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER, has_item = PTHREAD_COND_INITIALIZER;
static int item, count, put_sum, got_sum;
static bool is_producer;

#if BROKEN == 1
#define WAIT_WHILE(condition, cond)                                                                          \
  if (condition) pthread_cond_wait(cond, &lock)
#else
#define WAIT_WHILE(condition, cond)                                                                          \
  while (condition) pthread_cond_wait(cond, &lock)
#endif
#if BROKEN == 2
#define has_item has_room
#endif

static void put(int value) {
  pthread_mutex_lock(&lock);
  WAIT_WHILE(count == 1, &has_room); // BUG: deadlock in put
  assert(count == 0);                // BUG: assert in put
  item = value;
  count++;
  put_sum += value;
  pthread_cond_signal(&has_item);
  pthread_mutex_unlock(&lock);
}

static void get(void) {
  pthread_mutex_lock(&lock);
  WAIT_WHILE(count == 0, &has_item); // BUG: deadlock in get
  assert(count == 1);                // BUG: assert in get
  got_sum += item;
  count--;
  pthread_cond_signal(&has_room);
  pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
  long me = (long)argument;
  for (int i = 0; i < (me ? 1 : 3); i++)
    if (is_producer == !me)
      put((int)me + i + 1);
    else
      get();
  return 0;
}

int main(void) {
  is_producer = raddle_bool("is_producer");
  crew(4, work);
  assert(count == 0 && put_sum == got_sum);
}
