/* Semaphores with a name. The names are this process's own, so that no other run of this program is in the way. */
#define _GNU_SOURCE
#include "sync.h"
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>

static char name[64], other[64];

static void show_open(const char *call, sem_t *s) { show_error(call, s == SEM_FAILED ? errno : 0); }
#define SHOW_OPEN(call) show_open(#call, call)

static void show_value(sem_t *s) {
  int value = -1;
  SHOW_ERRNO(sem_getvalue(s, &value));
  SHOW_NUMBER(value);
}

static void show_names(void) {
  char long_name[400];
  SHOW_OPEN(sem_open("/", O_CREAT, 0600, 1));
  SHOW_OPEN(sem_open("", O_CREAT, 0600, 1));
  SHOW_OPEN(sem_open("/a/b", O_CREAT, 0600, 1));
  SHOW_OPEN(sem_open(name, 0));
  SHOW_OPEN(sem_open(name, O_EXCL));
  SHOW_OPEN(sem_open(name, O_CREAT, 0600, 1u << 31));
  memset(long_name, 'x', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = 0;
  SHOW_OPEN(sem_open(long_name, O_CREAT, 0600, 1));
  for (int n = 249; n < 256; n++) {
    memset(long_name, 'x', sizeof long_name);
    long_name[n] = 0;
    SHOW_NUMBER(n);
    SHOW_OPEN(sem_open(long_name, 0));
    SHOW_ERRNO(sem_unlink(long_name));
  }
  SHOW_ERRNO(sem_unlink(name));
  SHOW_ERRNO(sem_unlink("/"));
  SHOW_ERRNO(sem_unlink(""));
  SHOW_ERRNO(sem_unlink("/a/b"));
}

static void show_life(void) {
  sem_t *a = sem_open(name, O_CREAT | O_EXCL, 0600, 2);
  SHOW_NUMBER(a != SEM_FAILED);
  sem_t *same = sem_open(name, O_CREAT, 0600, 7);
  SHOW_NUMBER(a == same);
  SHOW_OPEN(sem_open(name, O_CREAT | O_EXCL, 0600, 2));
  SHOW_NUMBER(sem_open(name, 0) == a);
  show_value(same);
  SHOW_ERRNO(sem_wait(a));
  SHOW_ERRNO(sem_post(same));
  SHOW_ERRNO(sem_post(same));
  SHOW_ERRNO(sem_timedwait(a, &past));
  show_value(a);
  sem_t *b = sem_open(other, O_CREAT, 0600, 1);
  SHOW_NUMBER(b != a);
  SHOW_ERRNO(sem_unlink(name));
  SHOW_ERRNO(sem_unlink(name));
  SHOW_OPEN(sem_open(name, 0));
  show_value(a);
  sem_t *new = sem_open(name, O_CREAT | O_EXCL, 0600, 5);
  SHOW_NUMBER(new != a);
  show_value(new);
  for (int i = 0; i < 3; i++) SHOW_ERRNO(sem_close(a));
  SHOW_ERRNO(sem_close(a));
  SHOW_ERRNO(sem_close(new));
  new = sem_open(name, 0);
  SHOW_NUMBER(new != SEM_FAILED);
  show_value(new);
  SHOW_ERRNO(sem_close(new));
  SHOW_ERRNO(sem_unlink(name));
  SHOW_ERRNO(sem_close(b));
  SHOW_ERRNO(sem_close(b));
  sem_t not_open;
  SHOW_ERRNO(sem_close(&not_open));
  SHOW_ERRNO(sem_unlink(other));
}

int main(void) {
  snprintf(name, sizeof name, "/raddle-posix-%d", (int)getpid());
  snprintf(other, sizeof other, "/raddle-posix-other-%d", (int)getpid());
  show_names();
  show_life();
  return 0;
}
