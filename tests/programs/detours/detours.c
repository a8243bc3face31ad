/* Symbolic data on its way through everything that is not a C expression. Each case fails for x = 77, natively and by hand
 * (RADDLE_INPUT=4d). What raddle must not say of any of them is `complete` without the bug. The first comment on a case is what
 * is expected: `bug` if the way is followed, `named` if the verdict says why it is not. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <locale.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <raddle.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

struct pair {
  int first;
  int *second;
};
int helper_second_pointer(int **p), helper_struct(const struct pair *p), helper_global(void),
    helper_kept(void), helper_plain(int x), helper_sum(size_t n, const unsigned char *const *p);
void *helper_thread(void *p);
void helper_handler(int number), helper_routine(void), helper_destroy(void *p);
extern int seen_by_helper;
void helper_keep(const int *p), helper_call(void (*f)(int), const int *const *p),
    helper_copy(char *to, char **from);

int *shared_with_helper;
static int global;

static void check(int v) { assert(v != 77); }
static int input(void) { return raddle_uchar("x"); }

/* ---- code that is not instrumented ---- */

static void second_pointer(void) { /* named */
  int x = input(), *p = &x;
  check(helper_second_pointer(&p));
}
static void struct_member(void) { /* named */
  int x = input();
  struct pair s = {0, &x};
  check(helper_struct(&s));
}
static void through_global(void) { /* named */
  int x = input();
  shared_with_helper = &x;
  check(helper_global());
}
static void pointer_kept(void) { /* named */
  static int x;
  helper_keep(&x);
  x = input();
  check(helper_kept());
}
static void plain_argument(void) { /* named */ check(helper_plain(input())); }
static void called_back(void) { /* named */
  int x = input();
  const int *p = &x;
  helper_call(check, &p);
}
static void copied(void) { /* named */
  char x = (char)input(), y = 0, *p = &x;
  helper_copy(&y, &p);
  check(y);
}
static void array_of_pointers(void) { /* named */
  unsigned char x = (unsigned char)input(), y = 0;
  const unsigned char *p[] = {&x, &y};
  check(helper_sum(2, p));
}
static void function_pointer(void) { /* named */
  int (*volatile f)(int **) = helper_second_pointer;
  int x = input(), *p = &x;
  check(f(&p));
}
static void table_of_functions(void) { /* named */
  static int (*const table[])(const struct pair *) = {helper_struct};
  int x = input();
  struct pair s = {0, &x};
  check(table[0](&s));
}
static void own_model(void) { /* named */ check(isalnum(input())); }

/* ---- files, pipes, sockets, shared memory ---- */

