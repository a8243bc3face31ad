/* Input and output as steps: in which order threads use what lies outside the program is part of
 * the schedule, and a thread that would block in the kernel is left waiting while others go on.
 *
 * A pipe that the program made is an object, named by the thread that made the pipe and by how many
 * pipes that thread had made before. GIVE and TAKE tell how many bytes go in and out, so it can be
 * told from a trace when somebody could have read. A regular file is one too, by the descriptor
 * that was used first. All else (sockets, named pipes, terminals) is TRACE_WORLD. Standard streams
 * are none, as long as they are not redirected: nothing the program does brings back what it
 * printed.
 *
 * Whether a thread would block the kernel is asked (poll). If somebody outside may let it go on, a
 * child process or whoever holds the other end, and no thread can, it waits in the kernel. Where
 * the order is not the schedule's alone, or not followed (calls about names of files and the like
 * by two threads that nothing orders), the verdict names `outside-order`.
 * Invariant: with one thread, and natively, nothing of this happens. */
#include "runtime/state.h"
#include "runtime/threads/cancel.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define IO_PIPE(thread, index) (TRACE_WORLD + 8 + 8 * ((uint64_t)(thread) << 16 | (index)))
#define IO_FILE(fd) (TRACE_WORLD + (UINT64_C(1) << 40) + 8 * (uint64_t)(uint32_t)(fd))

static struct io_state *const S = &ST->io;

/* Once for each run: what lies behind `count` stays as it is. */
void io_begin(void) { memset(S, 0, offsetof(struct io_state, at)); }
void io_forked(void) { S->has_children = true; }

static bool is_off(void) {
  return !run_active || !HOT->tag || ST->server.role == ROLE_DETACHED || sharing_is_free();
}

/* ---- which object ---- */

/* What a descriptor stands for. `known` is NULL for TRACE_WORLD. */
struct end {
  struct io_object *known;
  uint64_t object;
  bool may_block;
};

static struct io_object *find(const struct stat *s) {
  for (uint32_t i = 0; i < S->count; i++)
    if (S->at[i].inode == s->st_ino && S->at[i].device == s->st_dev) return &S->at[i];
  return NULL;
}

static struct io_object *add(const struct stat *s, uint64_t object) {
  if (S->count == IO_OBJECTS) return NULL;
  S->at[S->count] = (struct io_object){s->st_dev, s->st_ino, object, 0};
  return &S->at[S->count++];
}

static struct end end_of(int fd) {
  struct stat s;
  struct end e = {.object = TRACE_WORLD};
  if (fstat(fd, &s)) return e;
  e.may_block = S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode) || S_ISCHR(s.st_mode);
  if (S_ISFIFO(s.st_mode) || S_ISREG(s.st_mode)) e.known = find(&s);
  if (!e.known && S_ISREG(s.st_mode)) e.known = add(&s, IO_FILE(fd));
  if (e.known) e.object = e.known->object;
  return e;
}

static void add_pipe(int fd) {
  struct stat s;
  struct thread *t = thread_self();
  if (!fstat(fd, &s)) add(&s, IO_PIPE(t->id, t->posix.pipe_count++));
}

static int make_pipe(int *fd, int flags, const char *name) {
  int made[2];
  outside_fork(name);
  int failed = pipe2(made, flags);
  if (failed) return failed;
  add_pipe(made[0]);
  native_write(fd, made, sizeof made);
  return 0;
}

int __raddle_do_pipe(int *fd) {
  if (!run_active) return pipe(fd);
  NATIVE_TAKE(__raddle_do_pipe, (uint64_t)fd);
  return make_pipe(fd, 0, "pipe");
}

int __raddle_do_pipe2(int *fd, int flags) {
  if (!run_active) return pipe2(fd, flags);
  NATIVE_TAKE(__raddle_do_pipe2, (uint64_t)fd, (uint32_t)flags);
  return make_pipe(fd, flags, "pipe2");
}

/* ---- waiting ---- */

