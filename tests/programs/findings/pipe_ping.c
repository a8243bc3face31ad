#include <unistd.h>
#include <pthread.h>
#include <assert.h>
static int A[2], B[2];
static void *w(void *x) {
  char c;
  read(A[0], &c, 1);
  c++;
  write(B[1], &c, 1);
  return 0;
}
int main(void) {
  pipe(A);
  pipe(B);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  char c = 1;
  write(A[1], &c, 1);
  read(B[0], &c, 1);
  assert(c == 2);
  pthread_join(t, 0);
  return 0;
}
