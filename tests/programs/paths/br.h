/* Path programs: counted by raddle, and by brute force.
 *
 * A program defines `void program(void)`, takes inputs with INPUT(type, name), wraps every symbolic condition in BR()
 * and marks every switch target with MARK(n). Under raddle BR(c) is c. Compiled with -DBRUTE by plain clang, the program is run on every
 * tuple of inputs over DOMAIN, and the distinct sequences of outcomes are counted. DOMAIN must hold a value from
 * every class that the program's comparisons can tell apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int size = 4;        /* what argv[1] says */
static volatile int result; /* what was computed, so that it is not optimised away */

#ifndef BRUTE
#include <raddle.h>
#define BR(c) (c)
#define MARK(n) ((void)0)
#define INPUT(type, name) raddle_##type(name)
static void program(void);
int main(int argc, char **argv) {
  if (argc > 1) size = atoi(argv[1]);
  program();
  return 0;
}
#else
static void program(void);
static const long long domain[] = {DOMAIN};
enum { VALUES = sizeof domain / sizeof *domain, INPUTS = 16, LENGTH = 256 };

static int choice[INPUTS], asked; /* the inputs of this run, as indices into domain */
static char outcome[LENGTH];
static int length;

static long long take(void) { return domain[choice[asked++]]; }
static int record(int what) {
  outcome[length++] = (char)('0' + what);
  return what;
}
#define BR(c) record(!!(c))
#define MARK(n) ((void)record(n))
#define INPUT(type, name) ((type)take())

/* The next tuple; inputs that the last run did not ask for need not be varied. */
static int next(void) {
  while (asked > 0 && ++choice[asked - 1] == VALUES) choice[--asked] = 0;
  return asked > 0;
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

int main(int argc, char **argv) {
  if (argc > 1) size = atoi(argv[1]);
  static char seen[1 << 22][LENGTH / 8];
  size_t count = 0, distinct = 0;
  do {
    asked = length = 0;
    program();
    outcome[length] = 0;
    if (length >= LENGTH / 8 || count == sizeof seen / sizeof *seen) abort();
    strcpy(seen[count++], outcome);
  } while (next());
  qsort(seen, count, sizeof *seen, compare);
  for (size_t i = 0; i < count; i++) distinct += i == 0 || strcmp(seen[i], seen[i - 1]) != 0;
  printf("%zu\n", distinct);
  return 0;
}
#endif
