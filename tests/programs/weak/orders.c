/* Memory orders, one CASE each; PLACES is how many operations are weaker than sequentially consistent, by the C standard. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static atomic_flag flag;
static volatile int v;
static struct big {
  long word[4];
} large;

static inline int unused(void) { return atomic_load_explicit(&x, memory_order_relaxed); }

static void use(void) {
  int expected = 0;
  (void)expected;
#if CASE == 1 /* PLACES 0 */
  atomic_store(&x, atomic_load(&x) + 1);
  atomic_compare_exchange_strong(&x, &expected, 2);
  atomic_thread_fence(memory_order_seq_cst);
#elif CASE == 2  /* PLACES 2 */
  atomic_store_explicit(&x, 1 + atomic_load_explicit(&x, memory_order_acquire), memory_order_release);
#elif CASE == 3  /* PLACES 1 */
  atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);
#elif CASE == 4  /* PLACES 1 */
  atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_seq_cst, memory_order_relaxed);
#elif CASE == 5  /* PLACES 2 */
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_release);
#elif CASE == 6  /* PLACES 0 */
  atomic_signal_fence(memory_order_acquire);
#elif CASE == 7  /* PLACES 0 */
  (void)v;
#elif CASE == 8  /* PLACES 2 */
  while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire)) {}
  atomic_flag_clear_explicit(&flag, memory_order_release);
#elif CASE == 9  /* PLACES 2 */
  static int plain;
  __atomic_store_n(&plain, 1 + __atomic_load_n(&plain, __ATOMIC_CONSUME), __ATOMIC_RELAXED);
#elif CASE == 10 /* PLACES 0 */
  static int plain;
  __sync_fetch_and_add(&plain, 1);
  __atomic_fetch_add(&plain, 1, __ATOMIC_SEQ_CST);
#elif CASE == 11 /* PLACES 1 */
  struct big copy;
  __atomic_load(&large, &copy, __ATOMIC_ACQUIRE);
#endif
}

static void *thread(void *p) {
  use();
  return p;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, thread, 0);
  pthread_create(&u, 0, thread, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
