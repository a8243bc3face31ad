#include <assert.h>
#include <raddle.h>
void reach_error(void) { assert(0); }
static void verify(int condition) {
  if (!condition) reach_error(); // BUG: reach-error in verify
}
int main(void) {
  verify(raddle_int("x") != 7);
  return 0;
}