static bool is_ready(int fd, short events) {
  struct pollfd p = {.fd = fd, .events = events};
  int n = poll(&p, 1, 0);
  return n != 0; /* an error is for the call to tell */
}

static enum readiness may_go(const struct thread *t) {
  if (cancel_is_due(t)) return READY;
  return is_ready((int)(t->next.extra >> 16), (short)(t->next.extra & 0xffff)) ? READY : BLOCKED;
}

bool io_may_be_forced(const struct thread *t) {
  bool is_io = t->next.kind == EV_TAKE || t->next.kind == EV_GIVE;
  return is_io && t->next.may_go && (t->next.object == TRACE_WORLD || S->has_children);
}

static bool is_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 || flags & O_NONBLOCK;
}

static uint64_t bytes_waiting(int fd) {
  int n = 0;
  return ioctl(fd, FIONREAD, &n) || n < 0 ? 0 : (uint64_t)n;
}

static bool is_followed(const struct end *e, enum event_kind kind, uint64_t size) {
  if (fresh_is_on()) return false;
  if (!e->may_block) return true;
  return e->known && !S->has_children && (kind == EV_TAKE || size <= PIPE_BUF);
}

/* Bytes come and go; some may have come by a way that was not seen. */
static uint64_t count_bytes(struct end *e, enum event_kind kind, int fd, uint64_t size, const char *name) {
  if (!e->known || !e->may_block) return 0;
  uint64_t now = kind == EV_TAKE || e->known->bytes ? bytes_waiting(fd) : 0;
  if (kind == EV_TAKE && now != e->known->bytes) record_outside_order(name, HOT->site);
  if (kind == EV_TAKE && now < size) size = now;
  e->known->bytes = kind == EV_TAKE ? now - size : e->known->bytes + size;
  return size;
}

/* An operation on a descriptor: waits until it will not block, then is recorded; the caller does
 * it. */
static void step(enum event_kind kind, int fd, uint64_t size, const char *name) {
  struct end e = end_of(fd);
  bool waits = e.may_block && size && !is_nonblocking(fd);
  if (kind == EV_GIVE) waits = waits && !is_ready(fd, POLLOUT); /* there is room, as a rule */
  if (!is_followed(&e, kind, size) || (kind == EV_GIVE && waits)) record_outside_order(name, HOT->site);
  uint64_t extra = (uint64_t)(uint32_t)fd << 16 | (kind == EV_TAKE ? POLLIN : POLLOUT);
  outside_call(name);
  sched_point_until(kind, e.object, waits ? may_go : NULL, extra, 0, 0);
  if (size && cancel_is_due(thread_self())) cancel_now();
  thread_self()->spin.is_dirty = true;
  sched_done(kind, e.object, 0, count_bytes(&e, kind, fd, size, name));
  if (size) cancel_passed();
}

/* Waiting for several descriptors. */

static enum readiness may_look(const struct thread *t) {
  const struct io_look *l = (const struct io_look *)t->next.extra;
  if (cancel_is_due(t) || l->is_ready(l->context)) return READY;
  return l->may_time_out ? LATE : BLOCKED;
}

enum { SOON_LOOKS = 400, SOON_NS = 5000000 };
bool io_comes_soon(const struct thread *t) {
  const struct io_look *l = (const struct io_look *)t->next.extra;
  if (t->next.may_go != may_look || !l->is_for_child) return false;
  for (int i = 0; i < SOON_LOOKS; i++) {
    if (l->is_ready(l->context)) return true;
    nanosleep(&(struct timespec){0, SOON_NS}, NULL);
  }
  return false;
}

void io_look(const struct io_look *l, const char *name) {
  ST->outside.uses++;
  if (is_off()) return;
  outside_call(name);
  record_outside_order(name, HOT->site);
  uint64_t deadline = l->may_time_out ? 1 : 0; /* whose time-out comes first is not looked at */
  sched_point_until(EV_TAKE, TRACE_WORLD, may_look, (uint64_t)l, deadline, 0);
  if (cancel_is_due(thread_self())) cancel_now();
  thread_self()->spin.is_dirty = true;
  sched_done(EV_TAKE, TRACE_WORLD, 0, 0);
  cancel_passed();
}

