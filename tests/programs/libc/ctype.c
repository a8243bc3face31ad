/* ctype.h: each class reaches a byte of it that its neighbours do not have, and has none it must not have. */
#include "cases.h"
#include <ctype.h>

#define IN(name, condition)                                                                                  \
  static void test_##name(void) {                                                                            \
    int c = raddle_int("c");                                                                                 \
    raddle_assume(c >= -1 && c < 256);                                                                       \
    goal_if(name(c) && (condition));                                                                         \
  }
IN(isupper, c > 'Y')
IN(islower, c > 'y')
IN(isalpha, c > 'y')
IN(isdigit, c > '8')
IN(isxdigit, c > 'e')
IN(isspace, c < 10)
IN(isprint, c > '}')
IN(isgraph, c < '"')
IN(isblank, c != ' ')
IN(iscntrl, c > 31)
IN(ispunct, c > 'Z' && c < '\\')
IN(isalnum, c < '1')
IN(isascii, c > 126)

static void test_tolower(void) {
  int c = raddle_int("c");
  goal_if(tolower(c) == 'q' && c != 'q');
}

static void test_toupper(void) {
  int c = raddle_int("c");
  goal_if(toupper(c) == 'Q' && c != 'Q');
}

static void test_toascii(void) {
  int c = raddle_int("c");
  goal_if(toascii(c) == 'a' && c != 'a');
}

/* The classes as the C standard relates them. */
static void test_ctype_never(void) {
  int c = raddle_int("c");
  raddle_assume(c >= -1 && c < 256);
  raddle_assert(!isalpha(c) == !(isupper(c) | islower(c)));
  raddle_assert(!isalnum(c) == !(isalpha(c) | isdigit(c)));
  raddle_assert(!isgraph(c) == !(isalnum(c) | ispunct(c)));
  raddle_assert(!(isprint(c) && iscntrl(c)));
  raddle_assert(!(isalpha(c) && isspace(c)));
  raddle_assert(tolower(toupper(c)) == tolower(c));
}

/* clang-format off */
#define CASES(X) \
  X(isupper) X(islower) X(isalpha) X(isdigit) X(isxdigit) X(isspace) X(isprint) X(isgraph) X(isblank) \
  X(iscntrl) X(ispunct) X(isalnum) X(isascii) X(tolower) X(toupper) X(toascii) X(ctype_never)
/* clang-format on */
RUN_CASES(CASES)