static void file_formatted(void) { /* named */
  FILE *f = tmpfile();
  int v = 0;
  fprintf(f, "%d\n", input());
  rewind(f);
  if (fscanf(f, "%d", &v) == 1) check(v);
}
static void file_bytes(void) { /* named */
  char name[] = "/tmp/raddle-detour-XXXXXX", x = (char)input(), v = 0;
  int fd = mkstemp(name);
  unlink(name);
  if (write(fd, &x, 1) == 1 && lseek(fd, 0, SEEK_SET) == 0 && read(fd, &v, 1) == 1) check(v);
}
static void file_line(void) { /* named */
  FILE *f = tmpfile();
  char line[8] = "";
  fputc(input(), f);
  rewind(f);
  if (fgets(line, sizeof line, f)) check(line[0]);
}
static void file_size(void) { /* named */
  char name[] = "/tmp/raddle-detour-XXXXXX";
  struct stat s = {0};
  int fd = mkstemp(name);
  unlink(name);
  if (ftruncate(fd, input()) == 0 && fstat(fd, &s) == 0) check((int)s.st_size);
}
static void file_position(void) { /* named */
  FILE *f = tmpfile();
  for (int i = 0, n = input(); i < 100; i++)
    if (i < n) putc('x', f);
  if (ftell(f) == 77) check(77);
}
static void file_pread(void) { /* named */
  char name[] = "/tmp/raddle-detour-XXXXXX", x = (char)input(), v = 0;
  int fd = mkstemp(name);
  unlink(name);
  if (write(fd, &x, 1) == 1 && pread(fd, &v, 1, 0) == 1) check(v);
}
static void through_pipe(void) { /* named */
  int p[2];
  char x = (char)input(), v = 0;
  if (pipe(p) == 0 && write(p[1], &x, 1) == 1 && read(p[0], &v, 1) == 1) check(v);
}
static void pipe_before_input(void) { /* named */
  int p[2];
  char v = 0;
  FILE *f = pipe(p) ? NULL : fdopen(p[1], "w");
  if (!f) return;
  putc(input(), f);
  fflush(f);
  if (read(p[0], &v, 1) == 1) check(v);
}
static void pipe_fill(void) { /* named */
  int p[2], n = 0;
  char bytes[256] = {0};
  if (pipe(p) == 0 && write(p[1], bytes, (size_t)input()) >= 0 && ioctl(p[0], FIONREAD, &n) == 0) check(n);
}
static void pipe_ready(void) { /* named */
  int p[2];
  char x = 1;
  if (pipe(p)) return;
  if (write(p[1], &x, input() == 77) < 0) return;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(p[0], &set);
  struct timeval now = {0};
  if (select(p[0] + 1, &set, NULL, NULL, &now) == 1) check(77);
}
static void vectors(void) { /* named */
  int p[2];
  char x = (char)input(), v = 0;
  struct iovec out = {&x, 1}, in = {&v, 1};
  if (pipe(p) == 0 && writev(p[1], &out, 1) == 1 && readv(p[0], &in, 1) == 1) check(v);
}
static void socket_pair(void) { /* named */
  int p[2];
  char x = (char)input(), v = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, p) == 0 && send(p[1], &x, 1, 0) == 1 && recv(p[0], &v, 1, 0) == 1)
    check(v);
}
static void socket_message(void) { /* named */
  int p[2];
  char x = (char)input(), v = 0;
  struct iovec out = {&x, 1}, in = {&v, 1};
  struct msghdr to = {.msg_iov = &out, .msg_iovlen = 1}, from = {.msg_iov = &in, .msg_iovlen = 1};
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, p) == 0 && sendmsg(p[1], &to, 0) == 1 &&
      recvmsg(p[0], &from, 0) == 1)
    check(v);
}
static void socket_option(void) { /* named */
  int p[2], x = 4096 + input() * 1024, v = 0;
  socklen_t n = sizeof v;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, p)) return;
  setsockopt(p[0], SOL_SOCKET, SO_SNDBUF, &x, sizeof x);
  if (getsockopt(p[0], SOL_SOCKET, SO_SNDBUF, &v, &n) == 0 && v == 2 * (4096 + 77 * 1024)) check(77);
}
static void shared_twice(void) { /* named */
  int fd = memfd_create("detour", 0);
  if (fd < 0 || ftruncate(fd, 4096)) return;
  char *a = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  char *b = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  *a = (char)input();
  check(*b);
}
static void mapped_file(void) { /* named */
  FILE *f = tmpfile();
  if (ftruncate(fileno(f), 4096)) return;
  char *a = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(f), 0);
  fputc(input(), f);
  fflush(f);
  check(*a);
}
static void anonymous_memory(void) { /* bug */
  char *a = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  a[5] = (char)input();
  check(a[5]);
}
static void memory_stream(void) { /* named */
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  fprintf(f, "%d", input());
  fclose(f);
  check(atoi(text));
}
static void memory_file(void) { /* named */
  char text[16] = "";
  FILE *f = fmemopen(text, sizeof text, "w");
  fprintf(f, "%d", input());
  fclose(f);
  check(atoi(text));
}
static void stream_buffer(void) { /* named */
  static char buffer[BUFSIZ];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  putchar(input());
  check(buffer[0]);
}
static void output_redirected(void) { /* named */
  int p[2];
  char v = 0;
  if (pipe(p)) return;
  dup2(p[1], 1);
  printf("%c", input());
  fflush(stdout);
  if (read(p[0], &v, 1) == 1) check(v);
}
static void output_assigned(void) { /* named */
  FILE *f = tmpfile(), *old = stdout;
  stdout = f;
  printf("%c", input());
  rewind(f);
  int v = getc(f);
  stdout = old;
  check(v);
}
static void output_range_closed(void) { /* named */
  int s[2];
  char v = 0;
  close_range(1, 1, 0);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) || s[0] != 1) return;
  v = (char)input();
  if (write(1, &v, 1) != 1) return;
  if (recv(s[1], &v, 1, 0) == 1) check(v);
}
static void error_redirected(void) { /* named */
  FILE *f = tmpfile();
  char text[100] = "";
  dup2(fileno(f), 2);
  errno = input();
  perror("");
  lseek(2, 0, SEEK_SET);
  if (read(2, text, sizeof text - 1) > 0 && strstr(text, "descriptor in bad state")) check(77);
}
static void output_closed(void) { /* named */
  char name[] = "/tmp/raddle-detour-XXXXXX", v = 0;
  close(1);
  int fd = mkstemp(name);
  unlink(name);
  printf("%c", input());
  fflush(stdout);
  if (pread(fd, &v, 1, 0) == 1) check(v);
}
static void sysv_memory(void) { /* named */
  int id = shmget(IPC_PRIVATE, 4096, 0600);
  char *a = shmat(id, NULL, 0), *b = shmat(id, NULL, 0);
  shmctl(id, IPC_RMID, NULL);
  if (a == (void *)-1 || b == (void *)-1) {
    check(input());
    return;
  }
  *a = (char)input();
  check(*b);
}
static void sysv_message(void) { /* named */
  struct {
    long kind;
    char text[1];
  } m = {1, {(char)input()}}, v = {1, {0}};
  int id = msgget(IPC_PRIVATE, 0600);
  int sent = msgsnd(id, &m, 1, 0), got = (int)msgrcv(id, &v, 1, 0, IPC_NOWAIT);
  msgctl(id, IPC_RMID, NULL);
  check(sent == 0 && got == 1 ? v.text[0] : m.text[0]);
}
static void directory_entry(void) { /* named */
  char name[] = "/tmp/raddle-detour-XXXXXX", path[64];
  if (!mkdtemp(name)) return;
  snprintf(path, sizeof path, "%s/%d", name, input());
  mkdir(path, 0700);
  DIR *d = opendir(name);
  int v = 0;
  for (struct dirent *e; d && (e = readdir(d));)
    if (atoi(e->d_name) > v) v = atoi(e->d_name);
  rmdir(path);
  rmdir(name);
  check(v);
}
static void symbolic_link(void) { /* named */
  char name[] = "/tmp/raddle-detour-XXXXXX", path[64], to[8], v[8] = "";
  if (!mkdtemp(name)) return;
  snprintf(path, sizeof path, "%s/l", name);
  snprintf(to, sizeof to, "%d", input());
  ssize_t n = symlink(to, path) ? -1 : readlink(path, v, sizeof v - 1);
  unlink(path);
  rmdir(name);
  if (n > 0) check(atoi(v));
}

