/* `raddle cc`: the program raddle-cc, which lies beside raddle. */
#include "base/die.h"
#include "base/installed.h"
#include "cli/commands.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

int cmd_cc(int argc, char **argv) {
  (void)argc;
  char *compiler = installed_beside("raddle-cc");
  execv(compiler, argv);
  die("cannot run %s: %s; build or install raddle again", compiler, strerror(errno));
}
