/* Models of library functions against the C library itself, on random inputs.
 *
 *   clang-19 -std=gnu17 -O1 -g -fno-builtin -Isrc tests/unit/test_libc_models.c src/runtime/libc/[a-z]*.c \
 *     -o test_libc_models && ./test_libc_models
 *
 * Compiled natively the models see no symbolic values, but they do look at the shadow: it is mapped here, and
 * random cells of the inputs are set, so that both the skipping of concrete bytes and the loops are exercised.
 * Input strings end at a page that cannot be read, so a byte read too many is a crash. */
#define _GNU_SOURCE
/* Formats are random, and what does not fit them is to be formatted alike as well. */
#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-extra-args"
#pragma clang diagnostic ignored "-Wformat-security"
#include "wire/layout.h"
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <search.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int __raddle_libc_sscanf(const char *text, const char *f, ...);
int __raddle_libc_scanf(const char *f, ...);
char *__raddle_libc_gets(char *to);
size_t __raddle_libc_strlcpy(char *to, const char *from, size_t room);
size_t __raddle_libc_strlcat(char *to, const char *from, size_t room);
/* clang-format off */
#define DECLARE(name) __typeof__(name) __raddle_libc_##name
DECLARE(memcpy); DECLARE(memmove); DECLARE(mempcpy); DECLARE(memset); DECLARE(bzero); DECLARE(memcmp);
DECLARE(bcmp); DECLARE(memchr); DECLARE(rawmemchr); DECLARE(memrchr); DECLARE(memccpy); DECLARE(memmem);
DECLARE(swab); DECLARE(strlen); DECLARE(strnlen); DECLARE(strcpy); DECLARE(stpcpy); DECLARE(stpncpy);
DECLARE(strncpy); DECLARE(strcat); DECLARE(strncat); DECLARE(strdup); DECLARE(strndup); DECLARE(strcmp);
DECLARE(strncmp); DECLARE(strcoll); DECLARE(strcasecmp); DECLARE(strncasecmp); DECLARE(strchr);
DECLARE(strchrnul); DECLARE(index); DECLARE(strrchr); DECLARE(rindex); DECLARE(strstr);
DECLARE(strcasestr); DECLARE(strspn); DECLARE(strcspn); DECLARE(strpbrk); DECLARE(strsep);
DECLARE(strtok); DECLARE(strtok_r); DECLARE(isupper); DECLARE(islower); DECLARE(isalpha);
DECLARE(isdigit); DECLARE(isxdigit); DECLARE(isspace); DECLARE(isprint); DECLARE(isgraph);
DECLARE(isblank); DECLARE(iscntrl); DECLARE(ispunct); DECLARE(isalnum); DECLARE(isascii);
DECLARE(toascii); DECLARE(tolower); DECLARE(toupper); DECLARE(strtol); DECLARE(strtoll); DECLARE(strtoul);
DECLARE(strtoull); DECLARE(strtoimax); DECLARE(strtoumax); DECLARE(strtod); DECLARE(strtof);
DECLARE(strtold); DECLARE(atof); DECLARE(atoi); DECLARE(atol); DECLARE(atoll); DECLARE(abs);
DECLARE(labs); DECLARE(llabs); DECLARE(div); DECLARE(ldiv); DECLARE(lldiv); DECLARE(ffs); DECLARE(ffsl);
DECLARE(ffsll); DECLARE(qsort); DECLARE(qsort_r); DECLARE(bsearch); DECLARE(lfind); DECLARE(lsearch);
DECLARE(snprintf); DECLARE(sprintf); DECLARE(asprintf); DECLARE(getenv); DECLARE(time); DECLARE(clock);
DECLARE(clock_gettime); DECLARE(getchar); DECLARE(ungetc);
DECLARE(fread); DECLARE(read); DECLARE(fgets); DECLARE(getline); DECLARE(getdelim); DECLARE(feof);
DECLARE(clearerr); DECLARE(getopt); DECLARE(getopt_long); DECLARE(getopt_long_only);
/* clang-format on */

#define MODEL(name) __raddle_libc_##name

static unsigned long checks, failures;

static void check(bool holds, const char *what, int line, const char *input) {
  checks++;
  if (holds) return;
  if (failures++ < 20) fprintf(stderr, "line %d: %s, input \"%s\"\n", line, what, input);
}
#define CHECK(condition, input) check(condition, #condition, __LINE__, input)
#define SAME(name, ...) check(MODEL(name)(__VA_ARGS__) == name(__VA_ARGS__), #name, __LINE__, input_shown)