/* ---- the process ---- */

static void environment_set(void) { /* named */
  char text[8];
  snprintf(text, sizeof text, "%d", input());
  setenv("DETOUR", text, 1);
  check(atoi(getenv("DETOUR")));
}
static void environment_put(void) { /* bug */
  static char text[] = "DETOUR=?";
  putenv(text);
  text[7] = (char)input();
  check(*getenv("DETOUR"));
}
static void child_status(void) { /* named */
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) _exit(input());
  waitpid(pid, &status, 0);
  check(WEXITSTATUS(status));
}
static void child_asserts(void) { /* named */
  int x = input();
  pid_t pid = fork();
  if (pid == 0) check(x);
  waitpid(pid, NULL, 0);
}
static void child_shares(void) { /* named */
  int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), x = input();
  pid_t pid = fork();
  if (pid == 0) {
    *p = x;
    _exit(0);
  }
  waitpid(pid, NULL, 0);
  check(*p);
}
static void shell_status(void) { /* named */
  char text[32];
  snprintf(text, sizeof text, "exit %d", input());
  check(WEXITSTATUS(system(text)));
}
static void shell_output(void) { /* named */
  char text[32], v[8] = "";
  snprintf(text, sizeof text, "echo %d", input());
  FILE *f = popen(text, "r");
  if (f && fgets(v, sizeof v, f)) check(atoi(v));
  if (f) pclose(f);
}
static void on_value(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  global = info->si_value.sival_int;
}
static void signal_value(void) { /* named */
  struct sigaction a = {.sa_sigaction = on_value, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &a, NULL);
  sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = input()});
  check(global);
}
static void on_signal(int number) { global = number == SIGUSR1 ? 77 : 0; }
static void signal_number(void) { /* named */
  signal(SIGUSR1, on_signal);
  signal(SIGUSR2, on_signal);
  raise(input() == 77 ? SIGUSR1 : SIGUSR2);
  check(global);
}
static int handled;
static void on_use(int number) {
  (void)number;
  check(handled);
}
static void signal_handler(void) { /* bug */
  signal(SIGUSR1, on_use);
  handled = input();
  raise(SIGUSR1);
}
static void on_alarm(int number) {
  (void)number;
  global = 77;
}
static void timer(void) { /* named */
  signal(SIGALRM, on_alarm);
  ualarm(1000, 0);
  int x = input();
  for (volatile long i = 0; i < 20000000 && !global; i++) {}
  if (x == 77) check(global);
}
static void interval_timer(void) { /* named */
  struct itimerval t = {.it_value = {.tv_sec = 1000 + input()}}, v;
  setitimer(ITIMER_REAL, &t, NULL);
  getitimer(ITIMER_REAL, &v);
  if (v.it_value.tv_sec >= 1076 && v.it_value.tv_sec <= 1077) check(77);
}
static void mask(void) { /* named */
  umask((mode_t)input());
  check((int)umask(0));
}
static void process_name(void) { /* named */
  char text[16] = "", v[16] = "";
  text[0] = (char)input();
  prctl(PR_SET_NAME, text);
  prctl(PR_GET_NAME, v);
  check(v[0]);
}
static void limit(void) { /* named */
  struct rlimit r = {(rlim_t)input(), RLIM_INFINITY}, v = {0};
  setrlimit(RLIMIT_CORE, &r);
  getrlimit(RLIMIT_CORE, &v);
  check((int)v.rlim_cur);
}
static void random_seed(void) { /* named */
  srand((unsigned)input());
  int v = rand();
  srand(77);
  if (v == rand()) check(77);
}
static void random_buffer(void) { /* named */
  static char state[64];
  char *old = initstate(1, state, sizeof state);
  state[8] = (char)input();
  long v = random();
  state[8] = 77;
  initstate(1, state, sizeof state);
  state[8] = 77;
  if (v == random()) check(77);
  setstate(old);
}
static void at_exit(void) { check(handled); }
static void exit_handler(void) { /* bug */
  atexit(at_exit);
  handled = input();
  exit(0);
}
static void told_at_exit(int code, void *argument) { check(code + (argument == &handled)); }
static void exit_handler_told(void) { /* bug */
  on_exit(told_at_exit, &handled);
  exit(input());
}
static void quick_exit_handler(void) { /* bug */
  at_quick_exit(at_exit);
  handled = input();
  quick_exit(0);
}
static void jump_value(void) { /* named */
  static jmp_buf place;
  int v = setjmp(place);
  if (v) {
    check(v);
    return;
  }
  longjmp(place, input());
}
static void sleeps(void) { /* named */
  time_t before = time(NULL);
  sleep((unsigned)input());
  if (time(NULL) - before == 77) check(77);
}
static void sleeps_long(void) { /* named */
  struct timespec t = {.tv_sec = input()};
  time_t before = time(NULL);
  nanosleep(&t, NULL);
  if (time(NULL) - before == 77) check(77);
}

