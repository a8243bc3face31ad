/* Calls that wait in the kernel: for locks of files, for child processes, for messages and
 * semaphores of System V. The kernel would keep all threads waiting, since they are one to it. So
 * each call is tried without waiting, and again when another thread has done something outside.
 * Only when no other thread can go on, the kernel may wait (io_try, io_try_again). Whether a
 * process has ended can be asked without taking note of it. Other processes may take part in what
 * the call waits for, so the verdict names the call and the thread (`outside-order`). */
#include "runtime/threads/native.h"
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

/* One such call. `make` returns what the call does, or -1 and LATER if it does not wait and
 * would have had to. */
enum { LATER = EAGAIN };
struct call {
  const char *name;
  long (*make)(const struct call *, bool waits);
  int a, b;
  uint64_t c, d, e;
};

static long carry_out(const struct call *c) {
  long result;
  outside_fork(c->name);
  io_try(c->name);
  do result = c->make(c, false);
  while (result < 0 && errno == LATER && io_try_again(c->name));
  if (result < 0 && errno == LATER) result = c->make(c, true);
  if (result >= 0) ST->outside.uses++; /* whoever waits may look again */
  return result;
}

/* The kernel reads and writes these bytes. */
static void lend(const void *p, size_t size) {
  if (!p) return;
  __raddle_load_opaque_slow((void *)(uintptr_t)p, 0, size, HOT->site);
  shadow_clear(p, size);
}

/* Locks of files. */

static long make_flock(const struct call *c, bool waits) {
  return flock(c->a, waits ? c->b : c->b | LOCK_NB);
}

int __raddle_do_flock(int fd, int operation) {
  if (!run_active) return flock(fd, operation);
  NATIVE_TAKE(__raddle_do_flock, (uint32_t)fd, (uint32_t)operation);
  struct call c = {.name = "flock", .make = make_flock, .a = fd, .b = operation};
  if (!(operation & LOCK_NB)) return (int)carry_out(&c);
  outside_fork("flock");
  io_try("flock");
  return flock(fd, operation);
}

static long make_setlk(const struct call *c, bool waits) {
  int now = c->b == F_SETLKW ? F_SETLK : F_OFD_SETLK;
  int result = fcntl(c->a, waits ? c->b : now, (void *)c->c);
  if (result < 0 && errno == EACCES) errno = LATER;
  return result;
}

static bool is_about_locks(int command) {
  switch (command) {
  case F_SETLK:
  case F_SETLKW:
  case F_GETLK:
  case F_OFD_SETLK:
  case F_OFD_SETLKW:
  case F_OFD_GETLK: return true;
  default: return false;
  }
}

static int control(int fd, int command, uint64_t argument) {
  struct call c = {.name = "fcntl", .make = make_setlk, .a = fd, .b = command, .c = argument};
  outside_fork("fcntl");
  if (is_about_locks(command)) lend((void *)argument, sizeof(struct flock));
  if (command == F_SETLKW || command == F_OFD_SETLKW) return (int)carry_out(&c);
  if (is_about_locks(command))
    io_try("fcntl");
  else
    io_other("fcntl");
  return fcntl(fd, command, argument);
}

#define ARGUMENT_BEHIND(last)                                                                                \
  va_list list;                                                                                              \
  va_start(list, last);                                                                                      \
  uint64_t argument = va_arg(list, uint64_t);                                                                \
  va_end(list)

int __raddle_do_fcntl(int fd, int command, ...) {
  ARGUMENT_BEHIND(command);
  if (!run_active) return fcntl(fd, command, argument);
  NATIVE_TAKE(__raddle_do_fcntl, (uint32_t)fd, (uint32_t)command, argument);
  return control(fd, command, argument);
}

int __raddle_do_fcntl64(int fd, int command, ...) {
  ARGUMENT_BEHIND(command);
  if (!run_active) return fcntl(fd, command, argument);
  NATIVE_TAKE(__raddle_do_fcntl64, (uint32_t)fd, (uint32_t)command, argument);
  return control(fd, command, argument);
}

static long make_lockf(const struct call *c, bool waits) {
  int result = lockf(c->a, waits ? F_LOCK : F_TLOCK, (off_t)c->c);
  if (result < 0 && errno == EACCES) errno = LATER;
  return result;
}

