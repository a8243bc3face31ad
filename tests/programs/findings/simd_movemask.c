#include <emmintrin.h>
#include <assert.h>
#include <raddle.h>
int main(void) {
  char s[16];
  raddle_symbolic(s, 16, "s");
  __m128i v = _mm_loadu_si128((__m128i *)s);
  int m = _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
  if (m == (1 << 7)) assert(0);
  return 0;
}
