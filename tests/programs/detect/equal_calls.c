/* Two calls that are the same but for their places are two places. */
#include <raddle.h>
extern void reach_error(void);
static void fail(int x) {
  switch (x) {
  case 4: break;
  case 5: reach_error(); break; // BUG: reach-error in fail
  case 6:
    raddle_assume(0);
    reach_error();
    break;
  default: break;
  }
}
int main(void) {
  fail(raddle_int("x"));
  return 0;
}
