/* The server and its processes, as wire/shm.h tells: the server stays pristine, a worker runs plan
 * after plan, a child runs one.
 *
 * Invariant: whoever makes `finished` equal to `wanted` has written the trace before; only one
 * process of the target serves the mapping at a time, since the server waits for the one it has
 * forked. */
#include "runtime/state.h"
#include "runtime/build.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OWN_FDS = 900 };

/* Hand-over. */

/* Sleeps at most a second at a time: an explorer that only says `quit` need not wake us. */
static void futex(_Atomic uint32_t *word, int op, uint32_t value) {
  struct timespec second = {1, 0};
  syscall(SYS_futex, word, op, value, op == FUTEX_WAIT ? &second : NULL, NULL, 0);
}

static bool has_work(void) { return SHM->wanted != SHM->finished || SHM->quit; }

static bool spin_for_work(void) {
  struct spin *spin = &ST->server.spin;
  uint32_t limit = SHM->never_spins ? 0 : spin_limit(spin);
  bool is_there = has_work();
  for (uint32_t i = 0; i < limit && !is_there; i++) {
    __builtin_ia32_pause();
    is_there = has_work();
  }
  spin_learn(spin, is_there);
  return is_there;
}

static void wait_for_work(void) {
  if (spin_for_work()) return;
  SHM->target_sleeps = 1;
  while (!has_work()) futex(&SHM->wanted, FUTEX_WAIT, SHM->finished);
  SHM->target_sleeps = 0;
}

static void finish(void) {
  ST->server.shared->is_busy = 0;
  SHM->finished = SHM->wanted;
  if (SHM->explorer_sleeps) futex(&SHM->finished, FUTEX_WAKE, 1);
}

/* Output. */

/* Out of the program's way, as far as the number of files allows (ulimit -n). */
static int keep(int fd) {
  struct rlimit files;
  int kept = fcntl(fd, F_DUPFD_CLOEXEC, OWN_FDS);
  if (kept < 0 && !getrlimit(RLIMIT_NOFILE, &files))
    kept = fcntl(fd, F_DUPFD_CLOEXEC, (int)files.rlim_cur / 2);
  if (kept < 0) state_fail("no file descriptor is left: the number of open files is limited (ulimit -n)");
  return kept;
}

void server_show_output(bool show) {
  struct server_state *s = &ST->server;
  dup2(show && s->out_fd >= 0 ? s->out_fd : s->null_fd, 1);
  dup2(show && s->err_fd >= 0 ? s->err_fd : s->null_fd, 2);
  s->shows_output = show;
}

static void open_files(void) {
  struct server_state *s = &ST->server;
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) state_fail("cannot open /dev/null");
  s->null_fd = keep(null);
  s->out_fd = keep(1);
  s->err_fd = keep(2);
  close(null);
  dup2(s->null_fd, 0);
  server_show_output(false);
}

/* Processes. */

/* The kernel kills us when our parent goes; it may be gone already. */
static void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
}

static void become(enum role role, pid_t parent) {
  ST->server.role = role;
  die_with(parent);
  SHM->running_pid = getpid();
}

static struct view view_in_place(void) {
  return (struct view){.trace = &SHM->trace,
                       .events = shm_event(SHM),
                       .enabled = shm_enabled(SHM),
                       .waiting = shm_waiting(SHM)};
}

static bool is_remarkable(const struct trace *t) {
  bool is_usual = t->end == END_ASSUME || t->end == END_CUT ||
                  (t->end == END_EXIT && !(t->value && SHM->batch.is_code_notable));
  return !is_usual || t->discovered || t->new_coverage;
}

/* The last run of the batch is reset by the caller: the explorer need not wait for that. */
static void run_batch(void) {
  struct batch *b = &SHM->batch;
  const uint8_t *plan = shm_packed(SHM) + b->first;
  uint8_t *result = shm_results(SHM), *end = result + SHM->limit[LIMIT_RESULTS];
  for (uint32_t i = 0; i < b->count; i++) {
    if (i) snapshot_restore();
    const struct packed_plan *packed = (const struct packed_plan *)plan;
    plan_unpack(packed, &SHM->plan);
    run_execute();
    struct view v = view_in_place();
    size_t size = is_remarkable(v.trace) ? 0 : result_pack(&v, result, (size_t)(end - result));
    if (!size) {
      b->in_place = 1;
      return;
    }
    result += size;
    plan += packed->size;
    atomic_store_explicit(&b->done, i + 1, memory_order_release);
  }
}

