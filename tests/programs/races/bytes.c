/* Neighbouring bytes are different memory locations, bit-fields of one byte are not; a wide access meets both. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static struct {
  char a, b;
} apart;
static struct {
  unsigned low : 4, high : 4;
} together;
static struct {
  char name[100];
  int count;
} from, to;

static void *one(void *arg) {
  apart.a = 1;
  together.low = 1; // BUG: race in one
  from.count = 1;   // BUG: race in one
  to.name[99] = 1;  // BUG: race in one
  return arg;
}

static void *two(void *arg) {
  apart.b = 2;
  together.high = 2; // BUG: race in two
  to = from;         // BUG: race in two
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
