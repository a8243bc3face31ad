/* Ends itself by a signal. */
#include <raddle.h>
#include <signal.h>

int main(void) {
  if (raddle_char("c") == 'q') raise(SIGTERM);
  return 0;
}