static int lock_part(int fd, int command, off_t size) {
  struct call c = {.name = "lockf", .make = make_lockf, .a = fd, .c = (uint64_t)size};
  if (command == F_LOCK) return (int)carry_out(&c);
  outside_fork("lockf");
  io_try("lockf");
  return lockf(fd, command, size);
}

int __raddle_do_lockf(int fd, int command, off_t size) {
  if (!run_active) return lockf(fd, command, size);
  NATIVE_TAKE(__raddle_do_lockf, (uint32_t)fd, (uint32_t)command, (uint64_t)size);
  return lock_part(fd, command, size);
}

int __raddle_do_lockf64(int fd, int command, off64_t size) {
  if (!run_active) return lockf64(fd, command, size);
  NATIVE_TAKE(__raddle_do_lockf64, (uint32_t)fd, (uint32_t)command, (uint64_t)size);
  return lock_part(fd, command, size);
}

/* Child processes. */

/* The schedule does not decide when a process ends, so the number of steps must not depend on that
 * time: one step, whenever the process ends. */
struct child {
  idtype_t type;
  id_t id;
  int options;
};

static bool has_changed(const void *context) {
  const struct child *c = context;
  siginfo_t info = {0};
  return waitid(c->type, c->id, &info, c->options | WNOHANG | WNOWAIT) < 0 || info.si_pid;
}

static void await(struct child c, bool waits, const char *name) {
  outside_fork(name);
  if (!waits) return io_try(name);
  io_look(&(struct io_look){has_changed, &c, false, true}, name);
}

static struct child child_of(pid_t pid, int options) {
  struct child c = {.options = WEXITED | (options & (WUNTRACED | WCONTINUED))};
  c.type = pid == -1 ? P_ALL : pid > 0 ? P_PID : P_PGID;
  c.id = c.type == P_ALL ? 0 : (id_t)(pid > 0 ? pid : -pid);
  return c;
}

static pid_t wait_for(pid_t pid, int *status, int options, struct rusage *usage, const char *name) {
  lend(status, sizeof *status);
  lend(usage, sizeof *usage);
  await(child_of(pid, options), !(options & WNOHANG), name);
  return wait4(pid, status, options, usage);
}

pid_t __raddle_do_wait(int *status) {
  if (!run_active) return wait(status);
  NATIVE_TAKE(__raddle_do_wait, (uint64_t)status);
  return wait_for(-1, status, 0, NULL, "wait");
}

pid_t __raddle_do_waitpid(pid_t pid, int *status, int options) {
  if (!run_active) return waitpid(pid, status, options);
  NATIVE_TAKE(__raddle_do_waitpid, (uint32_t)pid, (uint64_t)status, (uint32_t)options);
  return wait_for(pid, status, options, NULL, "waitpid");
}

pid_t __raddle_do_wait3(int *status, int options, struct rusage *usage) {
  if (!run_active) return wait3(status, options, usage);
  NATIVE_TAKE(__raddle_do_wait3, (uint64_t)status, (uint32_t)options, (uint64_t)usage);
  return wait_for(-1, status, options, usage, "wait3");
}

pid_t __raddle_do_wait4(pid_t pid, int *status, int options, struct rusage *usage) {
  if (!run_active) return wait4(pid, status, options, usage);
  NATIVE_TAKE(__raddle_do_wait4, (uint32_t)pid, (uint64_t)status, (uint32_t)options, (uint64_t)usage);
  return wait_for(pid, status, options, usage, "wait4");
}

int __raddle_do_waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
  if (!run_active) return waitid(type, id, info, options);
  NATIVE_TAKE(__raddle_do_waitid, (uint32_t)type, id, (uint64_t)info, (uint32_t)options);
  lend(info, sizeof *info);
  await((struct child){type, id, options & ~WNOHANG}, !(options & WNOHANG), "waitid");
  return waitid(type, id, info, options);
}

/* System V. a: which; b: flags. */

static int flags_of(const struct call *c, bool waits) { return waits ? c->b : c->b | IPC_NOWAIT; }

static bool is_asked_not_to_wait(const struct call *c) { return c->b & IPC_NOWAIT; }

/* c, d: message and its size; e: type. */
static long make_msgrcv(const struct call *c, bool waits) {
  ssize_t n = msgrcv(c->a, (void *)c->c, c->d, (long)c->e, flags_of(c, waits));
  if (n < 0 && errno == ENOMSG && !is_asked_not_to_wait(c)) errno = LATER;
  return n;
}

