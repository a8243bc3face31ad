/* What can be asked of a thread and told to it, and changes nothing of how it runs: its
 * attributes, name, priority, processors. pthread_attr_* themselves are the library's: they work
 * on the program's object alone. */
#include "runtime/identity.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* A thread that has not ended; NULL: ESRCH. */
static struct pthread_part *living(pthread_t handle, const char *function) {
  struct thread *t = handle_thread(handle, function);
  return t->state != THREAD_ENDED ? &t->posix : NULL;
}

int __raddle_do_pthread_getattr_np(pthread_t handle, pthread_attr_t *attr) {
  if (!run_active) return pthread_getattr_np(handle, attr);
  NATIVE_TAKE(__raddle_do_pthread_getattr_np, handle, (uint64_t)attr);
  const struct thread *t = handle_thread(handle, "pthread_getattr_np");
  pthread_attr_t a;
  struct sched_param param = {.sched_priority = t->posix.priority};
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, t->posix.is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  pthread_attr_setstack(&a, (void *)(t->stack_top - LAYOUT_STACK_SIZE), LAYOUT_STACK_SIZE);
  pthread_attr_setschedpolicy(&a, t->posix.policy);
  pthread_attr_setschedparam(&a, &param);
  if (t->posix.has_cpus)
    pthread_attr_setaffinity_np(&a, sizeof t->posix.cpus, (const cpu_set_t *)t->posix.cpus);
  native_write(attr, &a, sizeof a);
  return 0;
}

/* Names. */

int __raddle_do_pthread_setname_np(pthread_t handle, const char *name) {
  if (!run_active) return pthread_setname_np(handle, name);
  NATIVE_TAKE(__raddle_do_pthread_setname_np, handle, (uint64_t)name);
  char text[PTHREAD_NAME];
  unsigned n = 0;
  do {
    if (n == sizeof text) return ERANGE;
    native_read(&text[n], &name[n], 1);
  } while (text[n++]);
  struct pthread_part *p = living(handle, "pthread_setname_np");
  if (!p) return ENOENT;
  memcpy(p->name, text, n);
  p->has_name = true;
  return 0;
}

int __raddle_do_pthread_getname_np(pthread_t handle, char *buffer, size_t size) {
  if (!run_active) return pthread_getname_np(handle, buffer, size);
  NATIVE_TAKE(__raddle_do_pthread_getname_np, handle, (uint64_t)buffer, size);
  const struct pthread_part *p = living(handle, "pthread_getname_np");
  if (size < PTHREAD_NAME) return ERANGE;
  if (!p) return ENOENT;
  char text[PTHREAD_NAME];
  if (p->has_name)
    memcpy(text, p->name, sizeof text);
  else
    prctl(PR_GET_NAME, text);
  native_write(buffer, text, strlen(text) + 1);
  return 0;
}

/* The same in the kernel's words, of the calling thread: what is too long is cut off. The rest
 * of prctl is about the process. */

static void set_own_name(const char *name) {
  struct pthread_part *p = &thread_self()->posix;
  char text[PTHREAD_NAME] = "";
  for (unsigned n = 0; n + 1 < sizeof text; n++) {
    native_read(&text[n], &name[n], 1);
    if (!text[n]) break;
  }
  memcpy(p->name, text, sizeof text);
  p->has_name = true;
}

static void get_own_name(char *buffer) {
  const struct pthread_part *p = &thread_self()->posix;
  char text[PTHREAD_NAME] = "";
  if (p->has_name)
    memcpy(text, p->name, sizeof text);
  else
    prctl(PR_GET_NAME, text);
  native_write(buffer, text, sizeof text);
}

int __raddle_do_prctl(int option, ...) {
  unsigned long a[4];
  va_list list;
  va_start(list, option);
  for (unsigned i = 0; i < 4; i++) a[i] = va_arg(list, unsigned long);
  va_end(list);
  if (!run_active) return prctl(option, a[0], a[1], a[2], a[3]);
  if (option == PR_SET_NAME || option == PR_GET_NAME)
    NATIVE_TAKE(__raddle_do_prctl, (uint32_t)option, a[0]);
  else
    NATIVE_TAKE(__raddle_do_prctl, (uint32_t)option); /* there may be no more */
  if (option == PR_SET_NAME) return set_own_name((const char *)a[0]), 0;
  if (option == PR_GET_NAME) return get_own_name((char *)a[0]), 0;
  outside_fork("prctl");
  io_other("prctl");
  if (HOT->has_inputs) record_external("prctl", HOT->site);
  return prctl(option, a[0], a[1], a[2], a[3]);
}

