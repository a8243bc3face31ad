/* Memory is the sum of the resident sizes of this process and of all descendants that are the
 * campaign's. Pages that several of them have mapped count for each: the sum is never less than
 * what is in use. It is looked at more often when there is little left, and the limit is taken
 * to be reached when it would be within two more periods.
 *
 * `is_claimed` decides who writes the last reports: the main thread or the guard, whoever comes
 * first. */
#include "campaign/guard.h"
#include "base/clock.h"
#include "base/die.h"
#include "campaign/crew_inside.h"
#include "campaign/family.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PERIOD 0.05        /* seconds between two looks */
#define PERIOD_SHORT 0.01  /* when more than half of the memory is used */
#define PATIENCE 0.4       /* after the limit, before the guard writes the reports itself */
#define LOCK_PATIENCE 0.35 /* for whoever is at the campaign then */
#define BUSY_PATIENCE 5.0  /* for each of these, when other programs have the processors or the disk */

struct guard {
  struct crew *crew;
  struct guard_limits limits;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t closing;
  bool is_closed;
  uint64_t last_memory;
  double stopped; /* when there was to be an end; 0: not yet */
  double waited;  /* processor_wait() then */
  atomic_flag is_claimed;
  pid_list processes;
};

/* ---- memory ---- */

static size_t read_small(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = 0;
  return n > 0 ? (size_t)n : 0;
}

