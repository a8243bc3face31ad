/* Handing plans over, and noticing when the program dies or hangs under one.
 *
 * The program's server (runtime/server.c) does the running; this side owns the memfd, the server
 * process and the clock. Invariant: between calls no plan is outstanding (wanted == finished),
 * unless the server is dead, and then the next target_run starts a new one on the same memfd:
 * expressions and coverage survive; or unless there is a batch of the queue, which target_settle
 * waits for. */
#include "base/clock.h"
#include "base/die.h"
#include "base/rlimit.h"
#include "explore/target_state.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void futex_wake(_Atomic uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void futex_wait(_Atomic uint32_t *word, uint32_t while_equal, double seconds) {
  struct timespec t = {.tv_sec = (time_t)seconds,
                       .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
  syscall(SYS_futex, word, FUTEX_WAIT, while_equal, &t, NULL, 0);
}

/* ---- life ---- */

char **target_argv(const char *program, char *const *arguments) {
  size_t n = 0;
  while (arguments[n]) n++;
  char **argv = xcalloc(n + 2, sizeof *argv);
  argv[0] = (char *)(uintptr_t)program;
  memcpy(argv + 1, arguments, n * sizeof *argv);
  return argv;
}

/* Tables and coverage are those of another target. */
static void map_common(struct target *t, const struct target *with) {
  int fd = with->common_fd >= 0 ? with->common_fd : with->memfd;
  void *at = (char *)t->shm + SHM_COMMON;
  t->common_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (t->common_fd < 0 || mmap(at, SHM_COMMON_SIZE, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_NORESERVE | MAP_FIXED, t->common_fd, (off_t)SHM_COMMON) != at)
    die("cannot share tables between processes: %s", strerror(errno));
}

struct target *target_open(const struct target_options *options, char **why) {
  struct target *t = xcalloc(1, sizeof *t);
  t->options = *options;
  pthread_mutex_init(&t->reaped, NULL);
  t->memfd = memfd_create("raddle", MFD_CLOEXEC);
  if (t->memfd < 0 || ftruncate(t->memfd, (off_t)SHM_SIZE))
    die("cannot make the shared mapping (%s)%s", strerror(errno), rlimit_blame(errno));
  t->shm = mmap(NULL, SHM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, t->memfd, 0);
  if (t->shm == MAP_FAILED)
    die("cannot map %lu MB of address space (%s)%s", SHM_SIZE >> 20, strerror(errno), rlimit_blame(errno));
  t->common_fd = -1;
  if (options->common) map_common(t, options->common);
  if (!target_start(t, why)) {
    target_close(t);
    return NULL;
  }
  t->always_fork = options->always_fork || !t->shm->can_reset;
  return t;
}

void target_close(struct target *t) {
  target_stop(t);
  target_free_queue(t);
  munmap(t->shm, SHM_SIZE);
  close(t->memfd);
  if (t->common_fd >= 0) close(t->common_fd);
  free(t);
}

void target_heed_crowd(struct target *t, const atomic_bool *is_crowded) { t->is_crowded = is_crowded; }

/* ---- running a plan ---- */

static bool is_crowded(const struct target *t) {
  return t->is_crowded && atomic_load_explicit(t->is_crowded, memory_order_relaxed);
}

void target_publish(struct target *t) {
  t->shm->never_spins = is_crowded(t);
  atomic_fetch_add(&t->shm->wanted, 1);
  if (atomic_load(&t->shm->target_sleeps)) futex_wake(&t->shm->wanted);
}

bool target_is_done(struct target *t) {
  return atomic_load(&t->shm->finished) == atomic_load(&t->shm->wanted);
}

/* Nothing more to wait for: all is done, or `results` of the batch are. */
#define STUCK 0.4 /* seconds in one call in the kernel, until that is worth a word */

static bool is_there(struct target *t, uint32_t results) {
  return atomic_load_explicit(&t->shm->batch.done, memory_order_acquire) >= results || target_is_done(t);
}

static void sleep_on(struct target *t) {
  struct shm *s = t->shm;
  uint32_t seen = atomic_load(&s->finished);
  atomic_store(&s->explorer_sleeps, 1);
  if (!target_is_done(t)) futex_wait(&s->finished, seen, 0.05); /* nobody wakes us for the stop token */
  atomic_store(&s->explorer_sleeps, 0);
}

/* The state of a process, as /proc tells it behind the name in brackets: 'S' and 'D' if it
 * sleeps in the kernel. */
static bool sleeps(pid_t pid) {
  char path[64], text[512] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *f = fopen(path, "re");
  if (!f) return false;
  size_t n = fread(text, 1, sizeof text - 1, f);
  fclose(f);
  text[n] = 0;
  const char *end = strrchr(text, ')');
  return end && (end[2] == 'S' || end[2] == 'D');
}

/* Asked again and again while a run is waited for: is it in the kernel, by which call, since
 * when? */
static void note_call(struct target *t) {
  const struct shm *s = t->shm;
  struct stuck *k = &t->stuck;
  bool is_in_call = s->running_pid > 0 && s->call.name && sleeps(s->running_pid);
  bool is_same = is_in_call && k->call.name && k->step == s->trace.step_count && k->call.site == s->call.site;
  if (is_same) return;
  *k = (struct stuck){.since = clock_now(), .step = s->trace.step_count};
  if (is_in_call)
    k->call = (struct target_call){target_string(t, s->call.name), s->call.thread, s->call.site};
}

bool target_is_stuck(const struct target *t, struct target_call *out) {
  *out = t->stuck.call;
  return out->name && clock_now() - t->stuck.since > STUCK;
}

