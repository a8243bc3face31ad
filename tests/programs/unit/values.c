/* Functions of integers and structures: what each has is counted by hand in unit.sh. */
#include <stdlib.h>

struct point {
  int x, y;
};

/* 3 paths: not 7; 7 and x != y + 1; 7 and x == y + 1. 4 branches. */
static int hidden(int a, struct point p) {
  if (a == 7)
    if (p.x == p.y + 1) return 1;
  return 0;
}

int trap(int n) {
  if (n == 12345) abort(); /* BUG: abort in trap */
  return n;
}

/* 21 values of one argument are 2 paths. */
int twenty(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n,
           int o, int p, int q, int r, int s, int t) {
  if (a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t == 20) return 1;
  return 0;
}

int clamp(const int value, int low, int high) {
  if (value < low) return low;
  return value > high ? high : value;
}
int ordered(int low, int high) { return low <= high; }
int between(int low, int high, int result) { return low <= result && result <= high; }

struct point mirror(struct point p) {
  if (p.x < 0) p.x = -p.x;
  return p;
}
int is_right(struct point p) { return p.x >= 0; }

void leaves(int a) {
  if (a > 5) exit(0);
}
void forever(int a) {
  for (;;) a++;
}

/* Names that are taken: of the function itself, of a function of the C library, of the driver's. */
int max(int max, int abs, int result) { return max > abs ? max : result; }
int nameless(int, int);
int nameless(int a, int main) { return a == main; }
inline int in_line(int a) { return a == 8 ? 1 : 0; }
typedef int number;
typedef int (*function)(int);
int kinds(const number n, function f, int (*const g)(int, char), const char *const s, volatile int v,
          _Bool b) {
  return n == 3 && f == 0 && g == 0 && s == 0 && v == 9 && b;
}

int printer(const char *format, ...) { return format == 0; }
int without_name(struct { int x; } * p) { return p == 0; }
int elsewhere(int);
struct opaque;
int takes_opaque(struct opaque *p) { return p == 0; }

int main(void) {
  if (hidden(1, (struct point){0, 0})) return 1;
}
