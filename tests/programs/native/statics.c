/* State kept between calls: static locals, globals with all kinds of initialisers, constructors, atexit. */
#include <stdio.h>
#include <stdlib.h>

static int table[5] = {[1] = 10, [3] = 30};
static const char *names[] = {"zero", "one", NULL};
static int *pointer = &table[3];
static struct {
  int a;
  const char **b;
} config = {7, names};
static int constructed;

__attribute__((constructor)) static void construct(void) { constructed = 41; }

static int counter(void) {
  static int n = 100;
  return n++;
}

static unsigned random_number(void) {
  static unsigned state = 2463534242u;
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

static void first(void) { puts("registered first, called last"); }
static void last(void) { printf("registered last, called first: %d\n", counter()); }

int main(void) {
  atexit(first);
  atexit(last);
  for (int i = 0; i < 5; i++) printf("%d %u\n", counter(), random_number());
  *pointer += constructed;
  printf("%d %d %d %s %s\n", table[1], table[3], table[4], config.b[1], config.b[2] ? "more" : "end");
  config.b = &names[1];
  printf("%s %d\n", *config.b, config.a);
  exit(0);
}
