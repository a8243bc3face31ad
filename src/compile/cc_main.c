/* raddle-cc: `raddle cc` as a program of its own, for CC=raddle-cc and CMake. It links neither
 * the solver nor the database: a change of the explorer does not make a new compiler. */
#include "compile/cc.h"
#include <signal.h>

int main(int argc, char **argv) {
  signal(SIGXFSZ, SIG_IGN); /* a file that gets too large (ulimit -f) is an error like others */
  return cc_main(argc, argv);
}
