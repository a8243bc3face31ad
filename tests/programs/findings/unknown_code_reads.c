/* main reads what a thread writes, through a pointer to code that is not instrumented; the thread has ended by then in the first run. */
#include <assert.h>
#include <pthread.h>

__asm__(".text\n.globl get\nget:\n\tmovl (%rdi), %eax\n\tret\n");
int get(const int *);
static int value;
static int (*volatile chosen)(const int *) = get;

static void *writes(void *unused) {
  value = 1;
  value = 2;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  assert(chosen(&value) != 1);
  pthread_join(t, 0);
  return 0;
}