/* ---- the library ---- */

static void printf_result(void) { /* bug */
  if (printf("%0*d", 3, input()) == 3 && printf("%s", "") == 0 && printf("%d", input()) == 2) check(77);
}
static void printf_count(void) { /* named */
  int n = 0;
  printf("%d%n", input(), &n);
  if (n == 3) check(77);
}
static void fprintf_result(void) { /* bug */
  char s[3] = {0};
  s[0] = (char)input();
  if (fprintf(stderr, "<%s>", s) == 2) check(77);
}
static void puts_result(void) { /* bug */
  char s[3] = {0};
  s[0] = (char)input();
  if (puts(s) == 1) check(77);
}
static void putchar_result(void) { /* bug */ check(putchar(input())); }
static void write_result(void) { /* bug */
  char bytes[256] = {0};
  check((int)write(1, bytes, (size_t)input()));
}
static void fwrite_result(void) { /* bug */
  char bytes[256] = {0};
  check((int)fwrite(bytes, 1, (size_t)input(), stdout));
}
static int format(char *to, size_t n, const char *f, ...) {
  va_list list;
  va_start(list, f);
  int length = vsnprintf(to, n, f, list);
  va_end(list);
  return length;
}
static void formatted(void) { /* bug */
  char text[16];
  format(text, sizeof text, "%d", input());
  check(atoi(text));
}
static void formatted_length(void) { /* bug */
  if (format(NULL, 0, "%d", input()) == 3) check(77);
}
static void formatted_and_read(void) { /* bug */
  char text[16];
  int v = 0;
  sprintf(text, "v=%d;", input());
  if (sscanf(text, "v=%d;", &v) == 1) check(v);
}
static void format_itself(void) { /* named */
  char f[] = "%d", text[16];
  f[1] = (char)input();
  snprintf(text, sizeof text, f, 5);
  if (!strcmp(text, "5")) check(77);
}
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void sorted(void) { /* bug */
  int v[3] = {100, input(), 50};
  qsort(v, 3, sizeof *v, by_value);
  check(v[1]);
}
static void found(void) { /* bug */
  int v[3] = {50, 77, 100}, x = input(), *p = bsearch(&x, v, 3, sizeof *v, by_value);
  if (p == v + 1) check(*p);
}
static void tree(void) { /* named */
  static int a = 77;
  void *root = NULL;
  int x = input();
  tsearch(&a, &root, by_value);
  if (tfind(&x, &root, by_value)) check(77);
}
static void table(void) { /* named */
  char key[2] = {(char)input(), 0};
  hcreate(10);
  hsearch((ENTRY){.key = "M", .data = &global}, ENTER);
  if (hsearch((ENTRY){.key = key}, FIND)) check(77);
}
static void tokens(void) { /* bug */
  char text[] = "a?b";
  text[1] = (char)input();
  strtok(text, "M");
  if (strtok(NULL, "M")) check(77);
}
static void expression(void) { /* named */
  regex_t r;
  char text[2] = {(char)input(), 0};
  regcomp(&r, "^M$", REG_NOSUB);
  if (regexec(&r, text, 0, NULL, 0) == 0) check(77);
}
static void number_text(void) { /* named */
  char text[3] = "?0";
  text[0] = (char)input();
  if (strtod(text, NULL) == 70.0) check(77);
  if ((double)input() == 77.0) check(77);
}
static void wide_text(void) { /* named */
  wchar_t text[2] = {input(), 0};
  const wchar_t *p = text;
  char v[8] = "";
  wcsrtombs(v, &p, sizeof v, NULL);
  check(v[0]);
}
static void wide_length(void) { /* named */
  wchar_t text[2] = {input() - 77, 0};
  if (wcslen(text) == 0) check(77);
}
static void date(void) { /* named */
  time_t t = (time_t)input() * 86400;
  if (gmtime(&t)->tm_yday == 77) check(77);
}
static void date_text(void) { /* named */
  struct tm t = {.tm_year = 70, .tm_mday = 1, .tm_hour = input() % 24};
  char text[16];
  strftime(text, sizeof text, "%H", &t);
  if (!strcmp(text, "05")) check(77);
}
static void date_zone(void) { /* named */
  char zone[] = {(char)input(), 0}, text[16];
  struct tm t = {.tm_year = 70, .tm_mday = 1, .tm_zone = zone};
  strftime(text, sizeof text, "%Z", &t);
  check(*text);
}
static void date_environment(void) { /* named */
  static char zone[] = "TZ=UTC0";
  putenv(zone);
  zone[6] = (char)(input() - 77 + '3');
  time_t t = 86400;
  if (localtime(&t)->tm_hour == 21) check(77);
}
static void error_text(void) { /* named */
  if (!strcmp(strerror(input()), "File descriptor in bad state")) check(77);
}
static void address_text(void) { /* named */
  char text[] = "1.2.3.?";
  struct in_addr a;
  text[6] = (char)input();
  if (inet_aton(text, &a) && a.s_addr >> 24 == 7) check(77);
}
static int getopt_case(const char *spec) {
  char argument[3] = "-?";
  argument[1] = (char)input();
  char *v[] = {(char *)"p", argument, (char *)"value", NULL};
  optind = 1;
  opterr = 0;
  return getopt(3, v, spec);
}
static void options(void) { /* bug */
  if (getopt_case("aM:") == 'M' && !strcmp(optarg, "value")) check(77);
}
static void option_unknown(void) { /* bug */
  if (getopt_case("a") == '?' && optopt == 77) check(77);
}
static void long_options(void) { /* bug */
  static const struct option all[] = {
      {"all", no_argument, NULL, 'a'}, {"Mine", required_argument, NULL, 'm'}, {0}};
  char argument[] = "--?ine=5";
  argument[2] = (char)input();
  char *v[] = {(char *)"p", argument, NULL};
  optind = 1;
  opterr = 0;
  if (getopt_long(2, v, "", all, NULL) == 'm' && !strcmp(optarg, "5")) check(77);
}