/* Time of the models. */
static uint64_t ticks;
uint64_t __raddle_clock_read(int clock) {
  return ++ticks * 1000000 + (clock == CLOCK_REALTIME ? UINT64_C(1577836800000000000) : 0);
}

/* Other threads. One of them may change a byte before the model reads what it announces. */
static struct {
  char *byte, value;
  int after; /* announcements */
} other;
int __raddle_decides(const void *p, size_t size) {
  (void)p, (void)size;
  return 0;
}

void __raddle_outside_fork(const char *name) { (void)name; }
void __raddle_outside_alias(const char *name) { (void)name; }
void __raddle_outside_redirect(void) {}
void __raddle_outside_read(const char *name, int is_stdin) { (void)name, (void)is_stdin; }
void __raddle_outside_call(const char *name) { (void)name; }
void __raddle_hidden_use(const char *name) { (void)name; }
void __raddle_outside_stdin(uint64_t stream, const char *name) { (void)stream, (void)name; }
void __raddle_outside_data(const char *name) { (void)name; }
void __raddle_io_take(int fd, size_t size, const char *name) { (void)fd, (void)size, (void)name; }
void __raddle_io_taken(void) {}
void __raddle_io_take_stream(FILE *f, const char *name) { (void)f, (void)name; }
void __raddle_io_close(int fd) { (void)fd; }
int __raddle_io_open(const char *path, int flags) { return (void)path, (void)flags, -2; }
void __raddle_touch(const void *p, size_t size, int is_write) {
  if (!is_write)
    for (size_t i = 0; i < size; i++) (void)((const volatile char *)p)[i]; /* a byte too many is a crash */
  if (other.byte && other.after-- == 0) *other.byte = other.value, other.byte = NULL;
}

/* Stdin of the models. */
static const char *stdin_text = "";
static bool stdin_is_symbolic;
int __raddle_stdin_available(void) { return stdin_is_symbolic; }
const unsigned char *__raddle_stdin_buffer(size_t *n) {
  *n = strlen(stdin_text);
  return (const unsigned char *)stdin_text;
}

/* Random inputs. */
static uint64_t state = 88172645463325252ull;
static uint64_t next_random(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}
static unsigned below(unsigned n) { return next_random() % n; }

#define PAGE 4096
struct text {
  char *page; /* followed by one that cannot be read */
  char *s;
  size_t size;
};
static struct text text_new(void) {
  char *p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p + PAGE, PAGE, PROT_NONE);
  return (struct text){.page = p, .s = p};
}

/* Makes some bytes look symbolic, or none. There are other threads, or not. */
static void mark_some(struct text *t) {
  memset(shadow_of(t->page), 0, PAGE * sizeof(shadow_cell));
  HOT->tag = below(2) ? 2 : 0;
  if (below(2)) return;
  for (size_t i = 0; i < t->size; i++)
    if (below(3) == 0) *shadow_of(t->s + i) = SHADOW_CELL(1, 0);
}

static void text_fill(struct text *t, const char *alphabet, unsigned longest) {
  size_t letters = strlen(alphabet);
  t->size = below(longest + 1) + 1;
  t->s = t->page + PAGE - t->size;
  for (size_t i = 0; i + 1 < t->size; i++) t->s[i] = alphabet[below(letters)];
  t->s[t->size - 1] = 0;
  mark_some(t);
}

static int sign(int x) { return (x > 0) - (x < 0); }

/* Tests. */

