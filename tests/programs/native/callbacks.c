/* Function pointers: tables, arguments, results, in structs, compared. */
#include <stdio.h>

typedef int operation(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int apply(operation *f, int a, int b) { return f(a, b); }
static operation *choose(char c) { return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : NULL; }

struct shape {
  const struct shape_class *class;
  int a, b;
};
struct shape_class {
  const char *name;
  int (*area)(const struct shape *);
  void (*grow)(struct shape *, int);
};
static int square_area(const struct shape *s) { return s->a * s->a; }
static int box_area(const struct shape *s) { return s->a * s->b; }
static void grow_a(struct shape *s, int n) { s->a += n; }
static void grow_both(struct shape *s, int n) { s->a += n, s->b += n; }
static const struct shape_class square = {"square", square_area, grow_a}, box = {"box", box_area, grow_both};

static int fold(const int *v, int n, operation *f, int start) {
  for (int i = 0; i < n; i++) start = f(start, v[i]);
  return start;
}

int main(void) {
  for (const char *c = "+-*/"; *c; c++) {
    operation *f = choose(*c);
    printf("%c %d\n", *c, f ? apply(f, 12, 5) : -1);
  }
  struct shape shapes[] = {{&square, 3, 0}, {&box, 2, 5}};
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 2; i++) {
      shapes[i].class->grow(&shapes[i], round);
      printf("%s %d\n", shapes[i].class->name, shapes[i].class->area(&shapes[i]));
    }
  }
  int v[] = {1, 2, 3, 4, 5};
  printf("%d %d %d\n", fold(v, 5, add, 0), fold(v, 5, mul, 1), fold(v, 5, choose('-'), 100));
  printf("%d %d\n", choose('+') == add, choose('+') == sub);
  return 0;
}
