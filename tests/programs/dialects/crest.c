/* CREST style. */
#include <assert.h>
#include <crest.h>

int main(void) {
  int a, b;
  unsigned char c;
  short s;
  CREST_int(a);
  CREST_int(b);
  CREST_unsigned_char(c);
  CREST_short(s);
  if (a == 2 * b + 7 && c > 200)
    if (s == a - b) assert(b != 10); // BUG: assert in main
  return 0;
}
