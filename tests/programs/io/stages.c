/* A pipeline of three threads over two pipes: what arrives is fixed, and so is the order. */
#include <pthread.h>
#include <raddle.h>
#include <unistd.h>

static int a[2], b[2];

static void *middle(void *unused) {
  char c;
  (void)unused;
  while (read(a[0], &c, 1) == 1) {
    c++;
    write(b[1], &c, 1);
  }
  close(b[1]);
  return NULL;
}

static void *last(void *sum) {
  char c;
  while (read(b[0], &c, 1) == 1) *(int *)sum += c;
  return NULL;
}

int main(void) {
  pthread_t t, u;
  int sum = 0;
  pipe(a), pipe(b);
  pthread_create(&t, NULL, middle, NULL);
  pthread_create(&u, NULL, last, &sum);
  write(a[1], "\1\2", 2);
  close(a[1]);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  raddle_assert(sum == 5);
  return 0;
}
