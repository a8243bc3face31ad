/* Inputs of every type of shapes.h. */
#include "shapes.h"

int add_one(int x) { return x + 1; }
static int add_two(int x) { return x + 2; }
int unlike(long x) { return x != 0; }
void old_style() {}
static int by_value(const void *a, const void *b) { return a < b; }
int (*keep[])(int) = {add_one, add_two};
int (*keep_compare)(const void *, const void *) = by_value;

void inputs(void) {
  struct all all;
  CUTE_input(all);
}

int show(int argc, char **argv);
int main(int argc, char **argv) { return show(argc, argv); }