static _Noreturn void worker(pid_t parent) {
  become(ROLE_WORKER, parent);
  snapshot_take();
  for (;; wait_for_work()) {
    if (SHM->quit) _exit(0);
    if (!has_work()) continue;
    if (SHM->plan.mode == PLAN_FORK) _exit(0); /* the server takes it */
    ST->server.shared->is_busy = 1;
    if (SHM->batch.count)
      run_batch();
    else
      run_execute();
    finish();
    snapshot_restore();
  }
}

static _Noreturn void child(pid_t parent) {
  become(ROLE_CHILD, parent);
  run_execute();
  finish();
  _exit(0);
}

/* Nobody published the run: the process died during the run. What it recorded so far stays in the
 * trace. */
static void publish_lost(int status) {
  struct trace *t = &SHM->trace;
  t->end = END_LOST;
  if (ghost_is_on()) {
    ghost_end();
    return finish();
  }
  t->value = status;
  if (WIFSIGNALED(status))
    snprintf(t->message, sizeof t->message, "ended by signal %d", WTERMSIG(status));
  else
    snprintf(t->message, sizeof t->message, "the process exited with code %d", WEXITSTATUS(status));
  finish();
}

static void serve(void (*process)(pid_t parent)) {
  int status = 0;
  pid_t self = getpid();
  ST->server.shared->is_busy = 1;
  pid_t pid = fork();
  if (pid < 0) state_fail("cannot fork: %s", strerror(errno));
  if (pid == 0) process(self);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  SHM->running_pid = 0;
  state_debug("process %d ended with status %#x", (int)pid, status);
  if (ST->server.shared->is_busy && !SHM->quit) publish_lost(status);
}

/* Starting. */

static _Noreturn void fail(const char *why) {
  snprintf(SHM->failure, sizeof SHM->failure, "%s", why);
  SHM->status = SHM_FAILED;
  _exit(3);
}

/* The part that the targets of a campaign share may be in another file. */
static bool map_files(int flags) {
  const struct server_state *s = &ST->server;
  const int access = PROT_READ | PROT_WRITE, over = (flags & ~MAP_FIXED_NOREPLACE) | MAP_FIXED;
  void *common = (char *)SHM + SHM_COMMON;
  if (mmap(SHM, SHM_SIZE, access, flags, s->shm_fd, 0) != (void *)SHM) return false;
  return s->common_fd == s->shm_fd ||
         mmap(common, SHM_COMMON_SIZE, access, over, s->common_fd, (off_t)SHM_COMMON) == common;
}

static void map_shared(void) {
  struct server_state *s = &ST->server;
  const char *comma = strchr(getenv(SHM_ENV), ',');
  int fd = atoi(getenv(SHM_ENV));
  struct stat file;
  if (fstat(fd, &file) || (uint64_t)file.st_size < SHM_SIZE)
    state_fail(
        "%s does not name a shared mapping of this raddle: was the program built with another version?",
        SHM_ENV);
  s->shm_fd = keep(fd);
  s->common_fd = comma ? keep(atoi(comma + 1)) : s->shm_fd;
  if (comma) close(atoi(comma + 1));
  close(fd);
  if (!map_files(MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE))
    state_fail("cannot map the shared memory: %s", strerror(errno));
  if (SHM->magic != SHM_MAGIC || SHM->version != SHM_VERSION)
    fail("the program was built with another version of raddle: build it again");
  s->shared = mmap(NULL, sizeof *s->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s->shared == MAP_FAILED) fail("no memory");
}

void server_main(int argc, char **argv, char **envp) {
  struct server_state *s = &ST->server;
  s->role = ROLE_SERVER;
  s->err_fd = 2;
  s->debug = getenv("RADDLE_RT_DEBUG") != NULL;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  map_shared();
  if (!run_has_entry())
    fail("the program has no main (and no LLVMFuzzerTestOneInput): there is nothing to run");
  open_files();
  build_open(SHM);
  program_publish();
  heap_open();
  thread_open();
  run_open(argc, argv, envp);
  fault_open();
  SHM->can_reset = ST->program.is_static && !ST->program.must_fork;
  SHM->server_pid = getpid();
  SHM->status = SHM_READY;
  while (wait_for_work(), !SHM->quit) serve(SHM->plan.mode == PLAN_FORK ? child : worker);
  _exit(0);
}

void server_detach(void) {
  struct server_state *s = &ST->server;
  s->role = ROLE_DETACHED;
  prctl(PR_SET_PDEATHSIG, 0);
  int flags = MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED;
  if (!map_files(flags)) _exit(3);
  flags |= MAP_ANONYMOUS;
  void *shadow = (void *)LAYOUT_SHADOW;
  if (mmap(shadow, LAYOUT_SHADOW_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0) != shadow) _exit(3);
}
