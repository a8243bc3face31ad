/* Roman numerals of a symbolic number, and back. */
#include <raddle.h>
#include <stdio.h>
#include <string.h>

static const struct {
  int value;
  const char *text;
} numeral[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
               {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"}};

int main(void) {
  short n = raddle_short("n");
  if (n <= 0 || n > 60) {
    printf("%d: no numeral\n", n);
    return 0;
  }
  char text[32] = "";
  int rest = n, back = 0;
  for (int i = 0; i < 13; i++)
    while (rest >= numeral[i].value) {
      strcat(text, numeral[i].text);
      rest -= numeral[i].value;
    }
  for (const char *s = text; *s;)
    for (int i = 0; i < 13; i++) {
      size_t length = strlen(numeral[i].text);
      if (strncmp(s, numeral[i].text, length) != 0) continue;
      back += numeral[i].value;
      s += length;
      break;
    }
  printf("%d %s %d\n", n, text, back);
  return 0;
}
