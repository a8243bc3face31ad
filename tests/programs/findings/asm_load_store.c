#include <pthread.h>
#include <assert.h>
static unsigned flag;
static int data;
static void st(unsigned *p, unsigned v) { __asm__ volatile("movl %1, %0" : "=m"(*p) : "r"(v) : "memory"); }
static unsigned ld(unsigned *p) {
  unsigned v;
  __asm__ volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
  return v;
}
static void *w(void *x) {
  data = 42;
  st(&flag, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  if (ld(&flag)) assert(data == 42);
  pthread_join(t, 0);
  return 0;
}
