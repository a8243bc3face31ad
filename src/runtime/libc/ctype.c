/* ctype.h in the C locale. Every function is one formula without branches, so that no path is
 * forked, and returns the bit that glibc returns. EOF, like every byte above 127, belongs to no
 * class. */
#define _GNU_SOURCE
#include "model.h"

/* 1 if first <= c <= last. */
INLINED unsigned between(int c, int first, int last) {
  return (unsigned)c - (unsigned)first <= (unsigned)(last - first);
}
INLINED unsigned is_letter(int c) { return between(c | 32, 'a', 'z'); }
INLINED unsigned is_digit(int c) { return between(c, '0', '9'); }

/* glibc's bits: _ISupper .. _ISalnum of its ctype.h on little-endian machines. */
int MODEL(isupper)(int c) { return between(c, 'A', 'Z') << 8; }
int MODEL(islower)(int c) { return between(c, 'a', 'z') << 9; }
int MODEL(isalpha)(int c) { return is_letter(c) << 10; }
int MODEL(isdigit)(int c) { return is_digit(c) << 11; }
int MODEL(isxdigit)(int c) { return (is_digit(c) | between(c | 32, 'a', 'f')) << 12; }
int MODEL(isspace)(int c) { return (unsigned)is_space(c) << 13; }
int MODEL(isprint)(int c) { return between(c, ' ', '~') << 14; }
int MODEL(isgraph)(int c) { return between(c, '!', '~') << 15; }
int MODEL(isblank)(int c) { return (c == ' ') | (c == '\t'); }
int MODEL(iscntrl)(int c) { return (between(c, 0, 31) | (c == 127)) << 1; }
int MODEL(ispunct)(int c) { return (between(c, '!', '~') & ~(is_letter(c) | is_digit(c))) << 2; }
int MODEL(isalnum)(int c) { return (is_letter(c) | is_digit(c)) << 3; }

int MODEL(isascii)(int c) { return (c & ~0x7f) == 0; }
int MODEL(toascii)(int c) { return c & 0x7f; }
int MODEL(tolower)(int c) { return lower_of(c); }
int MODEL(toupper)(int c) { return c - (int)(between(c, 'a', 'z') << 5); }