static void test_memory(struct text a, struct text b) {
  char x[256], y[256];
  for (int round = 0; round < 20000; round++) {
    text_fill(&a, "abAB\x80\xff", 40);
    text_fill(&b, "abAB\x80\xff", 40);
    const char *input_shown = a.s;
    size_t n = a.size < b.size ? a.size : b.size, k = below(n + 1);
    int c = "abAB\x80\xffz"[below(8)];
    CHECK(sign(MODEL(memcmp)(a.s, b.s, k)) == sign(memcmp(a.s, b.s, k)), a.s);
    CHECK(!MODEL(bcmp)(a.s, b.s, k) == !bcmp(a.s, b.s, k), a.s);
    SAME(memchr, a.s, c, a.size);
    SAME(memrchr, a.s, c, a.size);
    SAME(rawmemchr, a.s, 0);
    size_t size = below(3);
    if (size < b.size) SAME(memmem, a.s, a.size, b.s, size);
    memset(x, 7, sizeof x), memset(y, 7, sizeof y);
    void *p = MODEL(memccpy)(x, a.s, c, a.size), *q = memccpy(y, a.s, c, a.size);
    CHECK(memcmp(x, y, sizeof x) == 0 && (p ? (char *)p - x : -1) == (q ? (char *)q - y : -1), a.s);
    CHECK((char *)MODEL(mempcpy)(x, a.s, a.size) == x + a.size, a.s);
    MODEL(memset)(x, c, k), memset(y, c, k), mempcpy(y, a.s, a.size), MODEL(memcpy)(x, a.s, a.size);
    MODEL(memmove)(x + 3, x, 50), memmove(y + 3, y, 50);
    MODEL(bzero)(x + 60, 9), bzero(y + 60, 9);
    MODEL(swab)(a.s, x + 80, a.size), swab(a.s, y + 80, a.size);
    CHECK(memcmp(x, y, sizeof x) == 0, a.s);
  }
}

static void test_strings(struct text a, struct text b) {
  char x[256], y[256];
  for (int round = 0; round < 20000; round++) {
    text_fill(&a, "abAB\x80", 30);
    text_fill(&b, "abAB\x80", below(2) ? 3 : 30);
    const char *input_shown = a.s;
    size_t k = below(34);
    SAME(strlen, a.s);
    SAME(strnlen, a.s, k);
    CHECK(MODEL(strcmp)(a.s, b.s) == strcmp(a.s, b.s), a.s);
    CHECK(MODEL(strcmp)(a.s, a.s) == 0, a.s);
    CHECK(MODEL(strncmp)(a.s, b.s, k) == strncmp(a.s, b.s, k), a.s);
    CHECK(sign(MODEL(strcoll)(a.s, b.s)) == sign(strcoll(a.s, b.s)), a.s);
    CHECK(MODEL(strcasecmp)(a.s, b.s) == strcasecmp(a.s, b.s), a.s);
    CHECK(MODEL(strncasecmp)(a.s, b.s, k) == strncasecmp(a.s, b.s, k), a.s);
    memset(x, 7, sizeof x), memset(y, 7, sizeof y);
    CHECK(MODEL(strcpy)(x, a.s) == x && strcpy(y, a.s), a.s);
    CHECK(MODEL(strcat)(x, b.s) == x && strcat(y, b.s), a.s);
    CHECK(MODEL(strncat)(x, b.s, k) == x && strncat(y, b.s, k), a.s);
    CHECK(MODEL(stpcpy)(x + 100, a.s) - x == stpcpy(y + 100, a.s) - y, a.s);
    CHECK(MODEL(strncpy)(x + 140, a.s, k) == x + 140 && strncpy(y + 140, a.s, k), a.s);
    CHECK(MODEL(stpncpy)(x + 180, b.s, k) - x == stpncpy(y + 180, b.s, k) - y, a.s);
    CHECK(memcmp(x, y, sizeof x) == 0, a.s);
    char *copy = MODEL(strdup)(a.s), *part = MODEL(strndup)(a.s, k), *real = strndup(a.s, k);
    CHECK(!strcmp(copy, a.s) && !strcmp(part, real), a.s);
    free(copy), free(part), free(real);
    size_t room = below(20);
    memset(x, 0, sizeof x);
    CHECK(MODEL(strlcpy)(x, a.s, room) == strlen(a.s), a.s);
    CHECK(room == 0 || (!strncmp(x, a.s, room - 1) && strlen(x) < room), a.s);
    size_t before = strnlen(x, room + 5);
    CHECK(MODEL(strlcat)(x, b.s, room + 5) == before + strlen(b.s) && strlen(x) < room + 5, a.s);
  }
}