static uint64_t resident(pid_t process) {
  char path[64], text[128];
  unsigned long all, pages;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
  if (!read_small(path, text, sizeof text) || sscanf(text, "%lu %lu", &all, &pages) != 2) return 0;
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void add_targets(struct guard *g) {
  for (unsigned i = 0; i < g->crew->count; i++) {
    const struct target *t = atomic_load(&g->crew->workers[i].shown_target);
    pid_t pids[2];
    size_t n = t ? target_processes(t, pids) : 0;
    for (size_t k = 0; k < n; k++) family_add(&g->processes, pids[k]);
  }
}

static uint64_t memory_used(struct guard *g) {
  uint64_t sum = 0;
  vec_clear(&g->processes);
  family_add(&g->processes, getpid());
  if (g->limits.owns_process) family_list(&g->processes, 0);
  add_targets(g); /* where the kernel does not list children there are still these */
  if (!g->limits.owns_process) family_list(&g->processes, 1);
  for (size_t i = 0; i < g->processes.count; i++) sum += resident(g->processes.at[i]);
  return sum;
}

static bool is_memory_short(struct guard *g) {
  uint64_t limit = g->limits.memory;
  if (!limit) return false;
  uint64_t now = memory_used(g), growth = now > g->last_memory && g->last_memory ? now - g->last_memory : 0;
  g->last_memory = now;
  return now + 2 * growth > limit;
}

static uint64_t of_control_group(void) {
  char text[64];
  if (!read_small("/sys/fs/cgroup/memory.max", text, sizeof text)) return UINT64_MAX;
  uint64_t limit = strtoull(text, NULL, 10);
  return limit ? limit : UINT64_MAX; /* "max" */
}

uint64_t guard_default_memory(void) {
  uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t group = of_control_group();
  return (machine < group ? machine : group) / 2;
}

/* ---- the end ---- */

/* How long the main thread has been ready to run while others had the processors, in seconds; 0
 * where the kernel does not tell. */
static double processor_wait(void) {
  char text[96];
  unsigned long long ran, waited;
  bool is_told =
      read_small("/proc/self/schedstat", text, sizeof text) && sscanf(text, "%llu %llu", &ran, &waited) == 2;
  return is_told ? 1e-9 * (double)waited : 0;
}

static bool has_had_time(const struct guard *g, double now) {
  double late = now - g->stopped;
  return late > PATIENCE && (late > BUSY_PATIENCE || late - (processor_wait() - g->waited) > PATIENCE);
}

static bool lock_crew_within(struct crew *crew, double seconds) {
  struct timespec t = clock_deadline(seconds);
  return !pthread_mutex_timedlock(&crew->lock, &t);
}

/* Whoever has the lock writes a save or a bug, and is about to give it back, unless it is stuck. */
static bool lock_crew(struct crew *crew) {
  const atomic_bool *is_only_read = &crew_campaign(crew)->is_only_read;
  double began = clock_now(), worked = clock_worked();
  if (lock_crew_within(crew, LOCK_PATIENCE)) return true;
  while (!atomic_load(is_only_read) && clock_worked() < worked + LOCK_PATIENCE &&
         clock_now() < began + BUSY_PATIENCE)
    if (lock_crew_within(crew, PERIOD_SHORT)) return true;
  return false;
}

/* Files are replaced as a whole, so those that are there are good, if old. */
static _Noreturn void end_without_reports(struct guard *g) {
  const struct campaign *c = g->crew->campaign;
  c->observer.give_up(c->observer.context, c, false);
  abort(); /* it never returns */
}

static void end_campaign(struct guard *g) {
  if (!g->crew->campaign->observer.give_up) return;
  if (atomic_flag_test_and_set(&g->is_claimed)) return; /* the main thread is about to */
  if (getenv("RADDLE_GUARD_ABORT")) abort();            /* to see who did not come to an end */
  crew_kill(g->crew);
  if (!lock_crew(g->crew) && !atomic_load(&crew_campaign(g->crew)->is_only_read)) end_without_reports(g);
  g->limits.end(g->crew);
}

void guard_claim(struct guard *g) {
  if (!atomic_flag_test_and_set(&g->is_claimed)) return;
  for (;;) pause();
}

/* ---- the thread ---- */

static bool is_closed_within(struct guard *g, double seconds) {
  struct timespec t = clock_deadline(seconds);
  pthread_mutex_lock(&g->lock);
  if (!g->is_closed) pthread_cond_timedwait(&g->closing, &g->lock, &t);
  bool is = g->is_closed;
  pthread_mutex_unlock(&g->lock);
  return is;
}

/* Its limits are those of this moment, or it was told by a signal. */
static void look(struct guard *g, double now) {
  const struct guard_limits *l = &g->limits;
  struct stop *stop = g->crew->campaign->stop;
  if (l->deadline > 0 && now >= l->deadline) stop_ask(stop, STOP_TIME);
  if (!stop_is_wanted(stop) && is_memory_short(g)) stop_ask(stop, STOP_MEMORY);
  if (!stop_is_cut_short(stop)) return;
  if (!g->stopped) {
    g->stopped = stop_reason(stop) == STOP_TIME ? l->deadline : now;
    g->waited = processor_wait();
  }
  crew_kill(g->crew);
}

static double until_next_look(const struct guard *g, double now) {
  bool is_close = g->stopped || 2 * g->last_memory > g->limits.memory;
  double period = is_close ? PERIOD_SHORT : PERIOD, left = g->limits.deadline - now;
  return left > 0 && left < period ? left + 0.0005 : period;
}

static void *guard_main(void *argument) {
  struct guard *g = argument;
  for (double now = clock_now(); !is_closed_within(g, until_next_look(g, now)); now = clock_now()) {
    look(g, now);
    if (g->limits.owns_process) family_bury();
    if (g->stopped && has_had_time(g, now)) end_campaign(g);
  }
  return NULL;
}

struct guard *guard_open(struct crew *crew, const struct guard_limits *limits) {
  struct guard *g = xcalloc(1, sizeof *g);
  if (limits->owns_process) family_adopt();
  g->crew = crew;
  g->limits = *limits;
  pthread_mutex_init(&g->lock, NULL);
  pthread_cond_init(&g->closing, NULL);
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all,
                  &old); /* signals are for the workers: they interrupt what those wait for */
  if (pthread_create(&g->thread, NULL, guard_main, g)) die("cannot start a thread: %s", strerror(errno));
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return g;
}

void guard_close(struct guard *g) {
  pthread_mutex_lock(&g->lock);
  g->is_closed = true;
  pthread_cond_signal(&g->closing);
  pthread_mutex_unlock(&g->lock);
  pthread_join(g->thread, NULL);
  vec_free(&g->processes);
  free(g);
}