/* Calls that have a way to say that they would wait. */

static enum readiness may_try(const struct thread *t) {
  return cancel_is_due(t) || ST->outside.uses != t->next.extra ? READY : BLOCKED;
}

static void try_step(readiness_test *test) {
  sched_point_until(EV_TAKE, TRACE_WORLD, test, ST->outside.uses, 0, 0);
  if (cancel_is_due(thread_self())) cancel_now();
  thread_self()->spin.is_dirty = true;
  sched_done(EV_TAKE, TRACE_WORLD, 0, 0);
  cancel_passed();
}

void io_try(const char *name) {
  outside_call(name);
  ST->outside.uses++;
  if (is_off()) return;
  record_outside_order(name, HOT->site);
  try_step(NULL);
}

/* Trying in vain changes nothing for others who do. */
bool io_try_again(const char *name) {
  uint64_t before = ST->outside.uses;
  if (is_off()) return false;
  try_step(may_try);
  outside_call(name);
  return ST->outside.uses != before;
}

static bool is_standard(int fd) { return (unsigned)fd <= STDERR_FILENO && !ST->outside.is_redirected; }

void io_take(int fd, uint64_t size, const char *name) {
  ST->outside.uses++;
  if (!is_off() && !is_standard(fd)) step(EV_TAKE, fd, size, name);
}

void io_give(int fd, uint64_t size, const char *name) {
  ST->outside.uses++;
  if (!is_off() && !is_standard(fd)) step(EV_GIVE, fd, size, name);
}

/* Uses of the world that are not followed: of two threads, the schedule alone may order them. */
void io_other(const char *name) {
  ST->outside.uses++;
  if (is_off()) return;
  uint16_t before = S->tag;
  S->tag = HOT->tag;
  if (before && S->user != thread_self()->id && !segment_is_before(before, HOT->tag))
    record_outside_order(name, HOT->site);
  S->user = thread_self()->id;
}

/* ---- for the models of runtime/libc ---- */

/* What is announced up to io_taken belongs to the step: the bytes are read before anybody else
 * can. */
void __raddle_io_take(int fd, size_t size, const char *name) {
  if (!run_active) return;
  io_take(fd, size, name);
  thread_self()->fused++;
}

void __raddle_io_taken(void) {
  if (run_active) thread_self()->fused--;
}

/* A stream may have bytes in its buffer; then the thread does not wait. */
void __raddle_io_take_stream(FILE *f, const char *name) {
  if (is_off() || f == stdin) return;
  io_take(fileno(f), f->_IO_read_ptr < f->_IO_read_end ? 0 : 1, name);
}

/* A named pipe is opened when somebody has opened its other end. A reader is let in at once, so
 * that writers can come, and waits when it reads. -2: this is not one, or need not wait. */
static int open_to_read(const char *path, int flags) {
  int fd = open(path, flags | O_NONBLOCK);
  if (fd >= 0) fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
  return fd;
}

int __raddle_io_open(const char *path, int flags) {
  struct stat s;
  int mode = flags & O_ACCMODE;
  if (is_off() || flags & O_NONBLOCK || mode == O_RDWR || stat(path, &s) || !S_ISFIFO(s.st_mode)) return -2;
  io_try("open");
  if (mode == O_RDONLY) return open_to_read(path, flags);
  int fd;
  do fd = open(path, flags | O_NONBLOCK);
  while (fd < 0 && errno == ENXIO && io_try_again("open"));
  if (fd < 0 && errno == ENXIO) return open(path, flags);
  if (fd >= 0) fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
  ST->outside.uses++;
  return fd;
}

/* Written bytes come before the end of the pipe, and a thread that waits for that end can go on. */
void __raddle_io_close(int fd) { io_give(fd, 0, "close"); }
