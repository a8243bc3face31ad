/* Parsing four symbolic characters: blanks, then a word, a number with a sign, or a bracket that must be closed. */
#define DOMAIN                                                                                               \
  0, 1, ' ', '!', '(', ')', '*', '+', ',', '-', '.', '/', '0', '5', '9', ':', '@', 'A', 'Z', '[', '`', 'a',  \
      'q', 'z', '{', 127, -128, -1
#include "br.h"

static const char *at;

static int is_digit(char c) { return BR(c >= '0') && BR(c <= '9'); }
static int is_letter(char c) { return (BR(c >= 'a') && BR(c <= 'z')) || (BR(c >= 'A') && BR(c <= 'Z')); }

static int value(void) {
  while (BR(*at == ' ')) at++;
  if (BR(*at == '(')) {
    at++;
    int v = value();
    return BR(*at == ')') ? (at++, v) : -1;
  }
  if (BR(*at == '-')) {
    at++;
    return -value();
  }
  if (is_letter(*at)) {
    int n = 0;
    do at++, n++;
    while (is_letter(*at));
    return n;
  }
  if (!is_digit(*at)) return -1;
  int v = 0;
  do v = v * 10 + (*at++ - '0');
  while (is_digit(*at));
  return v;
}

static void program(void) {
  char text[5] = {0};
  for (int i = 0; i < 4; i++) text[i] = INPUT(char, "c");
  at = text;
  result = value();
}
