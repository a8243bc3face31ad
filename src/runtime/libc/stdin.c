/* stdio.h and read(): input from symbolic stdin.
 *
 * The runtime holds the whole of stdin in one buffer. FILE functions and read() share one
 * position in it, as if stdin were unbuffered; bytes given back by ungetc come first. It cannot
 * be repositioned, like a pipe. Other streams, and stdin when it is not symbolic, are left to
 * libc. */
#define _GNU_SOURCE
#include "model.h"
#include "outside.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t position;
static unsigned char pushed[16];
static unsigned pushed_count;
static bool at_end; /* what feof says */

bool __raddle_stdin_is_modelled(FILE *f) { return f == stdin && __raddle_stdin_available(); }

/* Bytes come from a file, or from a standard input that has none. */
static void say(const char *name, FILE *f) {
  __raddle_outside_read(name, f == stdin);
  __raddle_io_take_stream(f, name);
}

/* Bytes from the current position on, those pushed back aside. */
static const unsigned char *rest(size_t *n) {
  size_t size = 0;
  const unsigned char *buffer = __raddle_stdin_buffer(&size);
  *n = size - position;
  return buffer + position;
}

int __raddle_stdin_peek(void) {
  size_t n;
  if (pushed_count > 0) return pushed[pushed_count - 1];
  const unsigned char *next = rest(&n);
  if (n > 0) return *next;
  at_end = true;
  return EOF;
}

void __raddle_stdin_advance(void) {
  if (pushed_count > 0)
    pushed_count--;
  else
    position++;
}

static int next(void) {
  int c = __raddle_stdin_peek();
  if (!at_end) __raddle_stdin_advance();
  return c;
}

/* One byte. */

int MODEL(fgetc)(FILE *f) {
  if (__raddle_stdin_is_modelled(f)) return next();
  say("fgetc", f);
  return fgetc(f);
}
int MODEL(getc)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(_IO_getc)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(getchar)(void) { return MODEL(fgetc)(stdin); }
int MODEL(fgetc_unlocked)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(getc_unlocked)(FILE *f) { return MODEL(fgetc)(f); }
int MODEL(getchar_unlocked)(void) { return MODEL(fgetc)(stdin); }

int MODEL(ungetc)(int c, FILE *f) {
  if (!__raddle_stdin_is_modelled(f)) return ungetc(c, f);
  if (c == EOF || pushed_count == sizeof pushed) return EOF;
  pushed[pushed_count++] = c;
  at_end = false;
  return (unsigned char)c;
}

/* Blocks. */

static size_t take(void *to, size_t wanted) {
  size_t got = 0, n;
  while (got < wanted && pushed_count > 0) ((unsigned char *)to)[got++] = pushed[--pushed_count];
  const unsigned char *from = rest(&n);
  size_t more = wanted - got < n ? wanted - got : n;
  __builtin_memcpy((char *)to + got, from, more);
  position += more;
  return got + more;
}

size_t MODEL(fread)(void *restrict to, size_t size, size_t count, FILE *restrict f) {
  if (!__raddle_stdin_is_modelled(f)) {
    say("fread", f);
    touch(to, size * count, true);
    size_t n = fread(to, size, count, f);
    forget_shadow(to, n * size);
    return n;
  }
  if (size == 0 || count == 0) return 0;
  size_t got = take(to, size * count);
  at_end |= got < size * count;
  return got / size;
}

size_t MODEL(fread_unlocked)(void *restrict to, size_t size, size_t count, FILE *restrict f) {
  return MODEL(fread)(to, size, count, f);
}

ssize_t __raddle_stdin_read(void *to, size_t n) { return (ssize_t)take(to, n < SSIZE_MAX ? n : SSIZE_MAX); }

/* Lines. */

char *MODEL(fgets)(char *restrict to, int room, FILE *restrict f) {
  if (!__raddle_stdin_is_modelled(f)) {
    say("fgets", f);
    touch(to, room > 0 ? room : 0, true);
    char *line = fgets(to, room, f);
    if (line) forget_shadow(line, strlen(line) + 1);
    return line;
  }
  if (room <= 0) return NULL;
  int n = 0;
  while (n < room - 1) {
    int c = next();
    if (at_end) break;
    to[n++] = c;
    if (c == '\n') break;
  }
  if (n == 0 && room > 1) return NULL;
  to[n] = 0;
  return to;
}

char *MODEL(fgets_unlocked)(char *restrict to, int room, FILE *restrict f) {
  return MODEL(fgets)(to, room, f);
}

/* The standard and the headers have dropped this function, programs have not. It uses fgetc for
 * every kind of stdin, because the linker warns whenever it sees the real function. */
char *MODEL(gets)(char *to) {
  size_t n = 0;
  for (;; n++) {
    int c = MODEL(fgetc)(stdin);
    if (c == EOF && n == 0) return NULL;
    if (c == EOF || c == '\n') break;
    to[n] = c;
  }
  to[n] = 0;
  return to;
}

static bool grow(char **line, size_t *room, size_t wanted) {
  if (*line && *room >= wanted) return true;
  size_t size = *line && *room ? 2 * *room : 120;
  if (size < wanted) size = wanted;
  char *bigger = realloc(*line, size);
  if (!bigger) return false;
  *line = bigger;
  *room = size;
  return true;
}

ssize_t MODEL(getdelim)(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict f) {
  if (!__raddle_stdin_is_modelled(f)) {
    say("getdelim", f);
    if (line && room && *line) touch(*line, *room, true);
    ssize_t n = getdelim(line, room, delimiter, f);
    if (n >= 0) forget_shadow(*line, n + 1);
    return n;
  }
  if (!line || !room) {
    errno = EINVAL;
    return -1;
  }
  if (!*line && !grow(line, room, 1)) return -1;
  size_t n = 0;
  while (true) {
    int c = next();
    if (at_end) break;
    if (!grow(line, room, n + 2)) return -1;
    (*line)[n++] = c;
    if (c == delimiter) break;
  }
  if (n == 0) return -1;
  (*line)[n] = 0;
  return (ssize_t)n;
}

ssize_t MODEL(getline)(char **restrict line, size_t *restrict room, FILE *restrict f) {
  return MODEL(getdelim)(line, room, '\n', f);
}

/* State of the stream. */

int MODEL(feof)(FILE *f) { return __raddle_stdin_is_modelled(f) ? at_end : feof(f); }
int MODEL(feof_unlocked)(FILE *f) { return MODEL(feof)(f); }

void MODEL(clearerr)(FILE *f) {
  if (__raddle_stdin_is_modelled(f))
    at_end = false;
  else
    clearerr(f);
}

void MODEL(rewind)(FILE *f) {
  if (__raddle_stdin_is_modelled(f))
    at_end = false;
  else
    rewind(f);
}

int MODEL(fseek)(FILE *f, long offset, int whence) {
  if (!__raddle_stdin_is_modelled(f)) {
    if (f != stdin) say("fseek", f);
    return fseek(f, offset, whence);
  }
  errno = ESPIPE;
  return -1;
}

long MODEL(ftell)(FILE *f) {
  if (!__raddle_stdin_is_modelled(f)) {
    if (f == stdout || f == stderr) __raddle_outside_data("ftell"); /* how much was printed */
    if (f != stdin) say("ftell", f);
    return ftell(f);
  }
  errno = ESPIPE;
  return -1;
}
