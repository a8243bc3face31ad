/* err() and its like end the process from within the library: exit handlers run, and error() with code 0 comes back. */
#include <assert.h>
#include <err.h>
#include <error.h>
#include <raddle.h>
#include <stdlib.h>

static int code, has_returned;

static void at_exit(void) {
  assert(code != 3);                  /* errx */
  assert(code != 4);                  /* err */
  assert(code != 5 || !has_returned); /* error: must not come back */
  assert(code != 0 || has_returned);
}

int main(void) {
  code = raddle_uchar("code");
  atexit(at_exit);
  if (code == 3) errx(code, "ends with %d", code);
  if (code == 4) err(code, "ends with %d", code);
  error(code, 0, "ends with %d", code);
  has_returned = 1;
  assert(code == 0);
  return 7;
}
