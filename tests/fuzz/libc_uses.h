/* What the uses of libc_uses.txt are made of. Compiled by raddle cc (explored) and by clang with -DNATIVE (all 65,536 pairs of
 * bytes are tried). USE(i, expression) is one of them. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#undef basename
#include <locale.h>
#include <math.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

typedef unsigned char byte;
static pthread_attr_t A;
static char big[4096];
char *basename(const char *);
int __xpg_strerror_r(int, char *, size_t);
int __isoc99_sscanf(const char *, const char *, ...), __isoc99_vsscanf(const char *, const char *, va_list);
int __isoc99_fscanf(FILE *, const char *, ...), __isoc99_vfscanf(FILE *, const char *, va_list);
int __isoc99_scanf(const char *, ...), __isoc99_vscanf(const char *, va_list);
void reach_error(void);
char *gets(char *);
size_t strlcpy(char *, const char *, size_t), strlcat(char *, const char *, size_t);

static int by_byte(const void *a, const void *b) { return *(const byte *)a - *(const byte *)b; }
static int by_byte_with(const void *a, const void *b, void *with) {
  (void)with;
  return by_byte(a, b);
}

#define LIST(call)                                                                                           \
  va_list list;                                                                                              \
  va_start(list, f);                                                                                         \
  int n = call;                                                                                              \
  va_end(list)
static inline int formatted(char *t, size_t room, const char *f, ...) {
  LIST(vsnprintf(t, room, f, list));
  return n;
}
static inline int formatted_free(char *t, const char *f, ...) {
  LIST(vsprintf(t, f, list));
  return n;
}
static inline int formatted_new(const char *f, ...) {
  char *p;
  LIST(vasprintf(&p, f, list));
  free(p);
  return n;
}
static inline int formatted_out(int how, const char *f, ...) {
  LIST(how == 0 ? vprintf(f, list) : how == 1 ? vfprintf(stdout, f, list) : vdprintf(1, f, list));
  return n;
}
static inline int warned(int how, const char *f, ...) {
  LIST((how ? vwarnx(f, list) : vwarn(f, list), 0));
  return n;
}
static inline int scan_list(const char *s, int how, const char *f, ...) {
  LIST(how == 0   ? vsscanf(s, f, list)
       : how == 1 ? __isoc99_vsscanf(s, f, list)
       : how == 2 ? vfscanf(stdin, f, list)
       : how == 3 ? vscanf(f, list)
       : how == 4 ? __isoc99_vfscanf(stdin, f, list)
                  : __isoc99_vscanf(f, list));
  return n;
}
static inline int scanned(const char *s, const char *f) {
  int v = 3;
  scan_list(s, 0, f, &v);
  return v;
}
static inline int scanned_99(const char *s, const char *f) {
  int v = 3;
  scan_list(s, 1, f, &v);
  return v;
}
static inline int scanned_file(const char *f, int how) {
  int v = 3;
  scan_list(NULL, 2 + how, f, &v);
  return v;
}
static inline int options(int how, const char *s) {
  static const struct option all[] = {{"a", 0, NULL, 'l'}, {"bb", 1, NULL, 'm'}, {0}};
  char text[] = {'-', s[0], s[1], 0}, word[] = "v", *v[] = {(char *)"p", text, word, NULL};
  optind = opterr = 0;
  int r = how == 0   ? getopt(3, v, "ab:c")
          : how == 1 ? getopt_long(3, v, "ab:c", all, NULL)
                     : getopt_long_only(3, v, "ab:c", all, NULL);
  return r + 3 * optind + (optarg ? *optarg : 0);
}

#ifdef NATIVE
#define REACH(i, k) seen |= 1u << k
static unsigned seen;
/* Not in every C library. By what OpenBSD's manual says. */
size_t strlcpy(char *to, const char *from, size_t room) {
  size_t n = strlen(from);
  if (room) {
    size_t m = n < room ? n : room - 1;
    memcpy(to, from, m);
    to[m] = 0;
  }
  return n;
}
size_t strlcat(char *to, const char *from, size_t room) {
  size_t n = strnlen(to, room);
  return n == room ? n + strlen(from) : n + strlcpy(to + n, from, room - n);
}
#else
#include <raddle.h>
#define REACH(i, k) reach_error()
#endif

#define BEGIN                                                                                                \
  char s[3] = {(char)a, (char)b, 0}, t[64] = {0};                                                            \
  wchar_t ws[3] = {a, b, 0}, wt[16] = {0};                                                                   \
  (void)s, (void)t, (void)ws, (void)wt;
