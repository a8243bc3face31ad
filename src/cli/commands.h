/* The subcommands of raddle: commands.def lists them, one cmd_*.c each holds them. */
#ifndef RADDLE_CLI_COMMANDS_H
#define RADDLE_CLI_COMMANDS_H

#include <stddef.h>

struct command {
  const char *name, *usage, *help;
  int (*main)(int argc, char **argv);
};

extern const struct command commands[];
extern const size_t command_count;
const struct command *command_find(const char *name);

#define COMMAND(name, usage, help) int cmd_##name(int argc, char **argv);
#include "cli/commands.def"
#undef COMMAND

#endif
