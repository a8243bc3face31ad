/* raddle: picks the subcommand. */
#include "base/die.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "explore/limits.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unknown_command(const char *name) {
  const char *best = NULL;
  size_t distance = 4;
  for (size_t i = 0; i < command_count; i++) {
    size_t d = word_distance(name, commands[i].name);
    if (d < distance) distance = d, best = commands[i].name;
  }
  if (best) die_usage("unknown command '%s'; did you mean `raddle %s`?", name, best);
  die_usage("unknown command '%s'; `raddle --help` lists them", name);
}

int main(int argc, char **argv) {
  limits_read(getenv("RADDLE_LIMITS"));
  signal(SIGXFSZ, SIG_IGN); /* a file that gets too large (ulimit -f) is an error like others */
  if (argc < 2) {
    cmd_help(1, argv);
    return 2;
  }
  if (!strcmp(argv[1], "--version")) return puts("raddle " RADDLE_VERSION), 0;
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return cmd_help(1, argv);
  const struct command *c = command_find(argv[1]);
  if (!c) return unknown_command(argv[1]);
  if (argc == 3 && c->main != cmd_cc && (!strcmp(argv[2], "--help") || !strcmp(argv[2], "-h")))
    return cmd_help(2, argv);
  return c->main(argc - 1, argv + 1);
}
