/* Every way a run can end, chosen by its first input; driven by tests/unit/test_runtime.c, which expects
 * the numbers. */
#include <assert.h>
#include <raddle.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int runs; /* a reset must undo the ++ below */
static int table[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 42};
static void *kept;
static volatile int sink;

static int deep(int n) {
  volatile char frame[1000];
  frame[0] = n;
  return n ? deep(n - 1) + frame[0] : 0;
}

static int bottomless(int n) {
  volatile char frame[100];
  frame[0] = n;
  return bottomless(n + 1) + frame[0];
}

static int sum(int n, ...) {
  va_list arguments;
  int total = 0;
  va_start(arguments, n);
  while (n--) total += va_arg(arguments, int);
  va_end(arguments);
  return total;
}

struct large {
  int v[8];
};
static int fourth(struct large l) { return l.v[3]; }

static void at_exit(void) { sink++; }

static int heap_errors(int k) {
  char *p = malloc(k == 8 || k == 9 ? 200000 : 10);
  switch (k) {
  case 1: p[10] = 1; break;
  case 2: free(p); return p[2];
  case 3:
    free(p);
    free(p);
    break;
  case 4: free(p + 1); break;
  case 5: free(&k); break;
  case 6:
    free(p);
    memset(p, 0, 4);
    break;
  case 7: return p[-1];
  case 8: p[200000] = 1; break;
  case 9: free(p); return p[0];
  }
  return 0;
}

static int memory(int k) {
  int *p = NULL, i = raddle_int("i");
  char *text, local[4] = {0};
  switch (k) {
  case 10: return *p;
  case 11: *(int *)0x123456789000 = 1; break;
  case 12: return bottomless(0);
  case 13: return deep(2000) & 1;
  case 14: return table[i] == 42;
  case 15: local[i] = 1; return local[2];
  case 16: strcpy((char *)8, "abc"); break;
  case 17:
    text = calloc(1, 3000000);
    text[2999999] = 1;
    text = realloc(text, 4000000);
    assert(text[2999999] == 1);
    free(text);
    break;
  case 18:
    for (int n = 0; n < 30000; n++) kept = malloc(20);
    break;
  case 19:
    kept = malloc(30);
    kept = NULL;
    break;
  case 20: kept = malloc(30); break;
  }
  return 0;
}

static int flow(int k) {
  struct large l = {{0}};
  int a = raddle_int("a"), b = raddle_int("b");
  switch (k) {
  case 30: return sum(8, 1, 2, 3, 4, 5, a, 7, b) == 100;
  case 31: l.v[3] = a; return fourth(l) == 77;
  case 32: return 100 / (a - 5) == 20;
  case 33: raddle_assume(a > 3); return a == 7;
  case 34: raddle_assert(a != 9); break;
  case 35:
    while (1) sink++;
  case 36: atexit(at_exit); exit(5);
  case 37: abort();
  case 38: assert(a == b); break;
  case 39: sink = raddle_choose(3); return sink == 2;
  }
  return 0;
}

static int processes(int k) {
  int status = 0;
  pid_t child;
  switch (k) {
  case 50: kill(getpid(), SIGTERM); break;
  case 52: raise(SIGTERM); break;
  case 51:
    child = fork();
    if (!child) _exit(raddle_int("z") > 3 ? 7 : 8);
    waitpid(child, &status, 0);
    assert(WEXITSTATUS(status) == 8);
  }
  return 0;
}

int main(void) {
  int k = raddle_int("k");
  assert(++runs == 1);
  if (k < 10) return heap_errors(k);
  if (k < 30) return memory(k);
  if (k < 50) return flow(k);
  return processes(k);
}
