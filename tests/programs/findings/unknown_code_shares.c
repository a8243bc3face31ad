/* A thread changes shared memory in code that is not instrumented: no step, so the order in which the assertion fails is never run. */
#include <assert.h>
#include <pthread.h>

__asm__(".text\n.globl increment\nincrement:\n\tincl (%rdi)\n\tret\n");
void increment(int *);
static int count;

static void *there(void *unused) {
  increment(&count);
  return unused;
}

static void *here(void *unused) {
  int before = count;
  count = before + 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, there, 0);
  pthread_create(&b, 0, here, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