ssize_t __raddle_do_msgrcv(int queue, void *message, size_t size, long type, int flags) {
  if (!run_active) return msgrcv(queue, message, size, type, flags);
  NATIVE_TAKE(__raddle_do_msgrcv, (uint32_t)queue, (uint64_t)message, size, (uint64_t)type, (uint32_t)flags);
  outside_read("msgrcv", HOT->site);
  lend(message, size + sizeof(long));
  struct call c = {.name = "msgrcv",
                   .make = make_msgrcv,
                   .a = queue,
                   .b = flags,
                   .c = (uint64_t)message,
                   .d = size,
                   .e = (uint64_t)type};
  return carry_out(&c);
}

/* A full queue: EAGAIN is the answer of who would not wait, too. */
static long make_msgsnd(const struct call *c, bool waits) {
  return msgsnd(c->a, (const void *)c->c, c->d, flags_of(c, waits));
}

int __raddle_do_msgsnd(int queue, const void *message, size_t size, int flags) {
  if (!run_active) return msgsnd(queue, message, size, flags);
  NATIVE_TAKE(__raddle_do_msgsnd, (uint32_t)queue, (uint64_t)message, size, (uint32_t)flags);
  lend(message, size + sizeof(long));
  struct call c = {
      .name = "msgsnd", .make = make_msgsnd, .a = queue, .b = flags, .c = (uint64_t)message, .d = size};
  if (!is_asked_not_to_wait(&c)) return (int)carry_out(&c);
  outside_fork("msgsnd");
  io_try("msgsnd");
  return msgsnd(queue, message, size, flags);
}

/* c, d: operations and how many. */
enum { OPERATIONS_MAX = 64 };
static long make_semop(const struct call *c, bool waits) {
  struct sembuf now[OPERATIONS_MAX];
  if (waits) return semop(c->a, (struct sembuf *)c->c, c->d);
  memcpy(now, (const void *)c->c, c->d * sizeof *now);
  for (uint64_t i = 0; i < c->d; i++) now[i].sem_flg |= IPC_NOWAIT;
  return semop(c->a, now, c->d);
}

static bool may_wait(const struct sembuf *operation, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!(operation[i].sem_flg & IPC_NOWAIT)) return count <= OPERATIONS_MAX;
  return false;
}

int __raddle_do_semop(int set, struct sembuf *operation, size_t count) {
  if (!run_active) return semop(set, operation, count);
  NATIVE_TAKE(__raddle_do_semop, (uint32_t)set, (uint64_t)operation, count);
  lend(operation, count * sizeof *operation);
  struct call c = {.name = "semop", .make = make_semop, .a = set, .c = (uint64_t)operation, .d = count};
  if (may_wait(operation, count)) return (int)carry_out(&c);
  outside_fork("semop");
  io_try("semop");
  return semop(set, operation, count);
}

/* Queues of POSIX are descriptors, which can be polled. */

static bool is_open(const void *context) {
  struct pollfd p = *(const struct pollfd *)context;
  return poll(&p, 1, 0) != 0;
}

static void wait_for_queue(mqd_t queue, short events, const char *name) {
  struct pollfd p = {.fd = queue, .events = events};
  struct mq_attr attributes;
  outside_fork(name);
  if (mq_getattr(queue, &attributes) || attributes.mq_flags & O_NONBLOCK) return io_try(name);
  io_look(&(struct io_look){is_open, &p, false, false}, name);
}

ssize_t __raddle_do_mq_receive(mqd_t queue, char *to, size_t size, unsigned *priority) {
  if (!run_active) return mq_receive(queue, to, size, priority);
  NATIVE_TAKE(__raddle_do_mq_receive, (uint32_t)queue, (uint64_t)to, size, (uint64_t)priority);
  outside_read("mq_receive", HOT->site);
  lend(to, size);
  lend(priority, sizeof *priority);
  wait_for_queue(queue, POLLIN, "mq_receive");
  return mq_receive(queue, to, size, priority);
}

int __raddle_do_mq_send(mqd_t queue, const char *from, size_t size, unsigned priority) {
  if (!run_active) return mq_send(queue, from, size, priority);
  NATIVE_TAKE(__raddle_do_mq_send, (uint32_t)queue, (uint64_t)from, size, priority);
  lend(from, size);
  wait_for_queue(queue, POLLOUT, "mq_send");
  return mq_send(queue, from, size, priority);
}
