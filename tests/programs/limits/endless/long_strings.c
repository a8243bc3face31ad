/* Long strings that depend on inputs. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
static _Atomic int n;
static void *work(void *p) {
  static char a[20000], b[20000];
  for (int i = 0; i < 19999; i++) a[i] = __VERIFIER_nondet_char(), b[i] = __VERIFIER_nondet_char();
  n += strcmp(a, b) > 0;
  n += strlen(a) > strlen(b);
  n += strstr(a, "needle") != 0;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
