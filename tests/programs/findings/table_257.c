#include <raddle.h>
#include <assert.h>
static const char map[257] = {['a'] = 1, ['b'] = 1, ['c'] = 2};
int main(void) {
  char s[2];
  raddle_symbolic(s, 2, "s");
  if (s[0] == ' ') return 0;
  if (!map[(unsigned char)s[0]]) return 1;
  if (map[(unsigned char)s[0]] == 2) assert(0);
  return 0;
}
