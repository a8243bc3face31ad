/* One way for a symbolic value through the language per feature: main() reaches bug() only if the value flows. */
#include <raddle.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int input;

/* Each gives back 4711 for one value of x that no guess would hit. */
#define FEATURE(name) static int name(int x)

FEATURE(arithmetic) { return (x ^ 0x5a5a5a5a) * 3 - 7 == 0x1234567 * 3 - 7 ? 4711 : 0; }
FEATURE(narrow) {
  unsigned char low = (unsigned char)x;
  signed char high = (signed char)(x >> 8);
  return low == 200 && high == -100 ? 4711 : 0;
}
FEATURE(widened) { return (long)x * 1000003L == 123456789L * 1000003L ? 4711 : 0; }
FEATURE(division) { return x / 1000 == 54321 && x % 1000 == 77 ? 4711 : 0; }
FEATURE(shifts) { return ((unsigned)x >> 5 ^ (unsigned)x << 3) == 0x0badf00du ? 4711 : 0; }

struct bits {
  unsigned a : 5;
  int b : 9;
  unsigned long c : 40;
  bool d : 1;
};
FEATURE(bit_fields) {
  struct bits b = {x, x >> 5, (unsigned long)x << 3, x >> 20};
  return b.a == 19 && b.b == -17 && b.d ? 4711 : 0;
}
FEATURE(unions) {
  union {
    int i;
    unsigned char byte[4];
  } u = {x};
  return u.byte[3] == 0x12 && u.byte[0] == 0xfe ? 4711 : 0;
}
struct small {
  int a;
  short b;
};
static struct small make_small(int x) { return (struct small){x, (short)x}; }
static int use_small(struct small s) { return s.a == 99887766 && s.b == (short)99887766 ? 4711 : 0; }
FEATURE(small_structs) { return use_small(make_small(x)); }
struct pair {
  long a;
  long b;
};
static struct pair make_pair(int x) { return (struct pair){x, 2L * x}; }
FEATURE(pairs) {
  struct pair p = make_pair(x);
  return p.b == 2L * 31415926 ? 4711 : 0;
}
struct large {
  int v[20];
};
static struct large make_large(int x) { return (struct large){{[7] = x}}; }
static int use_large(struct large l) { return l.v[7] == 27182818 ? 4711 : 0; }
FEATURE(large_structs) { return use_large(make_large(x)); }
static int pick(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  int v = 0, w = 0;
  for (int i = 0; i < n; i++) v = va_arg(list, int);
  for (int i = 0; i < n; i++) w = va_arg(again, int);
  va_end(list);
  va_end(again);
  return v == w ? v : 0;
}
FEATURE(variadic) {
  return pick(2, 1, x) == 16180339 && pick(9, 1, 2, 3, 4, 5, 6, 7, 8, x) == 16180339 ? 4711 : 0;
}
static int pick_mixed(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  int last = 0;
  for (; *kinds; kinds++) {
    if (*kinds == 'f') (void)va_arg(list, double);
    if (*kinds == 'i') last = va_arg(list, int);
    if (*kinds == 'L') last = va_arg(list, struct large).v[7];
  }
  va_end(list);
  return last;
}
FEATURE(variadic_mixed) {
  return pick_mixed("fifi", 1.5, 2, 2.5, x) == 1414213 && pick_mixed("fL", 1.5, make_large(x)) == 1414213
             ? 4711
             : 0;
}
static int many(int a, int b, int c, int d, int e, int f, int g, int h) {
  return a + b + c + d + e + f + g + h;
}
FEATURE(many_arguments) { return many(1, 2, 3, 4, 5, 6, x, 8) == 17320508 ? 4711 : 0; }
static int twice(int x) { return 2 * x + 1; }
static int thrice(int x) { return 3 * x; }
FEATURE(function_pointers) {
  int (*volatile f)(int) = twice;
  return f(x) == 22360679 ? 4711 : 0;
}
FEATURE(chosen_function) {
  int (*table[])(int) = {twice, thrice};
  return table[x == 26457513](7) == 21 ? 4711 : 0;
}
static int down(int n, int x) { return n ? down(n - 1, x + 1) : x; }
FEATURE(recursion) { return down(10, x) == 24494897 ? 4711 : 0; }
FEATURE(arrays) {
  int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  return x >= 0 && x < 8 && table[x] == 9 ? 4711 : 0;
}
FEATURE(variable_length) {
  volatile int n = 5;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = x + i;
  return a[3] == 28284271 ? 4711 : 0;
}
FEATURE(heap) {
  int *p = malloc(4 * sizeof *p);
  p[2] = x;
  memmove(p, p + 2, sizeof *p);
  int found = p[0] == 30000001;
  free(p);
  return found ? 4711 : 0;
}
FEATURE(copies) {
  struct large a = make_large(x), b;
  memcpy(&b, &a, sizeof b);
  struct large c = b;
  return c.v[7] == 31622776 ? 4711 : 0;
}
FEATURE(cases) {
  switch (x) {
  case 1 ... 5: return 1;
  case 33166247: return 4711;
  case -7: return 2;
  default: return 0;
  }
}
FEATURE(wide_cases) {
  switch ((unsigned long)x << 32) {
  case 34641016ul << 32: return 4711;
  default: return 0;
  }
}
FEATURE(conditional) {
  int y = x > 1000000 ? x - 36055512 : 5;
  return !y ? 4711 : 0;
}
FEATURE(logic) { return (x > 37416573) & (x < 37416576) && !(x & 1) ? 4711 : 0; }
FEATURE(builtins) { return __builtin_popcount(x) == 30 && __builtin_ctz(x) == 2 && x < 0 ? 4711 : 0; }
FEATURE(byte_order) { return __builtin_bswap32(x) == 0x11223344 ? 4711 : 0; }
FEATURE(overflow) {
  int sum;
  return __builtin_sadd_overflow(x, 2147483600, &sum) && sum == -2147483640 ? 4711 : 0;
}
FEATURE(atomics) {
  _Atomic int a = 5;
  atomic_fetch_add(&a, x);
  int expected = 38729838;
  return atomic_compare_exchange_strong(&a, &expected, 1) ? 4711 : 0;
}
FEATURE(computed_goto) {
  void *to[] = {&&no, &&yes};
  goto *to[x == 41231056];
yes:
  return 4711;
no:
  return 0;
}
static jmp_buf back;
FEATURE(jumps) {
  volatile int kept = x;
  if (!setjmp(back)) longjmp(back, 1);
  return kept == 42426406 ? 4711 : 0;
}
FEATURE(globals) {
  input = x;
  int *p = &input;
  return *p + 1 == 43588989 ? 4711 : 0;
}
static _Thread_local int local_to_thread;
FEATURE(thread_locals) {
  local_to_thread = x;
  return local_to_thread == 44721359 ? 4711 : 0;
}
FEATURE(strings) {
  char text[5];
  memcpy(text, &x, 4);
  text[4] = 0;
  return !strcmp(text, "abcd") ? 4711 : 0;
}
FEATURE(odd_widths) {
  _BitInt(33) y = x;
  y = y * 3 + 1;
  return y == (_BitInt(33))45825756 * 3 + 1 ? 4711 : 0;
}
static int compare_ints(const void *a, const void *b) {
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
FEATURE(callbacks) {
  int v[3] = {10, x, 20};
  qsort(v, 3, sizeof *v, compare_ints);
  return v[1] == 17 ? 4711 : 0;
}
static int k_and_r(a, b)
int a;
short b;
{ return a - b; }
FEATURE(old_style) { return k_and_r(x, 3) == 46904157 ? 4711 : 0; }
FEATURE(pointers) {
  uintptr_t word = (uintptr_t)(unsigned)x << 12;
  void *p = (void *)word;
  return (uintptr_t)p >> 12 == 47958315 ? 4711 : 0;
}
FEATURE(partly_overwritten) {
  int y = x;
  ((unsigned char *)&y)[1] = 0x77;
  return y == 0x12347756 ? 4711 : 0;
}
FEATURE(uneven_fields) {
  struct __attribute__((packed)) {
    char c;
    int i;
    short s;
  } p = {1, x, 2};
  return p.i == 48989794 ? 4711 : 0;
}

static void bug(void) { abort(); }
int main(void) {
  if (WHICH(raddle_int("x")) == 4711) bug();
  return 0;
}
