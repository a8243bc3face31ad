#include "base/die.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void complain(const char *format, va_list args) {
  fflush(stdout);
  fputs("raddle: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

void die(const char *format, ...) {
  va_list args;
  va_start(args, format);
  complain(format, args);
  exit(3);
}

void die_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  complain(format, args);
  exit(2);
}

/* There may be no memory for the sentence. */
static _Noreturn void no_memory(unsigned long size) {
  struct rlimit limit;
  bool is_limited = !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY;
  if (is_limited)
    die("out of memory (%lu bytes wanted): address space is limited to %lu KB (ulimit -v); raise it", size,
        limit.rlim_cur >> 10);
  die("out of memory (%lu bytes wanted): try a smaller --max-memory, --max-execs or --jobs", size);
}

void *xmalloc(unsigned long size) {
  void *p = malloc(size ? size : 1);
  if (!p) no_memory(size);
  return p;
}

void *xcalloc(unsigned long count, unsigned long size) {
  void *p = calloc(count ? count : 1, size ? size : 1);
  if (!p) no_memory(count * size);
  return p;
}

void *xrealloc(void *old, unsigned long size) {
  void *p = realloc(old, size ? size : 1);
  if (!p) no_memory(size);
  return p;
}

char *xstrdup(const char *s) {
  unsigned long n = strlen(s) + 1;
  return memcpy(xmalloc(n), s, n);
}

char *xprintf(const char *format, ...) {
  va_list args;
  char *text;
  va_start(args, format);
  int n = vasprintf(&text, format, args);
  va_end(args);
  if (n < 0) die("out of memory");
  return text;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
/* Our programs end when they are done: what lasts until then is not given back piece by piece. */
const char *__asan_default_options(void) { return "detect_leaks=0"; } /* NOLINT: the sanitizer's name */
#endif
#endif
