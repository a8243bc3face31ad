/* A pocket calculator: + - * / and parentheses over small whole numbers.
 *
 *     formula = term (('+' | '-') term)*
 *     term    = factor (('*' | '/') factor)*
 *     factor  = digit+ | '(' formula ')'
 *
 * Its author knew that nobody may divide by zero, and refuses a formula with "/0" in it. Is that enough?
 *
 *     raddle test examples/calc.c              six unknown characters: raddle finds a formula that crashes it
 *     clang -DFORMULA='"(1+2)*3"' -Iinclude examples/calc.c && ./a.out
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#ifndef FORMULA
#include <raddle.h>
#endif

static const char *rest; /* what is still to be read */
static bool wrong;       /* the formula is not one */

static int formula(void);

static int refuse(void) {
  wrong = true;
  return 1;
}

static int number(void) {
  int value = 0;
  while (*rest >= '0' && *rest <= '9') value = value * 10 + (*rest++ - '0');
  return value;
}

static int factor(void) {
  if (*rest >= '0' && *rest <= '9') return number();
  if (*rest++ != '(') return refuse();
  int value = formula();
  return *rest++ == ')' ? value : refuse();
}

static int term(void) {
  int value = factor();
  while (!wrong && (*rest == '*' || *rest == '/')) {
    if (*rest++ == '*') {
      value *= factor();
    } else {
      if (*rest == '0') return refuse();
      int divisor = factor();
      if (!wrong) value /= divisor;
    }
  }
  return value;
}

static int formula(void) {
  int value = term();
  while (!wrong && (*rest == '+' || *rest == '-')) {
    bool add = *rest++ == '+';
    int right = term();
    value += add ? right : -right;
  }
  return value;
}

int main(void) {
#ifdef FORMULA
  static char text[] = FORMULA;
#else
  static char text[7];
  raddle_symbolic(text, sizeof text - 1, "text");
#endif
  rest = text;
  int value = formula();
  if (wrong || *rest) {
    puts("that is no formula");
    return 0;
  }
  printf("%s = %d\n", text, value);
  return 0;
}
