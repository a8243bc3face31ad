#include "cli/commands.h"
#include <string.h>

const struct command commands[] = {
#define COMMAND(name, usage, help) {#name, usage, help, cmd_##name},
#include "cli/commands.def"
#undef COMMAND
};
const size_t command_count = sizeof commands / sizeof commands[0];

const struct command *command_find(const char *name) {
  for (size_t i = 0; i < command_count; i++)
    if (!strcmp(commands[i].name, name)) return &commands[i];
  return NULL;
}