static void test_search(struct text a, struct text b) {
  for (int round = 0; round < 20000; round++) {
    text_fill(&a, "abAB,; ", 30);
    text_fill(&b, "abAB,; ", 3);
    const char *input_shown = a.s;
    int c = "abAB,z"[below(7)] + 256 * (int)below(2);
    SAME(strchr, a.s, c);
    SAME(strchrnul, a.s, c);
    SAME(index, a.s, c);
    SAME(strrchr, a.s, c);
    SAME(rindex, a.s, c);
    SAME(strstr, a.s, b.s);
    SAME(strcasestr, a.s, b.s);
    SAME(strspn, a.s, b.s);
    SAME(strcspn, a.s, b.s);
    SAME(strpbrk, a.s, b.s);
    char x[40], y[40], *p = x, *q = y, *rest_x = NULL, *rest_y = NULL;
    strcpy(x, a.s), strcpy(y, a.s);
    for (char *s = x, *t = y;; s = t = NULL) {
      char *u = round % 2 ? MODEL(strtok)(s, b.s) : MODEL(strtok_r)(s, b.s, &rest_x);
      char *v = round % 2 ? strtok(t, b.s) : strtok_r(t, b.s, &rest_y);
      CHECK((u ? u - x : -1) == (v ? v - y : -1) && !memcmp(x, y, a.size), a.s);
      if (!u || !v) break;
    }
    strcpy(x, a.s), strcpy(y, a.s);
    while (q) {
      char *u = MODEL(strsep)(&p, b.s), *v = strsep(&q, b.s);
      CHECK(u - x == v - y && (p ? p - x : -1) == (q ? q - y : -1) && !memcmp(x, y, a.size), a.s);
    }
    CHECK(!MODEL(strsep)(&p, b.s), a.s);
  }
}

static void test_ctype(void) {
  const char *input_shown = "a byte";
  for (int c = -1; c < 256; c++) {
    SAME(isupper, c);
    SAME(islower, c);
    SAME(isalpha, c);
    SAME(isdigit, c);
    SAME(isxdigit, c);
    SAME(isspace, c);
    SAME(isprint, c);
    SAME(isgraph, c);
    SAME(isblank, c);
    SAME(iscntrl, c);
    SAME(ispunct, c);
    SAME(isalnum, c);
    SAME(isascii, c);
    SAME(toascii, c);
    SAME(tolower, c);
    SAME(toupper, c);
  }
}

#define SAME_NUMBER(name, s, base)                                                                           \
  do {                                                                                                       \
    char *end1 = NULL, *end2 = NULL;                                                                         \
    errno = 0;                                                                                               \
    __typeof__(name(s, &end1, base)) v1 = name(s, &end1, base);                                              \
    int error = errno;                                                                                       \
    errno = 0;                                                                                               \
    CHECK(MODEL(name)(s, &end2, base) == v1 && end1 == end2 && errno == error, s);                           \
  } while (0)

static void test_numbers(struct text a) {
  static const char *alphabets[] = {"0123456789", "0123456789abcdefxX", "07 +-x", "019azAZ", "01", "89"};
  static const char *edges[] = {"9223372036854775807",
                                "9223372036854775808",
                                "-9223372036854775808",
                                "-9223372036854775809",
                                "18446744073709551615",
                                "18446744073709551616",
                                "-18446744073709551615",
                                "-18446744073709551616",
                                "0x",
                                "0xg",
                                "0x7fffffffffffffff",
                                "0xffffffffffffffffff",
                                "",
                                "-",
                                "+ 1",
                                "  \t\n\v\f\r12",
                                "00000000000000000000000012",
                                "99999999999999999999999",
                                "2147483648",
                                "-2147483649",
                                "-0x1f",
                                "08",
                                "0b1"};
  for (int round = 0; round < 60000; round++) {
    text_fill(&a, alphabets[below(6)], below(2) ? 6 : 26);
    size_t edge = round;
    const char *s = edge < sizeof edges / sizeof *edges ? edges[edge] : a.s, *input_shown = s;
    int base = below(4) ? (int[]){0, 8, 10, 16}[below(4)] : (int)below(38) - 1;
    SAME_NUMBER(strtol, s, base);
    SAME_NUMBER(strtoll, s, base);
    SAME_NUMBER(strtoul, s, base);
    SAME_NUMBER(strtoull, s, base);
    SAME_NUMBER(strtoimax, s, base);
    SAME_NUMBER(strtoumax, s, base);
    SAME(atoi, s);
    SAME(atol, s);
    SAME(atoll, s);
  }
  for (int round = 0; round < 2000; round++) {
    const char *input_shown = "random numbers";
    long x = next_random() >> below(64), y = (long)(next_random() >> below(63)) | 1;
    if (below(2)) x = -x;
    if (below(2)) y = -y;
    int i = x, j = (int)y ? (int)y : 1;
    SAME(abs, i);
    SAME(labs, x);
    SAME(llabs, x);
    SAME(ffs, i);
    SAME(ffsl, x);
    SAME(ffsll, x);
    div_t d1 = MODEL(div)(i, j), d2 = div(i, j);
    ldiv_t l1 = MODEL(ldiv)(x, y), l2 = ldiv(x, y);
    lldiv_t q1 = MODEL(lldiv)(x, y), q2 = lldiv(x, y);
    CHECK(d1.quot == d2.quot && d1.rem == d2.rem && l1.quot == l2.quot && l1.rem == l2.rem, "div");
    CHECK(q1.quot == q2.quot && q1.rem == q2.rem, "lldiv");
  }
}

