#include "cli/commands.h"
#include "explore/strategy.h"
#include <stdio.h>

static const char *when_default(const struct strategy_vtable *s) {
  if (s == strategy_default(false)) return " (default without threads)";
  return s == strategy_default(true) ? " (default with threads)" : "";
}

int cmd_strategies(int argc, char **argv) {
  if (argc > 1) die_usage("`raddle strategies` takes no argument, but got '%s'", argv[1]);
  for (size_t i = 0; strategies[i]; i++)
    printf("%-14s %s%s\n", strategies[i]->name, strategies[i]->help, when_default(strategies[i]));
  return 0;
}
