/* Output whose result the program looks at (TELLS of wire/calls.def). What is written goes the
 * usual way; the result is computed from the same bytes and so may be symbolic. Calls without a use
 * of their result never come here.
 *
 * The real functions are called from functions without hooks, which get what may be symbolic in
 * memory. */
#define _GNU_SOURCE
#include "model.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

int MODEL(vsnprintf)(char *restrict to, size_t room, const char *restrict f, va_list list);

/* Formatted. A negative answer is the library's. */

UNINSTRUMENTED int really_print(FILE *stream, int fd, const char *f, va_list list) {
  return stream ? vfprintf(stream, f, list) : vdprintf(fd, f, list);
}

static int print(FILE *stream, int fd, const char *f, va_list list) {
  va_list again;
  va_copy(again, list);
  int length = MODEL(vsnprintf)(NULL, 0, f, again);
  va_end(again);
  return really_print(stream, fd, f, list) < 0 ? -1 : length;
}

int MODEL(vfprintf)(FILE *restrict stream, const char *restrict f, va_list list) {
  return print(stream, 0, f, list);
}
int MODEL(vprintf)(const char *restrict f, va_list list) { return print(stdout, 0, f, list); }
int MODEL(vdprintf)(int fd, const char *restrict f, va_list list) { return print(NULL, fd, f, list); }

#define WITH_LIST(last, call)                                                                                \
  va_list list;                                                                                              \
  va_start(list, last);                                                                                      \
  int n = call;                                                                                              \
  va_end(list);                                                                                              \
  return n

int MODEL(printf)(const char *restrict f, ...) { WITH_LIST(f, print(stdout, 0, f, list)); }
int MODEL(fprintf)(FILE *restrict stream, const char *restrict f, ...) {
  WITH_LIST(f, print(stream, 0, f, list));
}
int MODEL(dprintf)(int fd, const char *restrict f, ...) { WITH_LIST(f, print(NULL, fd, f, list)); }

/* Characters and strings. */

UNINSTRUMENTED bool really_put(const int *c, FILE *stream) { return fputc(*c, stream) != EOF; }
UNINSTRUMENTED int really_puts(const char *s, FILE *stream) { return stream ? fputs(s, stream) : puts(s); }

int MODEL(fputc)(int c, FILE *stream) { return really_put(&c, stream) ? (unsigned char)c : EOF; }
int MODEL(putc)(int c, FILE *stream) { return MODEL(fputc)(c, stream); }
int MODEL(_IO_putc)(int c, FILE *stream) { return MODEL(fputc)(c, stream); }
int MODEL(putchar)(int c) { return MODEL(fputc)(c, stdout); }
int MODEL(fputc_unlocked)(int c, FILE *stream) { return MODEL(fputc)(c, stream); }
int MODEL(putc_unlocked)(int c, FILE *stream) { return MODEL(fputc)(c, stream); }
int MODEL(putchar_unlocked)(int c) { return MODEL(fputc)(c, stdout); }

/* The library's fputs answers 1, its puts the number of bytes. */
int MODEL(fputs)(const char *restrict s, FILE *restrict stream) { return really_puts(s, stream); }
int MODEL(fputs_unlocked)(const char *restrict s, FILE *restrict stream) { return really_puts(s, stream); }

int MODEL(puts)(const char *s) {
  if (really_puts(s, NULL) < 0) return EOF;
  size_t n = MODEL(strlen)(s) + 1;
  return n < INT_MAX ? (int)n : INT_MAX;
}

/* Blocks. All of it is written, or the library says how much was. */

struct block {
  const void *from;
  size_t size, count;
};

UNINSTRUMENTED bool really_write_all(const struct block *b, FILE *stream, size_t *done) {
  *done = fwrite(b->from, b->size, b->count, stream);
  return *done == b->count;
}

size_t MODEL(fwrite)(const void *restrict from, size_t size, size_t count, FILE *restrict stream) {
  struct block b = {from, size, count};
  size_t done;
  if (size == 0 || count == 0) return 0;
  return really_write_all(&b, stream, &done) ? count : done;
}

size_t MODEL(fwrite_unlocked)(const void *restrict from, size_t size, size_t count, FILE *restrict stream) {
  return MODEL(fwrite)(from, size, count, stream);
}

UNINSTRUMENTED bool really_write(int fd, const struct block *b, ssize_t *done) {
  *done = write(fd, b->from, b->size);
  return *done >= 0 && (size_t)*done == b->size;
}

ssize_t MODEL(write)(int fd, const void *from, size_t size) {
  struct block b = {from, size, 1};
  ssize_t done;
  return really_write(fd, &b, &done) ? (ssize_t)size : done;
}
