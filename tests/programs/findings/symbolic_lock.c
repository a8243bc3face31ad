#include <pthread.h>
#include <raddle.h>
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int x;
int g;
static void *f(void *_) {
  int i = g & 1;
  pthread_mutex_lock(&m[i]);
  x++;
  pthread_mutex_unlock(&m[i]);
  return 0;
}
static void *h(void *_) {
  pthread_mutex_lock(&m[0]);
  x++;
  pthread_mutex_unlock(&m[0]);
  return 0;
}
int main() {
  g = raddle_int("g");
  pthread_t t[2];
  pthread_create(t, 0, f, 0);
  pthread_create(t + 1, 0, h, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
