/* What the programs here share. A program holds cases, the first argument names the one to run. Case `f` can only
 * reach its goal, a failing assertion, if symbolic data flows through f as it should; case `f_never` states
 * what always holds. cases.txt says which of the two a case is. */
#ifndef CASES_H
#define CASES_H

#include <raddle.h>
#include <stddef.h>
#include <string.h>

static inline void goal(void) { raddle_assert(0); }
static inline void goal_if(int reached) {
  if (reached) goal();
}

/* n symbolic bytes and a terminator. */
static inline char *symbolic_text(size_t n, const char *name) {
  static char texts[4][32];
  static int used;
  char *s = texts[used++];
  raddle_symbolic(s, n, name);
  s[n] = 0;
  return s;
}

/* main() for the cases of the list: CASES(X) is X(name) X(name) ... */
#define RUN_CASES(CASES)                                                                                     \
  int main(int argc, char **argv) {                                                                          \
    static const struct {                                                                                    \
      const char *name;                                                                                      \
      void (*run)(void);                                                                                     \
    } all[] = {CASES(CASE_ROW)};                                                                             \
    for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)                                        \
      if (strcmp(argv[1], all[i].name) == 0) all[i].run();                                                   \
    return 0;                                                                                                \
  }
#define CASE_ROW(name) {#name, test_##name},

#endif
