/* main's part in these programs: starts `count` threads, which get their numbers from 0, and waits for them all. */
#ifndef CREW_H
#define CREW_H
#include <pthread.h>

static void crew(long count, void *(*work)(void *)) {
  pthread_t id[count];
  for (long i = 0; i < count; i++) pthread_create(&id[i], 0, work, (void *)i);
  for (long i = 0; i < count; i++) pthread_join(id[i], 0);
}

static void make_locks(pthread_mutex_t *lock, int count) {
  for (int i = 0; i < count; i++) pthread_mutex_init(&lock[i], 0);
}

#endif