#define SAME_FLOAT(name)                                                                                     \
  do {                                                                                                       \
    char *end1, *end2;                                                                                       \
    CHECK(MODEL(name)(a.s, &end1) == name(a.s, &end2) && end1 == end2, a.s);                                 \
  } while (0)

static void test_floats(struct text a) {
  for (int round = 0; round < 5000; round++) {
    text_fill(&a, "0123.e+- ", 12);
    const char *input_shown = a.s;
    SAME_FLOAT(strtod);
    SAME_FLOAT(strtof);
    SAME_FLOAT(strtold);
    SAME(atof, a.s);
  }
}

struct pair {
  int key, serial;
  char filler[40];
};
static unsigned long calls;
static int compare_pairs(const void *a, const void *b) {
  calls = calls * 31 + ((const struct pair *)a)->serial * 7 + ((const struct pair *)b)->serial;
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
static int compare_bytes(const void *a, const void *b, void *factor) {
  return *(int *)factor * (*(const char *)a - *(const char *)b);
}

static void test_sorting(void) {
  static struct pair x[64], y[64];
  for (int round = 0; round < 2000; round++) {
    size_t n = below(64);
    for (size_t i = 0; i < n; i++) x[i] = y[i] = (struct pair){.key = below(20), .serial = i};
    calls = 0, qsort(x, n, sizeof *x, compare_pairs);
    unsigned long expected = calls;
    calls = 0, MODEL(qsort)(y, n, sizeof *y, compare_pairs);
    CHECK(memcmp(x, y, sizeof x) == 0 && calls == expected, "qsort");
    struct pair key = {.key = below(22)};
    CHECK(MODEL(bsearch)(&key, x, n, sizeof *x, compare_pairs) ==
              bsearch(&key, x, n, sizeof *x, compare_pairs),
          "");
    CHECK(MODEL(lfind)(&key, x, &n, sizeof *x, compare_pairs) == lfind(&key, x, &n, sizeof *x, compare_pairs),
          "");
    size_t m = n;
    char *p = MODEL(lsearch)(&key, x, &m, sizeof *x, compare_pairs),
         *q = lsearch(&key, y, &n, sizeof *y, compare_pairs);
    CHECK(p - (char *)x == q - (char *)y && m == n && !memcmp(x, y, m * sizeof *x), "lsearch");
    char s[] = "the quick brown fox", t[] = "the quick brown fox";
    int factor = round % 2 ? 1 : -1;
    qsort_r(s, sizeof s, 1, compare_bytes, &factor);
    MODEL(qsort_r)(t, sizeof t, 1, compare_bytes, &factor);
    CHECK(!memcmp(s, t, sizeof s), "qsort_r");
  }
}

/* A random directive; its length modifier fits the argument the caller passes. */
static void random_format(char *f, const char *length, const char *conversions) {
  char *p = f + sprintf(f, "<%%");
  for (unsigned i = below(4); i > 0; i--) *p++ = "-+ #0"[below(5)];
  if (below(2)) p += sprintf(p, "%u", below(24) + 1);
  if (below(2)) p += below(5) ? sprintf(p, ".%u", below(24)) : sprintf(p, ".");
  sprintf(p, "%s%c>%%%%", length, conversions[below(strlen(conversions))]);
}

#define SAME_PRINT(f, ...)                                                                                   \
  do {                                                                                                       \
    char x[200], y[200];                                                                                     \
    memset(x, 1, sizeof x), memset(y, 1, sizeof y);                                                          \
    size_t room = below(3) ? sizeof x : below(20);                                                           \
    int n = snprintf(x, room, f, __VA_ARGS__);                                                               \
    CHECK(MODEL(snprintf)(y, room, f, __VA_ARGS__) == n && !memcmp(x, y, sizeof x), f);                      \
  } while (0)

#define SAME_RANDOM(length, conversions, value)                                                              \
  do {                                                                                                       \
    char f[64];                                                                                              \
    random_format(f, length, conversions);                                                                   \
    SAME_PRINT(f, value);                                                                                    \
  } while (0)

static void test_print(struct text a) {
  for (int round = 0; round < 20000; round++) {
    long v = next_random() >> below(64);
    if (below(2)) v = -v;
    if (below(8) == 0) v = 0;
    SAME_RANDOM("", "dixXou", (int)v);
    SAME_RANDOM("l", "dixXou", v);
    SAME_RANDOM("ll", "dixXou", (long long)v);
    SAME_RANDOM("hh", "dixXou", (int)v);
    SAME_RANDOM("h", "dixXou", (int)v);
    SAME_RANDOM("z", "dixXou", (size_t)v);
    SAME_RANDOM("j", "dixXou", (intmax_t)v);
    SAME_RANDOM("t", "dixXou", (ptrdiff_t)v);
    SAME_RANDOM("", "c", (int)(v & 0x7f));
    SAME_RANDOM("", "p", (void *)v);
    SAME_RANDOM("", "fFeEgGaA", (double)v / 1024);
    SAME_RANDOM("L", "fFeEgGaA", (long double)v / 1024);
    text_fill(&a, "abc ", 20);
    const char *text = below(8) ? a.s : NULL;
    SAME_RANDOM("", "s", text);
    int w1 = (int)below(20) - 10, w2 = (int)below(20) - 10, p1 = (int)below(12) - 4, p2 = below(20);
    SAME_PRINT("%*d|%-*d|%.*d|%.*s|%*s", w1, (int)v, w2, 5, p1, (int)v, p2, a.s, w2, a.s);
    SAME_PRINT("%s %d %c%s %x %lu %s", a.s, 1, 'x', "y", (unsigned)v, v, "end");
    SAME_PRINT("%2$s %1$d", 4, "positional");
  }
  SAME_PRINT("%.400f %300d", 1.5, 7);
  errno = ENOENT;
  SAME_PRINT("%m %d", 5);
  int count = 0;
  char x[100], *p;
  CHECK(MODEL(sprintf)(x, "abc%n%5.1f|%%", &count, 2.25) == 10 && count == 3 && !strcmp(x, "abc  2.2|%"), x);
  CHECK(MODEL(asprintf)(&p, "%s-%d", "long enough", 42) == 14 && !strcmp(p, "long enough-42"), p);
  free(p);
}

#define SAME_SCAN(f, type)                                                                                   \
  do {                                                                                                       \
    type x[4], y[4];                                                                                         \
    memset(x, 1, sizeof x), memset(y, 1, sizeof y);                                                          \
    int n = sscanf(a.s, f, x, x + 1, x + 2, x + 3);                                                          \
    CHECK(MODEL(sscanf)(a.s, f, y, y + 1, y + 2, y + 3) == n && !memcmp(x, y, sizeof x), a.s);               \
  } while (0)

static void test_scan(struct text a) {
  typedef char word[64];
  for (int round = 0; round < 30000; round++) {
    text_fill(&a,
              round % 3 == 0   ? "0123456789 +-"
              : round % 3 == 1 ? "01x9fa, -"
                               : "ab]-^ 1,",
              below(2) ? 8 : 30);
    SAME_SCAN("%d %d%d,%d", int);
    SAME_SCAN("%u,%x %o%i", int);
    SAME_SCAN("%3d%2x%1i%4o", int);
    SAME_SCAN("%ld%lx %li,%lu", long);
    SAME_SCAN("%lld%llx %lli,%zu", long);
    SAME_SCAN("%hd%hx %hi,%hu", short);
    SAME_SCAN("%hhd%hhx %hhi,%hhu", char);
    SAME_SCAN("%d%n %*d %n%d", int);
    SAME_SCAN("%s%s %5s%s", word);
    SAME_SCAN("%c%3c%c %c", word);
    SAME_SCAN("%[ab]%[^ab]%3[]a-c]%[^]]", word);
    SAME_SCAN("%[0-9] %[a-]%*[ ,]%s", word);
    SAME_SCAN("a%[b] 1%[^,],%c", word);
    SAME_SCAN("%d%% %d", int);
  }
  for (int round = 0; round < 20000; round++) {
    text_fill(&a, "0123.e+- ", 20);
    SAME_SCAN("%lf%lf %lf,%lf", double);
    SAME_SCAN("%f%4f %g,%e", float);
  }
  static const char *floats[] = {
      "inf -infinity nan 0x1.8p3", "infix", "1e5 2.5e-3 .5 5.", "nan", "-.5e2", "0x"};
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
    a.s = strcpy(a.page, floats[i]);
    SAME_SCAN("%lf%lf%lf%lf", double);
  }
}

