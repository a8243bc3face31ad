/* By hand it does what the program says: nothing. */
#include <raddle.h>
void __VERIFIER_error(void) {}
int main(void) {
  if (raddle_int("x") == 7) __VERIFIER_error(); // BUG: reach-error in main
  return 0;
}