/* Scheduling. An ordinary user may have the ordinary policies. */

static int set_policy(struct pthread_part *p, int policy, int priority) {
  int low = sched_get_priority_min(policy), high = sched_get_priority_max(policy);
  if (low < 0 || priority < low || priority > high) return EINVAL;
  if (high) return EPERM;
  p->policy = policy;
  p->priority = priority;
  return 0;
}

int __raddle_do_pthread_setschedparam(pthread_t handle, int policy, const struct sched_param *given) {
  if (!run_active) return pthread_setschedparam(handle, policy, given);
  NATIVE_TAKE(__raddle_do_pthread_setschedparam, handle, (uint32_t)policy, (uint64_t)given);
  struct pthread_part *p = living(handle, "pthread_setschedparam");
  if (!p) return ESRCH;
  struct sched_param param;
  native_read(&param, given, sizeof param);
  return set_policy(p, policy, param.sched_priority);
}

int __raddle_do_pthread_setschedprio(pthread_t handle, int priority) {
  if (!run_active) return pthread_setschedprio(handle, priority);
  NATIVE_TAKE(__raddle_do_pthread_setschedprio, handle, (uint32_t)priority);
  struct pthread_part *p = living(handle, "pthread_setschedprio");
  return p ? set_policy(p, p->policy, priority) : ESRCH;
}

int __raddle_do_pthread_getschedparam(pthread_t handle, int *policy, struct sched_param *param) {
  if (!run_active) return pthread_getschedparam(handle, policy, param);
  NATIVE_TAKE(__raddle_do_pthread_getschedparam, handle, (uint64_t)policy, (uint64_t)param);
  const struct pthread_part *p = living(handle, "pthread_getschedparam");
  if (!p) return ESRCH;
  struct sched_param now = {.sched_priority = p->priority};
  native_tell(policy, p->policy);
  native_write(param, &now, sizeof now);
  return 0;
}

/* Processors. */

int __raddle_do_pthread_setaffinity_np(pthread_t handle, size_t size, const cpu_set_t *set) {
  if (!run_active) return pthread_setaffinity_np(handle, size, set);
  NATIVE_TAKE(__raddle_do_pthread_setaffinity_np, handle, size, (uint64_t)set);
  struct pthread_part *p = living(handle, "pthread_setaffinity_np");
  if (!p) return ESRCH;
  cpu_set_t there, wanted = {0};
  native_read(&wanted, set, size < sizeof wanted ? size : sizeof wanted);
  if (sched_getaffinity(0, sizeof there, &there)) return errno;
  CPU_AND(&wanted, &wanted, &there);
  if (!CPU_COUNT(&wanted)) return EINVAL;
  p->has_cpus = true;
  memcpy(p->cpus, &wanted, sizeof p->cpus);
  return 0;
}

int __raddle_do_pthread_getaffinity_np(pthread_t handle, size_t size, cpu_set_t *set) {
  if (!run_active) return pthread_getaffinity_np(handle, size, set);
  NATIVE_TAKE(__raddle_do_pthread_getaffinity_np, handle, size, (uint64_t)set);
  const struct pthread_part *p = living(handle, "pthread_getaffinity_np");
  if (!p) return ESRCH;
  memory_check(set, size, true, HOT->site);
  if (sched_getaffinity(0, size, set)) return errno;
  shadow_clear(set, size);
  if (p->has_cpus) native_write(set, p->cpus, size < sizeof p->cpus ? size : sizeof p->cpus);
  return 0;
}

/* Numbers. */

static pid_t kernel_id(const struct thread *t) {
  pid_t process = ST->server.role == ROLE_DETACHED ? getpid() : IDENTITY_PID;
  return process + (pid_t)t->id;
}

pid_t __raddle_do_gettid(void) { return run_active ? kernel_id(thread_self()) : gettid(); }

/* The clock of a thread's processor time, named as the kernel names it. */
int __raddle_do_pthread_getcpuclockid(pthread_t handle, clockid_t *clock) {
  enum { PER_THREAD = 4, SCHEDULED = 2 };
  if (!run_active) return pthread_getcpuclockid(handle, clock);
  NATIVE_TAKE(__raddle_do_pthread_getcpuclockid, handle, (uint64_t)clock);
  if (!living(handle, "pthread_getcpuclockid")) return ESRCH;
  const struct thread *t = handle_thread(handle, "pthread_getcpuclockid");
  native_tell(clock, (int)(~(unsigned)kernel_id(t) << 3 | PER_THREAD | SCHEDULED));
  return 0;
}

int __raddle_do_sched_getcpu(void) { return run_active ? 0 : sched_getcpu(); }
