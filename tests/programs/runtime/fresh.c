/* For test_fresh: what two threads do with shared memory, one small thing for each case. Threads are numbered 1 and 2. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct wide {
  int at[5];
};

static atomic_int word = 3;
static int plain, other = 4, *pointer = &other;
static _Alignas(8) struct wide first = {{1, 2, 3, 4, 5}}, second;
static char bytes[12];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int ready;
static _Alignas(16) volatile int one = 1; /* in a granule of its own */

/* 0: read-modify-write */
static void *exchange(void *argument) {
  int expected = 3;
  if (atomic_compare_exchange_strong(&word, &expected, 7)) plain = 1;
  return argument;
}
static void *add(void *argument) {
  atomic_fetch_add(&word, 2);
  return argument;
}

/* 1: what is read after joining */
static void *set_plain(void *argument) {
  plain = 5;
  return argument;
}

/* 2: structs */
static void *copy(void *argument) {
  second = first;
  struct wide mine = first;
  mine.at[one]++;
  second = mine;
  return argument;
}
static void *change(void *argument) {
  first.at[1] = 9;
  second.at[0] = 8;
  return argument;
}

/* 3: a pointer, and blocks whose size was read */
static void *follow(void *argument) {
  if (*pointer == 4) plain = 2;
  memset(bytes, 'x', (size_t)other);
  return argument;
}
static void *point(void *argument) {
  pointer = &plain;
  other = 9;
  bytes[0] = 'a';
  return argument;
}

/* 4: waiting */
static void *wait_ready(void *argument) {
  pthread_mutex_trylock(&lock);
  while (!ready) continue;
  return argument;
}
static void *set_ready(void *argument) {
  pthread_mutex_lock(&lock);
  ready = 1;
  return argument;
}

/* 5: strings, which models read */
static char text[8] = "abc";
static char *volatile name = text;
static void *measure(void *argument) {
  plain = (int)strlen(name);
  return argument;
}
static void *shorten(void *argument) {
  name[1] = 0;
  name = text;
  return argument;
}

static void *(*const routine[][2])(void *) = {
    {exchange, add}, {set_plain, set_plain},  {copy, change},
    {follow, point}, {wait_ready, set_ready}, {measure, shorten},
};

int main(void) {
  pthread_t id[2];
  int which = raddle_int("which");
  raddle_assume(which >= 0 && which <= 5);
  for (int i = 0; i < 2; i++) pthread_create(&id[i], 0, routine[which][i], &plain);
  if (which == 1) {
    void *result;
    pthread_join(id[0], &result);
    pthread_join(id[1], 0);
    if (plain == 5) return 0;
    return 1;
  }
  return 0;
}
