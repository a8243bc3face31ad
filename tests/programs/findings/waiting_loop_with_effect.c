#include <pthread.h>
int a, w, r;
static void *t1(void *_) {
  while (a) {
    if (w) r = 1;
  }
  return 0;
}
static void *t2(void *_) {
  a = 1;
  a = 0;
  return 0;
}
int main() {
  pthread_t x, y;
  pthread_create(&x, 0, t1, 0);
  pthread_create(&y, 0, t2, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
