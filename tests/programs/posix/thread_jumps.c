/* setjmp and longjmp, each within a thread. */
#include "show.h"
#include <setjmp.h>

struct place {
  jmp_buf plain;
  sigjmp_buf with_mask;
};

static void fall(struct place *p, int depth) {
  if (depth) return fall(p, depth - 1);
  longjmp(p->plain, 5);
}

static void *jump(void *argument) {
  struct place p;
  volatile int count = 0;
  long sum = 0;
  int code = setjmp(p.plain);
  sum = code + count;
  if (count++ < 3) fall(&p, 10);
  code = sigsetjmp(p.with_mask, 1);
  if (count++ < 6) siglongjmp(p.with_mask, 2);
  return (void *)(intptr_t)(sum * 100 + code * 10 + (argument != NULL));
}

int main(void) {
  pthread_t t[3];
  void *result = NULL;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, jump, &t[i]);
  for (int i = 0; i < 3; i++) {
    pthread_join(t[i], &result);
    SHOW_NUMBER(result);
  }
  SHOW_NUMBER(jump(NULL));
  return 0;
}
