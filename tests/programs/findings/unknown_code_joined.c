/* As unknown_code_reads.c, but nobody is left when the code that is not instrumented is called. */
#include <assert.h>
#include <pthread.h>

__asm__(".text\n.globl get\nget:\n\tmovl (%rdi), %eax\n\tret\n");
int get(const int *);
static int value;

static void *writes(void *unused) {
  value = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  assert(get(&value) == 0);
  pthread_create(&t, 0, writes, 0);
  pthread_join(t, 0);
  assert(get(&value) == 1);
  return 0;
}