static void test_stdin(void) {
  stdin_is_symbolic = true;
  stdin_text = "ab\nline two\n42 word\nrest of it;more\nlast";
  char x[64], *line = NULL;
  size_t room = 0;
  int number = 0;
  CHECK(MODEL(getchar)() == 'a' && MODEL(ungetc)('z', stdin) == 'z' && MODEL(getchar)() == 'z', "getchar");
  CHECK(MODEL(fgets)(x, sizeof x, stdin) == x && !strcmp(x, "b\n"), "fgets");
  CHECK(MODEL(fgets)(x, 6, stdin) == x && !strcmp(x, "line "), "fgets");
  CHECK(MODEL(getline)(&line, &room, stdin) == 4 && !strcmp(line, "two\n") && room == 120, "getline");
  CHECK(MODEL(scanf)("%d %s", &number, x) == 2 && number == 42 && !strcmp(x, "word"), "scanf");
  CHECK(MODEL(fread)(x, 2, 2, stdin) == 2 && !memcmp(x, "\nres", 4), "fread");
  CHECK(MODEL(getdelim)(&line, &room, ';', stdin) == 8 && !strcmp(line, "t of it;"), "getdelim");
  CHECK(MODEL(gets)(x) == x && !strcmp(x, "more"), "gets");
  CHECK(MODEL(read)(0, x, 2) == 2 && !memcmp(x, "la", 2) && !MODEL(feof)(stdin), "read");
  CHECK(MODEL(fread)(x, 4, 4, stdin) == 0 && MODEL(feof)(stdin), "fread at the end");
  CHECK(MODEL(getchar)() == EOF && MODEL(getline)(&line, &room, stdin) == -1, "end");
  CHECK(!MODEL(fgets)(x, sizeof x, stdin) && MODEL(scanf)("%d", &number) == EOF && !MODEL(gets)(x), "end");
  MODEL(clearerr)(stdin);
  CHECK(!MODEL(feof)(stdin) && MODEL(read)(0, x, 2) == 0, "clearerr");
  free(line);
  stdin_is_symbolic = false;
}

