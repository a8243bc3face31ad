#include <raddle.h>
#include <assert.h>
int main(void) {
  char s[12];
  raddle_symbolic(s, 12, "s");
  unsigned long long v = 0;
  for (int i = 0; i < 12; i++) {
    if (s[i] < '0' || s[i] > '9') return 1;
    if (v > (~0ull / 10)) return 2;
    v = v * 10 + (s[i] - '0');
  }
  if (v == 123456789012ull) assert(0);
  return 0;
}
