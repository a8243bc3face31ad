/* Semaphores with a name. The names are those of this run alone: at its start there are none.
 *
 * A name's place in ST->sync.name is the place of its semaphore here, in memory that is the
 * program's and is reset with it. A semaphore lasts while it has a name (is_linked) or is open.
 * Opening and unlinking touch the table of names, which counts as one object. */
#include "runtime/sync/object.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

static sem_t semaphore[SYNC_NAMES];
static struct sync_state *const S = &ST->sync;

/* The name without its slashes, as the library keeps it; 0, ENAMETOOLONG, or EINVAL if it is
 * none. */
static int read_name(char *to, const char *name) {
  char c;
  do native_read(&c, name++, 1);
  while (c == '/');
  unsigned length = 0;
  for (; c && c != '/' && length <= NAME_MAX; native_read(&c, name++, 1)) {
    if (length < SYNC_NAME_SIZE) to[length] = c;
    length++;
  }
  if (c || !length) return EINVAL;
  if (length >= SYNC_NAME_SIZE) return ENAMETOOLONG;
  to[length] = 0;
  return 0;
}

static struct sync_name *find(const char *text) {
  for (uint32_t i = 0; i < S->name_count; i++)
    if (S->name[i].is_linked && !strcmp(S->name[i].text, text)) return &S->name[i];
  return NULL;
}

/* A place of its own for each: pointers to closed ones stay recognisable. */
static struct sync_name *new_name(const char *text, unsigned value) {
  if (S->name_count == SYNC_NAMES) run_end(END_FULL, 0, "too many named semaphores");
  struct sync_name *n = &S->name[S->name_count++];
  strcpy(n->text, text);
  n->is_linked = true;
  sem_t fresh = {0};
  sem_init(&fresh, 1, value);
  sync_init(&semaphore[n - S->name], SYNC_SEMAPHORE, &fresh);
  return n;
}

static void point(void) { sched_point(EV_INIT, (uint64_t)semaphore, NULL); }
static void done(enum event_kind kind) { sched_done(kind, (uint64_t)semaphore, 0, 0); }

static int failed(int error) {
  errno = error;
  return -1;
}

static sem_t *open_name(const char *text, int flags, unsigned value) {
  point();
  done(EV_INIT);
  struct sync_name *n = find(text);
  int error = n ? (flags & O_CREAT && flags & O_EXCL ? EEXIST : 0) : flags & O_CREAT ? 0 : ENOENT;
  if (!error && !n && value > SEM_VALUE_MAX) error = EINVAL;
  if (error) return failed(error), SEM_FAILED;
  if (!n) n = new_name(text, value);
  n->open++;
  return &semaphore[n - S->name];
}

sem_t *__raddle_do_sem_open(const char *name, int flags, ...) {
  mode_t mode = 0;
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    value = va_arg(rest, unsigned);
    va_end(rest);
  }
  if (!run_active) return sem_open(name, flags, mode, value);
  NATIVE_TAKE(__raddle_do_sem_open, (uint64_t)name, (uint32_t)flags, mode, value);
  char text[SYNC_NAME_SIZE];
  int error = read_name(text, name);
  if (error) return failed(error), SEM_FAILED;
  return open_name(text, flags, value);
}

/* Nobody can reach it any more. */
static void drop_if_last(const struct sync_name *n) {
  if (n->open || n->is_linked) return;
  struct sync *o = sync_at(&semaphore[n - S->name], SYNC_SEMAPHORE);
  o->is_destroyed = true;
  o->site = HOT->site;
}

int __raddle_do_sem_close(sem_t *s) {
  if (!run_active) return sem_close(s);
  NATIVE_TAKE(__raddle_do_sem_close, (uint64_t)s);
  point();
  done(EV_DESTROY);
  struct sync_name *n = s >= semaphore && s < semaphore + S->name_count ? &S->name[s - semaphore] : NULL;
  if (!n || !n->open) return failed(EINVAL);
  n->open--;
  drop_if_last(n);
  return 0;
}

int __raddle_do_sem_unlink(const char *name) {
  if (!run_active) return sem_unlink(name);
  NATIVE_TAKE(__raddle_do_sem_unlink, (uint64_t)name);
  char text[SYNC_NAME_SIZE];
  int error = read_name(text, name);
  if (error) return failed(error == EINVAL ? ENOENT : error);
  point();
  done(EV_DESTROY);
  struct sync_name *n = find(text);
  if (!n) return failed(ENOENT);
  n->is_linked = false;
  drop_if_last(n);
  return 0;
}