static void test_environment(void) {
  setenv("RADDLE_TEST", "value", 1);
  const char *input_shown = "environment";
  SAME(getenv, "RADDLE_TEST");
  SAME(getenv, "RADDLE");
  SAME(getenv, "RADDLE_TEST=");
  SAME(getenv, "");
  time_t second = 0;
  struct timespec t;
  ticks = 12499;
  CHECK(MODEL(time)(&second) == 1577836812 && second == 1577836812, "time");
  CHECK(MODEL(clock_gettime)(CLOCK_MONOTONIC, &t) == 0 && t.tv_sec == 12 && t.tv_nsec == 501000000,
        "clock_gettime");
  CHECK(MODEL(clock)() == 12502000, "clock");
}

static void interfere(int after, char *byte, char value) {
  HOT->tag = 2;
  other.after = after, other.byte = byte, other.value = value;
}

/* Bytes count as they are when it is their turn to be read. */
/* Options: every answer of a whole command line, and the order argv is left in. */

static const struct option LONG[] = {{"all", no_argument, NULL, 'A'},
                                     {"all-of-it", no_argument, NULL, 'B'},
                                     {"size", required_argument, NULL, 'S'},
                                     {"sum", optional_argument, NULL, 'U'},
                                     {"sums", optional_argument, NULL, 'U'},
                                     {"ab", no_argument, NULL, 0},
                                     {NULL, 0, NULL, 0}};
enum { OPTIONS_ARGC = 6, OPTIONS_CALLS = 20 };
typedef int options_function(int, char *const *, const char *, const struct option *, int *);
static int short_real(int c, char *const *v, const char *s, const struct option *l, int *i) {
  (void)l, (void)i;
  return getopt(c, v, s);
}
static int short_model(int c, char *const *v, const char *s, const struct option *l, int *i) {
  (void)l, (void)i;
  return MODEL(getopt)(c, v, s);
}

/* What getopt does, as text. */
static void run_options(options_function *get, const char *letters, char **arguments, char *out,
                        size_t room) {
  char *v[OPTIONS_ARGC + 1];
  size_t n = 0;
  memcpy(v, arguments, sizeof v);
  optind = 0;
  for (int i = 0, answer = 0, index = -1; i < OPTIONS_CALLS && answer != -1 && n < room; i++) {
    answer = get(OPTIONS_ARGC, v, letters, LONG, &index);
    n += (size_t)snprintf(out + n, room - n, "%d(%d %d %d %s) ", answer, optind, optopt, index,
                          optarg ? optarg : "-");
  }
  for (int i = 0; i < OPTIONS_ARGC && n < room; i++) n += (size_t)snprintf(out + n, room - n, "%s ", v[i]);
}

