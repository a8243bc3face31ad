/* Inputs without a type of interest: no row is made. */
#include <raddle.h>

void nothing(void) {
  unsigned char bytes[8];
  __attribute__((nodebug)) long *unknown;
  raddle_symbolic(bytes, sizeof bytes, "bytes");
  raddle_symbolic(&unknown, sizeof unknown, "unknown");
  raddle_int("n");
}
