/* Variadic functions: many arguments, doubles among them, structs, va_copy, vsnprintf. */
#include <stdarg.h>
#include <stdio.h>

struct pair {
  int a, b;
};
struct wide {
  long a[5];
};

static long sum(int n, ...) {
  va_list args, again;
  long total = 0;
  va_start(args, n);
  va_copy(again, args);
  for (int i = 0; i < n; i++) total += va_arg(args, int);
  for (int i = 0; i < n; i++) total += 1000L * va_arg(again, int);
  va_end(again);
  va_end(args);
  return total;
}

static void mixed(const char *types, ...) {
  va_list args;
  va_start(args, types);
  for (; *types; types++) {
    switch (*types) {
    case 'i': printf("%d ", va_arg(args, int)); break;
    case 'l': printf("%ld ", va_arg(args, long)); break;
    case 'd': printf("%.2f ", va_arg(args, double)); break;
    case 's': printf("%s ", va_arg(args, char *)); break;
    case 'p': {
      struct pair p = va_arg(args, struct pair);
      printf("{%d,%d} ", p.a, p.b);
      break;
    }
    case 'w': {
      struct wide w = va_arg(args, struct wide);
      printf("[%ld,%ld] ", w.a[0], w.a[4]);
      break;
    }
    }
  }
  va_end(args);
  putchar('\n');
}

static int format(char *to, size_t size, const char *text, ...) {
  va_list args;
  va_start(args, text);
  int n = vsnprintf(to, size, text, args);
  va_end(args);
  return n;
}

int main(void) {
  printf("%ld\n", sum(3, 1, 2, 3));
  printf("%ld\n", sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  struct pair p = {7, -8};
  struct wide w = {{1, 2, 3, 4, 5}};
  mixed("idlspwdi", 1, 2.5, 3L, "four", p, w, 6.75, 7);
  mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
  char text[20];
  int n = format(text, sizeof text, "%s-%05d-%c", "abc", 42, 'x');
  printf("%d %s\n", n, text);
  n = format(text, sizeof text, "%s%s", "0123456789", "0123456789");
  printf("%d %s\n", n, text);
  return 0;
}
