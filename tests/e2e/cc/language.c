/* Every corner of C that an instrumenter can get wrong; the output must be what clang alone gives. */
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct bits {
  unsigned a : 3;
  int b : 5;
  unsigned long c : 40;
  unsigned d : 1;
  _Bool e : 1;
  int f : 24;
};
union u {
  int i;
  float f;
  unsigned char b[8];
  double d;
  long l;
};
struct small {
  int a;
  short b;
  char c;
};
struct two {
  long a;
  int b;
};
struct fl {
  float x, y;
};
struct mixed {
  double d;
  int i;
};
struct big {
  long v[10];
  char s[5];
};
struct odd {
  char c[3];
};
static struct small mk(int a) {
  struct small s = {a, a * 2, a * 3};
  return s;
}
static struct two mk2(long a) {
  struct two t = {a, (int)a + 1};
  return t;
}
struct mixed mk3(double d, int i) {
  struct mixed m = {d, i};
  return m;
}
struct fl mk4(float a) {
  struct fl f = {a, a * 2};
  return f;
}
struct odd mk5(char a) {
  struct odd o = {{a, a + 1, a + 2}};
  return o;
}
struct big mkbig(int n) {
  struct big b = {{0}};
  for (int i = 0; i < 10; i++) b.v[i] = n * i;
  strcpy(b.s, "abc");
  return b;
}
static long sumbig(struct big b, int k) {
  long s = 0;
  for (int i = 0; i < 10; i++) s += b.v[i] * k;
  return s + b.s[1];
}
static int vsum(int n, ...) {
  va_list ap, aq;
  va_start(ap, n);
  va_copy(aq, ap);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  for (int i = 0; i < n; i++) s += 2 * va_arg(aq, int);
  va_end(ap);
  va_end(aq);
  return s;
}
static double vmix(const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  double r = 0;
  for (; *f; f++) switch (*f) {
    case 'd': r += va_arg(ap, int); break;
    case 'f': r += va_arg(ap, double); break;
    case 'l': r += va_arg(ap, long); break;
    case 'b': {
      struct big b = va_arg(ap, struct big);
      r += b.v[3];
      break;
    }
    case 's': {
      struct two t = va_arg(ap, struct two);
      r += t.a + t.b;
      break;
    }
    case 'L': r += va_arg(ap, long double); break;
    case 'p': r += *va_arg(ap, int *); break;
    }
  va_end(ap);
  return r;
}
static jmp_buf jb;
static void jump(int n) {
  if (n == 0) longjmp(jb, 42);
  jump(n - 1);
}
static int vla(int n) {
  int a[n], s = 0;
  for (int i = 0; i < n; i++) a[i] = i * i;
  for (int i = 0; i < n; i++) s += a[i];
  {
    char b[n * 2];
    memset(b, 1, sizeof b);
    for (unsigned i = 0; i < sizeof b; i++) s += b[i];
  }
  return s;
}
static int goto_(const char *p) {
  static void *t[] = {&&inc, &&dec, &&end};
  int x = 0;
  goto *t[*p++ - '0'];
inc:
  x += 3;
  goto *t[*p++ - '0'];
dec:
  x -= 1;
  goto *t[*p++ - '0'];
end:
  return x;
}
static int ranges(int c) {
  switch (c) {
  case 'a' ... 'z': return 1;
  case '0' ... '9': return 2;
  case '_':
  case '-': return 3;
  case -5: return 4;
  default: return 0;
  }
}
static int sw64(unsigned long x) {
  switch (x) {
  case 1: return 1;
  case 0x8000000000000000ul: return 2;
  case ~0ul: return 3;
  }
  return 9;
}
static __int128 i128(long a, long b) {
  __int128 x = a;
  x *= b;
  x <<= 7;
  x ^= (__int128)b << 64;
  return x / 3;
}
static int k_and_r(a, b)
int a;
char b;
{ return a + b; }
int unproto();
int callu(void) { return unproto(3, 4); }
int unproto(int a, int b) { return a * 10 + b; }
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static _Thread_local int tls = 5;
static _Atomic int at;
int common_var;
__attribute__((weak)) int weakf(int x) { return x + 1; }
int aliased(int x) { return x * 3; }
int alias_(int) __attribute__((alias("aliased")));
__attribute__((constructor)) static void ctor(void) { common_var = 17; }
static inline __attribute__((always_inline)) int ai(int x) { return x < 5 ? x : 5; }
static int (*ops[])(int) = {weakf, aliased};
typedef int v4 __attribute__((vector_size(16)));
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static unsigned ovf(int a, int b) {
  int r;
  unsigned o = __builtin_sadd_overflow(a, b, &r);
  return o * 1000 + (unsigned)r % 100;
}
static void cleanup_(int *p) { printf("cleanup %d\n", *p); }
int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, long j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + (int)j;
}
enum E { X, Y = 5, Z };
struct nest {
  struct {
    int a;
    union {
      char c;
      short s;
    };
  } in[3];
  struct nest *next;
};
static int resolver_target(int x) { return x + 100; }
static void *resolve(void) { return (void *)resolver_target; }
int ifn(int) __attribute__((ifunc("resolve")));
_BitInt(33) bi(_BitInt(33) x) { return x * 3 + 1; }
static int flex(void) {
  struct fx {
    int n;
    int d[];
  } *p = malloc(sizeof *p + 4 * sizeof(int));
  p->n = 4;
  for (int i = 0; i < 4; i++) p->d[i] = i + 1;
  int s = 0;
  for (int i = 0; i < p->n; i++) s += p->d[i];
  free(p);
  return s;
}
int main(int argc, char **argv) {
  struct bits b = {5, -3, 0x12345678ab, 1, 1, -77};
  b.a += 4;
  b.c ^= 0xff;
  b.f *= 3;
  printf("%u %d %lx %u %d %d\n", b.a, b.b, (unsigned long)b.c, b.d, b.e, b.f);
  union u u;
  u.d = 1.5;
  printf("%lx %d\n", u.l, u.b[7]);
  u.f = 2.5f;
  printf("%x\n", u.i);
  struct small s = mk(7);
  struct two t = mk2(9);
  struct mixed m = mk3(1.25, 3);
  struct fl f = mk4(1.5f);
  struct odd o = mk5('x');
  struct big g = mkbig(3);
  printf("%d %d %d %ld %d %g %d %g %g %c%c%c %ld\n", s.a, s.b, s.c, t.a, t.b, m.d, m.i, f.x, f.y, o.c[0],
         o.c[1], o.c[2], sumbig(g, 2));
  printf("%d %g\n", vsum(4, 1, 2, 3, 4), vmix("dflbsLpddddd", 1, 2.5, 3L, g, t, 4.5L, &s.a, 1, 2, 3, 4, 5));
  volatile int cnt = 0;
  int r = setjmp(jb);
  if (!r) {
    cnt++;
    jump(5);
  }
  printf("setjmp %d %d\n", r, cnt);
  printf("%d %d %d %d %d %d\n", vla(10), goto_("0012"), ranges('q'), ranges('5'), ranges('-'), ranges(-5));
  printf("%d %d %d %d\n", sw64(1), sw64(1ul << 63), sw64(~0ul), sw64(7));
  __int128 x = i128(1234567890123, -987654321);
  printf("%lx %lx\n", (long)(x >> 64), (long)x);
  printf("%d %d\n", k_and_r(3, 'a'), callu());
  int a[] = {5, 3, 9, 1, 7};
  qsort(a, 5, sizeof *a, cmp);
  for (int i = 0; i < 5; i++) printf("%d ", a[i]);
  puts("");
  tls += argc;
  at = 3;
  atomic_fetch_add(&at, 4);
  int e = 7;
  bool ok = atomic_compare_exchange_strong(&at, &e, 50);
  printf("%d %d %d %d\n", tls, at, ok, common_var);
  printf("%d %d %d %d\n", weakf(1), alias_(4), ai(9), ops[1](5));
  v4 v = {1, 2, 3, 4};
  v = v * v + v;
  printf("%d %d\n", v[0], v[3]);
  long double ld = 1.0L / 3;
  printf("%.15Lf\n", ld * 3);
  double complex z = 1 + 2 * I;
  z = z * z;
  printf("%g %g\n", creal(z), cimag(z));
  printf("%d %u %u\n", fact(10), ovf(2147483647, 1), ovf(3, 4));
  int in = 5, out;
  __asm__("addl $7,%0" : "=r"(out) : "0"(in));
  printf("%d\n", out);
  {
    int c __attribute__((cleanup(cleanup_))) = 3;
    c++;
  }
  printf("%d\n", many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  enum E en = argc > 5 ? X : Z;
  printf("%d\n", en);
  struct nest n = {{{1, {2}}, {3, {4}}, {5, {6}}}, 0};
  n.next = &n;
  printf("%d %d\n", n.next->in[argc].a, n.next->next->in[2].s);
  printf("%d\n", ifn(5));
  printf("%ld %d\n", (long)bi(1000000000), flex());
  printf("%d %d %d %d\n", __builtin_popcount(0xf0f0 + argc), __builtin_clz(argc), __builtin_ctz(8 * argc),
         abs(-argc));
  printf("%x %lx\n", __builtin_bswap32(0x12345678 + argc), __builtin_bswap64(0x1122334455667788 + argc));
  printf("%s %d %zu\n", argv[0] ? "ok" : "no", memcmp("abc", "abd", 3) < 0, strlen("hello"));
  unsigned char ch = 200;
  ch += 100;
  signed char sc = (signed char)(ch * 3);
  printf("%d %d %d %d\n", ch, sc, -7 / 2, -7 % 3);
  int sh = argc;
  printf("%d %u %d\n", sh << 4, 0x80000000u >> sh, -100 >> sh);
  float ff = argc * 1.5f;
  int fi = (int)ff;
  unsigned fu = (unsigned)(ff * 10);
  printf("%d %u %g\n", fi, fu, (double)fi / 3);
  const char *str = "select";
  char buf[32];
  snprintf(buf, sizeof buf, "%s-%d", str, argc);
  puts(buf);
  int (*fp)(int, int, int, int, int, int, int, int, int, long) = argc ? many : 0;
  printf("%d\n", fp(1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
  goto done;
  printf("dead\n");
done:
  return ok ? 7 : 1;
}