/* ---- threads ---- */

static void *passes(void *p) { return p; }
static void thread_argument(void) { /* bug */
  pthread_t t;
  void *v = NULL;
  pthread_create(&t, NULL, passes, (void *)(intptr_t)input());
  pthread_join(t, &v);
  check((int)(intptr_t)v);
}
static void thread_key(void) { /* named */
  pthread_key_t k;
  pthread_key_create(&k, NULL);
  pthread_setspecific(k, (void *)(intptr_t)input());
  check((int)(intptr_t)pthread_getspecific(k));
}
static void semaphore_value(void) { /* named */
  sem_t s;
  int v = 0;
  sem_init(&s, 0, (unsigned)input());
  sem_getvalue(&s, &v);
  check(v);
}
static void processors(void) { /* named */
  cpu_set_t set, v;
  CPU_ZERO(&set);
  if (input() == 77) CPU_SET(0, &set);
  ((unsigned char *)&set)[1] = (unsigned char)input();
  if (sched_setaffinity(0, sizeof set, &set) == 0 && sched_getaffinity(0, sizeof v, &v) == 0 &&
      CPU_COUNT(&v) == 1)
    check(77);
}

/* ---- functions that the library calls, and that are not instrumented ---- */

static void routine_of_thread(void) { /* named */
  pthread_t t;
  int x = input();
  pthread_create(&t, NULL, helper_thread, &x);
  pthread_join(t, NULL);
  check(seen_by_helper);
}
static void handler_of_signal(void) { /* named */
  int x = input();
  shared_with_helper = &x;
  signal(SIGUSR1, helper_handler);
  raise(SIGUSR1);
  check(seen_by_helper);
}
static void routine_of_once(void) { /* named */
  pthread_once_t once = PTHREAD_ONCE_INIT;
  int x = input();
  shared_with_helper = &x;
  pthread_once(&once, helper_routine);
  check(seen_by_helper);
}
static void check_seen(void) { check(seen_by_helper); }
static void handler_of_exit(void) { /* named */
  static int x;
  x = input();
  shared_with_helper = &x;
  atexit(check_seen);
  atexit(helper_routine);
}
static pthread_key_t key_of_helper;
static void *sets_key(void *p) {
  pthread_setspecific(key_of_helper, p);
  return NULL;
}
static void destructor_of_key(void) { /* named */
  pthread_t t;
  int x = input();
  pthread_key_create(&key_of_helper, helper_destroy);
  pthread_create(&t, NULL, sets_key, &x);
  pthread_join(t, NULL);
  check(seen_by_helper);
}
static void destructor_free(void) { /* bug */
  pthread_t t;
  int x = input();
  pthread_key_create(&key_of_helper, free);
  pthread_create(&t, NULL, sets_key, malloc(4));
  pthread_join(t, NULL);
  check(x);
}

