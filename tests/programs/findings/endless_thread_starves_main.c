#include <pthread.h>
#include <assert.h>
int x, y;
static void *t1(void *_) {
  while (1) {
    y = 1;
    x = 1;
    x = 0;
  }
  return 0;
}
int main() {
  pthread_t a;
  pthread_create(&a, 0, t1, 0);
  assert(x == 0);
  return 0;
}
