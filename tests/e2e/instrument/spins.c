/* Loops that only wait, and loops that do something else. The mark says how many heads get the spin hook: // spins: N */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct node {
  int done;
  struct node *next;
};
volatile int flag;
int plain, buffer[4];
atomic_int a;
atomic_uint turn, serving;
atomic_flag held;
pthread_mutex_t mutex;
_Bool unknown(void);

static inline void relax(void) { __asm__ volatile("pause" ::: "memory"); }
static int ready(void) { return flag && atomic_load(&a) > 1; }
static int take(void) { return flag ? ++plain : 0; }
static int slow(void) { // spins: 1
  while (!flag) {}
  return 1;
}
static int deep(int n) { return n ? deep(n - 1) : flag; }

void reads(void) { // spins: 1
  while (!flag) {}
}
void reads_at_the_end(void) { // spins: 1
  do { } while (flag != 2); }
void reads_atomically(void) { // spins: 1
  while (!atomic_load_explicit(&a, memory_order_acquire)) {}
}
void exchanges(void) { // spins: 1
  while (atomic_exchange(&a, 1)) {}
}
void tests_and_sets(void) { // spins: 1
  while (atomic_flag_test_and_set(&held)) {}
}
void compares(void) { // spins: 1
  int expected;
  do expected = 0;
  while (!atomic_compare_exchange_weak(&a, &expected, 1));
}
void compares_again(void) { // spins: 1
  int expected = 0;
  while (!__atomic_compare_exchange_n(&plain, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    expected = 0;
}
void takes_a_ticket(void) { // spins: 1
  unsigned mine = atomic_fetch_add(&turn, 1);
  while (atomic_load(&serving) != mine) {}
}
void waits_for_two(void) { // spins: 1
  while (!flag || !atomic_load(&a)) {}
}
void has_two_ways_out(void) { // spins: 1
  for (;;) {
    if (flag) break;
    if (atomic_load(&a) == 3) return;
  }
}
void has_two_ways_back(void) { // spins: 1
  for (;;) {
    if (flag == 1) continue;
    if (flag == 2) break;
  }
}
void follows_a_pointer(struct node *n) { // spins: 1
  while (!n->next->done) {}
}
void carries_what_it_read(void) { // spins: 1
  int seen = flag;
  while (seen != 3) seen = flag;
}
void yields(void) { // spins: 1
  while (!flag) sched_yield();
}
void sleeps(void) { // spins: 1
  while (!flag) usleep(10);
}
void sleeps_as_told(void) { // spins: 1
  while (!flag) {
    struct timespec t = {0, 1000};
    nanosleep(&t, NULL);
  }
}
void sleeps_as_told_before(void) { // spins: 1
  struct timespec t = {0, 1000}, left;
  while (!flag) nanosleep(&t, &left);
}
void pauses(void) { // spins: 1
  while (!flag) __builtin_ia32_pause();
}
void pauses_in_assembly(void) { // spins: 1
  while (!flag) __asm__ volatile("rep; nop" ::: "memory");
}
void fences(void) { // spins: 1
  while (!plain) atomic_thread_fence(memory_order_seq_cst);
}
void calls_readers(void) { // spins: 1
  while (!ready()) relax();
}
void waits_inside(void) { // spins: 1
  for (;;) {
    while (atomic_load(&a)) {}
    if (!atomic_exchange(&a, 1)) return;
  }
}
void waits_for_each(void) { // spins: 1
  for (int i = 0; i < 4; i++)
    while (!((volatile int *)buffer)[i]) {}
}

void counts(void) { // spins: 0
  for (int i = 0; i < 100 && !flag; i++) {}
}
int counts_rounds(void) { // spins: 0
  int n = 0;
  while (!flag) n++;
  return n;
}
void counts_in_memory(void) { // spins: 0
  volatile int n = 0;
  while (!flag) n++;
}
void writes(void) { // spins: 0
  while (!flag) plain = 1;
}
void writes_atomically(void) { // spins: 0
  while (!flag) atomic_store(&a, 1);
}
void writes_blocks(void) { // spins: 0
  while (!flag) memset(buffer, 0, sizeof buffer);
}
void prints(void) { // spins: 0
  while (!flag) puts("waiting");
}
void asks_someone(void) { // spins: 0
  while (!unknown()) {}
}
void asks_a_pointer(int (*ask)(void)) { // spins: 0
  while (!ask()) {}
}
void calls_a_writer(void) { // spins: 0
  while (!take()) {}
}
void calls_a_waiter(void) { // spins: 0
  while (!slow()) {}
}
void calls_a_caller_of_itself(void) { // spins: 0
  while (!deep(3)) {}
}
void tries_a_lock(void) { // spins: 0
  while (pthread_mutex_trylock(&mutex)) {}
}
void reads_its_own(void) { // spins: 0
  volatile int own = 1;
  while (own) {}
}
void reads_nothing(void) { // spins: 0
  for (;;) {}
}
void changes_in_assembly(void) { // spins: 0
  int x = 0;
  while (!flag) __asm__ volatile("incl %0" : "+r"(x));
}
void has_two_ways_in(int late) { // spins: 0
  if (late) goto middle;
again:
  if (flag == 1) return;
middle:
  if (flag != 2) goto again;
}
void waits_on_one_way_round(void) { // spins: 1
  while (flag) {
    if (atomic_load(&a)) continue;
    plain = 0;
  }
}
void works_on_every_way_round(void) { // spins: 0
  while (flag) {
    plain = 0;
    if (atomic_load(&a)) continue;
    plain = 1;
  }
}
