/* machine WORD...: carries out one of the random programs of dporgen (machine.h); which one is an input, so one campaign
 * explores them all. In the end it tells the final states of each program apart by a branch for each, so that whoever
 * misses one covers fewer branches. */
#include "machine.h"
#include <pthread.h>
#include <raddle.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

struct thread {
  struct op code[MACHINE_OPS];
  unsigned count, number;
};

static struct thread thread[MACHINE_THREADS];
static const struct timespec far = {4000000000, 0};

static union {
  unsigned half[2];
  unsigned long whole;
} v;
static unsigned given;
static unsigned long result[MACHINE_THREADS];
static atomic_uint a[2];
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static sem_t semaphore;
static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
static struct {
  unsigned part[2];
} block[2] = {{{1, 2}}, {{3, 4}}};
static pthread_t id[MACHINE_THREADS];

static void set_v(void) { v.half[0] = 2; }

/* ---- the threads ---- */

#define R r[o.reg]
#define K o.small
#define L o.large
#define V v.half[o.variable]
#define Y v.whole
#define A a[o.variable]
#define M m[o.lock]
#define Z m[0]
#define C cond
#define W rwlock
#define S semaphore
#define B barrier
#define O once
#define G given
#define N t->number
#define T id[t->number - 1]
#define P block[o.variable]
#define Q block[1 - o.variable]

static void *run(void *argument) {
  const struct thread *t = argument;
  unsigned r[2] = {0, 0}, expected = 0;
  int count = 0;
  for (unsigned pc = 0; pc < t->count;) {
    struct op o = t->code[pc++];
    if (o.act == JUMP) pc = o.target;
    switch (o.act * SORT_COUNT + o.sort) {
#define DO(name, group, steps, outcomes, needs, ...)                                                         \
  case SORT_##name: __VA_ARGS__ break;
#define AROUND(name, group, steps, outcomes, needs, takes, begin, end)                                       \
  case SORT_##name: begin break;                                                                             \
  case SORT_COUNT + SORT_##name: end break;
#define WHEN(name, group, steps, outcomes, needs, takes, condition, end)                                     \
  case SORT_##name:                                                                                          \
    if (!(condition)) pc = o.target;                                                                         \
    break;                                                                                                   \
  case SORT_COUNT + SORT_##name: end break;
#define EITHER(name, group, steps, outcomes, needs, condition)                                               \
  case SORT_##name:                                                                                          \
    if (!(condition)) pc = o.target;                                                                         \
    break;
#include "dporgen.def"
    default: break;
    }
  }
  (void)expected, (void)count;
  result[t->number] = r[0] + 2 * r[1];
  return NULL;
}

/* ---- main ---- */

static unsigned number(char c) { return (unsigned)(c - '0'); }

/* All of it is written before the first thread starts: it is not shared. Returns how many threads there are. */
static unsigned read_threads(const char *word) {
  struct thread *t = thread;
  for (const char *c = word; *c;) {
    if (*c == '/') {
      t++, c++;
      continue;
    }
    unsigned char *field = (unsigned char *)&t->code[t->count++];
    for (unsigned i = 0; i < sizeof(struct op); i++) field[i] = (unsigned char)number(*c++);
  }
  unsigned threads = (unsigned)(t - thread) + 1;
  for (unsigned i = 0; i < threads; i++) thread[i].number = i;
  return threads;
}

/* Who cancels another one is joined before it. */
static void run_threads(unsigned threads, bool last_first) {
  for (unsigned i = 0; i < threads; i++) pthread_create(&id[i], NULL, run, &thread[i]);
  for (unsigned i = 0; i < threads; i++) pthread_join(id[last_first ? threads - 1 - i : i], NULL);
}

/* What threads have read is part of the state, unless that may be an input: telling inputs apart is not the aim. */
static void show_state(unsigned program, unsigned threads, bool has_inputs) {
  unsigned long sum = v.half[0] + 3 * v.half[1] + 5 * a[0] + 7 * a[1];
  sum += block[0].part[0] + 3 * block[0].part[1] + 5 * block[1].part[0] + 7 * block[1].part[1] - 56;
  for (unsigned i = 0; i < threads && !has_inputs; i++) sum += (2 * i * i + 1) * result[i];
  switch (program * MACHINE_STATES + sum % MACHINE_STATES) {
#define STATE(n)                                                                                             \
  case n: raddle_observe(n); break;
#define STATES(p)                                                                                            \
  STATE(8 * p)                                                                                               \
  STATE(8 * p + 1)                                                                                           \
  STATE(8 * p + 2)                                                                                           \
  STATE(8 * p + 3)                                                                                           \
  STATE(8 * p + 4)                                                                                           \
  STATE(8 * p + 5)                                                                                           \
  STATE(8 * p + 6)                                                                                           \
  STATE(8 * p + 7)
    STATES(0)
    STATES(1) STATES(2) STATES(3) STATES(4) STATES(5) STATES(6) STATES(7) STATES(8) STATES(9) default : break;
  }
}

int main(int argc, char **argv) {
  int choice = raddle_choose(argc - 1), program = 0;
  while (program != choice) program++; /* from here on it is no input but a number */
  const char *word = argv[program + 1];
  bool has_inputs = number(word[1]) & HAS_INPUTS, last_first = number(word[1]) & LAST_FIRST;
  sem_init(&semaphore, 0, number(word[0]));
  pthread_barrier_init(&barrier, NULL, 2);
  if (has_inputs) given = raddle_uchar("given") & 3;
  unsigned threads = read_threads(word + 2);
  run_threads(threads, last_first);
  show_state((unsigned)program, threads, has_inputs);
  return 0;
}