/* The run is over, by our doing: nobody else can say so. */
static void note_killed(struct target *t) {
  struct shm *s = t->shm;
  struct target_call c;
  s->trace.end = END_LIMIT;
  s->trace.value = 0;
  s->trace.was_killed = 1;
  int n = snprintf(s->trace.message, sizeof s->trace.message,
                   "the run did not end within %g seconds (--run-timeout) and was killed",
                   t->options.run_timeout);
  if (!target_is_stuck(t, &c)) return;
  s->trace.site = c.site;
  s->trace.thread = c.thread;
  snprintf(s->trace.message + n, sizeof s->trace.message - (size_t)n,
           ": thread %u waits in the kernel, in %s()", c.thread, c.name);
}

static bool is_batch_over(const struct batch *b) {
  return b->count && (b->in_place || atomic_load(&b->done) == b->count);
}

/* The time limit is that of each run of a batch. */
static void wait_slowly(struct target *t, uint32_t results) {
  struct shm *s = t->shm;
  double deadline = clock_now() + t->options.run_timeout;
  uint32_t done = atomic_load(&s->batch.done);
  bool was_killed = false;
  while (!is_there(t, results)) {
    sleep_on(t);
    if (is_there(t, results)) break;
    if (!target_is_alive(t)) return;
    if (!was_killed) note_call(t);
    if (done != atomic_load(&s->batch.done) && !was_killed) {
      done = atomic_load(&s->batch.done);
      deadline = clock_now() + t->options.run_timeout;
    }
    if (clock_now() < deadline && !target_is_stopped(t)) continue;
    if (was_killed || target_is_stopped(t)) { /* the server itself does not answer, or nobody waits for it */
      target_stop(t);
      return;
    }
    if (s->running_pid > 0) kill(s->running_pid, SIGKILL); /* the server then publishes END_LOST */
    was_killed = true;
    deadline = clock_now() + 2;
  }
  if (was_killed && !is_batch_over(&s->batch)) note_killed(t);
  t->stuck.call.name = NULL;
}

static bool spin(struct target *t, uint32_t results) {
  uint32_t limit = is_crowded(t) ? 0 : spin_limit(&t->spin);
  bool has_paid = is_there(t, results);
  for (uint32_t i = 0; i < limit && !has_paid; i++) {
    __builtin_ia32_pause();
    has_paid = is_there(t, results);
  }
  spin_learn(&t->spin, has_paid);
  return has_paid;
}

void target_wait(struct target *t, uint32_t results) {
  if (!spin(t, results)) wait_slowly(t, results);
}

/* One attempt; false if the server died under it. */
static bool attempt(struct target *t) {
  if (target_is_stopped(t)) return false;
  t->shm->batch.count = 0;
  atomic_store(&t->shm->batch.done, 0);
  t->shm->plan.mode = t->always_fork ? PLAN_FORK : t->shm->plan.mode;
  if (t->shm->plan.mode == PLAN_FORK) t->forks++;
  target_publish(t);
  target_wait(t, UINT32_MAX);
  return target_is_done(t);
}

static void trace_lost(struct trace *t) {
  memset(t, 0, sizeof *t);
  t->end = END_LOST;
  snprintf(t->message, sizeof t->message, "the program destroyed the process that ran it");
}

/* A worker that died may have been a victim of an earlier run in the same process: ask a fresh
 * child. */
void target_make_sure(struct target *t, uint32_t mode, bool survived) {
  struct shm *s = t->shm;
  if (target_is_stopped(t)) {
    if (!survived) trace_lost(&s->trace);
    return;
  }
  if (!survived) target_restart(t);
  bool needs_fork = survived && s->trace.end == END_NEEDS_FORK;
  bool is_suspect = !survived || s->trace.end == END_LOST;
  if (needs_fork) t->always_fork = true;
  if (mode == PLAN_IN_PROCESS && (is_suspect || needs_fork)) {
    s->plan.mode = PLAN_FORK;
    survived = attempt(t);
    if (!survived) target_restart(t);
  }
  if (!survived) trace_lost(&s->trace);
}

void target_run_now(struct target *t) {
  if (!t->server && !target_is_stopped(t)) target_restart(t);
  uint32_t mode = t->shm->plan.mode;
  target_make_sure(t, mode, attempt(t));
}

const struct trace *target_run(struct target *t) {
  target_settle(t);
  target_run_now(t);
  return &t->shm->trace;
}

void target_debug(struct target *t) {
  target_publish(t);
  target_wait_for_end(t);
  if (t->shm->server_pid > 0)
    kill(t->shm->server_pid, SIGKILL); /* the debugger followed the run, not the server */
}

/* ---- views ---- */

struct shm *target_shm(struct target *t) { return t->shm; }
struct plan *target_plan(struct target *t) {
  target_settle(t);
  return &t->shm->plan;
}
const char *target_string(struct target *t, uint32_t offset) { return shm_strings(t->shm) + offset; }
uint64_t target_forks(struct target *t) { return t->forks; }
bool target_always_forks(struct target *t) { return t->always_fork; }
bool target_is_stopped(const struct target *t) { return stop_is_wanted(t->options.stop); }

struct view target_view(struct target *t) {
  const struct shm *s = t->shm;
  return (struct view){.trace = &s->trace,
                       .events = shm_event(s),
                       .enabled = shm_enabled(s),
                       .waiting = shm_waiting(s),
                       .input = s->plan.input,
                       .input_count = s->plan.input_count,
                       .is_in_place = true};
}

struct expr_store target_exprs(struct target *t) {
  return (struct expr_store){.node = shm_node(t->shm),
                             .value = shm_value(t->shm),
                             .table = shm_pool(t->shm),
                             .count = &t->shm->expr_count,
                             .pool_count = &t->shm->pool_count,
                             .shm = t->shm};
}