/* ---- the allocator, and how much was printed ---- */

static void alignment(void) { /* named */
  void *p;
  int x = input();
  if (posix_memalign(&p, (size_t)x + 51, 8) == 0 && x == 77) check(77);
}
static void printed_so_far(void) { /* named */
  int x = input();
  long before = ftell(stdout);
  printf("%*d", x, 1);
  check(before < 0 ? x : (int)(ftell(stdout) - before));
}

/* ---- assembly ---- */

static void assembly_register(void) { /* named */
  int x = input(), v;
  __asm__("movl %1, %0" : "=r"(v) : "r"(x));
  check(v);
}
static void assembly_memory(void) { /* named */
  int x = input(), v;
  __asm__("movl %1, %0" : "=r"(v) : "m"(x));
  check(v);
}
static void assembly_output(void) { /* named */
  int x = input(), v = 0;
  __asm__("movl %1, %%eax\n\tmovl %%eax, %0" : "=m"(v) : "m"(x) : "eax");
  check(v);
}
static void assembly_update(void) { /* named */
  int v = input();
  __asm__("incl %0\n\tdecl %0" : "+m"(v));
  check(v);
}
static void assembly_pointer(void) { /* named */
  int x = input(), v;
  __asm__ volatile("movl (%1), %0" : "=r"(v) : "r"(&x) : "memory");
  check(v);
}
static void assembly_syscall(void) { /* named */
  int p[2];
  char x = (char)input(), v = 0;
  long result;
  if (pipe(p)) return;
  __asm__ volatile("syscall" : "=a"(result) : "a"(1), "D"(p[1]), "S"(&x), "d"(1) : "rcx", "r11", "memory");
  if (result == 1 && read(p[0], &v, 1) == 1) check(v);
}
static int assembly_global_cell;
static void assembly_global(void) { /* named */
  int v;
  assembly_global_cell = input();
  __asm__ volatile("movl assembly_global_alias(%%rip), %0" : "=r"(v));
  check(v);
}
__asm__(".globl assembly_global_alias\n.set assembly_global_alias, assembly_global_cell");
static void assembly_overwrites(void) { /* bug */
  int x = input(), y = x;
  __asm__ volatile("movl $5, %0" : "=m"(x));
  if (x != 5) check(77);
  check(y);
}
static void raw_syscall(void) { /* named */
  int p[2];
  char x = (char)input(), v = 0;
  if (pipe(p) == 0 && syscall(1, p[1], &x, 1) == 1 && syscall(0, p[0], &v, 1) == 1) check(v);
}

static const struct {
  const char *name;
  void (*run)(void);
} cases[] = {
#include "cases.def" /* made by the test, from the comments above */
};

int main(int argc, char **argv) {
  for (unsigned i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
    if (!strcmp(cases[i].name, argv[1])) {
      cases[i].run();
      return 0;
    }
  fprintf(stderr, "which case?\n");
  return 2;
}