static char *any_argument(void) {
  static char *const words[] = {"-a",     "-b",     "-bval", "-ab",    "-c",       "-cval",   "--",   "-",
                                "file",   "--all",  "--siz", "--size", "--size=3", "--sum=4", "--su", "--al",
                                "--all-", "--none", "-W",    "-Wall",  "all=x",    "-size",   "-all", "-x",
                                "-:",     "-;",     "",      "--ab=1", "--=",      "-ax"};
  return words[below(sizeof words / sizeof *words)];
}

static void test_options(void) {
  static options_function *const real[] = {short_real, getopt_long, getopt_long_only};
  static options_function *const model[] = {short_model, MODEL(getopt_long), MODEL(getopt_long_only)};
  static const char *const letters[] = {
      "ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:b:", "W;ab:", "", "sab:;"};
  char expected[1000], got[1000];
  for (unsigned i = 0; i < 60000; i++) {
    char *v[OPTIONS_ARGC + 1] = {"program"};
    for (int k = 1; k < OPTIONS_ARGC; k++) v[k] = any_argument();
    unsigned which = below(3);
    const char *string = letters[below(sizeof letters / sizeof *letters)];
    if (below(10) == 0)
      setenv("POSIXLY_CORRECT", "1", 1);
    else
      unsetenv("POSIXLY_CORRECT");
    opterr = 0;
    run_options(real[which], string, v, expected, sizeof expected);
    run_options(model[which], string, v, got, sizeof got);
    CHECK(!strcmp(expected, got), expected);
  }
  unsetenv("POSIXLY_CORRECT");
}

static void test_others(struct text a, struct text b) {
  memset(shadow_of(a.page), 0, PAGE * sizeof(shadow_cell));
  memset(shadow_of(b.page), 0, PAGE * sizeof(shadow_cell));
  a.s = a.page + PAGE - 8, b.s = b.page + PAGE - 8;
  strcpy(a.s, "abcdefg"), interfere(0, a.s + 2, 0);
  CHECK(MODEL(strlen)(a.s) == 2, "strlen");
  strcpy(a.s, "abcdefg"), interfere(0, a.s + 3, 'x');
  CHECK(MODEL(memchr)(a.s, 'x', 8) == a.s + 3, "memchr");
  strcpy(a.s, "abcdefg"), strcpy(b.s, a.s), interfere(0, a.s + 1, 'a');
  CHECK(MODEL(strcmp)(a.s, b.s) < 0, "strcmp, first string changed before it is read");
  strcpy(a.s, "abcdefg"), strcpy(b.s, a.s), interfere(1, a.s + 1, 'a');
  CHECK(MODEL(strcmp)(a.s, b.s) == 0, "strcmp, first string changed after it was read");
  strcpy(a.s, "abcdefg"), strcpy(b.s, a.s), interfere(1, b.s + 1, 'z');
  CHECK(MODEL(memcmp)(a.s, b.s, 8) < 0, "memcmp, second block changed before it is read");
  strcpy(a.s, "123.5 7"), interfere(0, a.s + 1, 'x');
  CHECK(MODEL(strtod)(a.s, NULL) == 1, "strtod");
  HOT->tag = 0;
}

int main(void) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (mmap((void *)LAYOUT_SHADOW, LAYOUT_SHADOW_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) {
    perror("test_libc_models: cannot map the shadow");
    return 77;
  }
  if (mmap((void *)LAYOUT_OWNERS, LAYOUT_OWNERS_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
    return perror("test_libc_models: cannot map the owners"), 1;
  if (mmap((void *)LAYOUT_HOT, sizeof(struct raddle_hot), PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
    return 77;
  struct text a = text_new(), b = text_new();
  test_memory(a, b);
  test_strings(a, b);
  test_search(a, b);
  test_ctype();
  test_numbers(a);
  test_floats(a);
  test_sorting();
  test_print(a);
  test_scan(a);
  test_stdin();
  test_options();
  test_others(a, b);
  test_environment();
  printf("%lu checks, %lu failures\n", checks, failures);
  return failures > 0;
}
