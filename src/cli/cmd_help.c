/* Help: generated from the lists of commands, options, bug kinds and strategies. */
#include "base/die.h"
#include "cli/commands.h"
#include "cli/options.h"
#include <stdio.h>
#include <string.h>

static int help_overview(void) {
  puts("raddle " RADDLE_VERSION
       ": tests C programs by running them with inputs chosen to show something new.\n");
  for (size_t i = 0; i < command_count; i++)
    printf("  raddle %-10s %s\n", commands[i].name, commands[i].help);
  puts("  raddle --version   print the version\n"
       "\nTo begin:   raddle test prog.c      then   raddle replay raddle-out/bugs/001-*\n"
       "More:       raddle help test\n"
       "\nExit codes: 0 no bug found, 1 a bug found, 2 usage or compile error, 3 internal error or the\n"
       "target cannot run, 4 not complete although --require-complete.");
  return 0;
}

static void help_test(void) {
  puts("\nWHAT is a program built with `raddle cc`, or .c files, which are compiled first. The\n"
       "environment variable RADDLE_OPTIONS is read before the command line.");
  options_help();
  puts("\nKinds of bugs:");
  for (int k = 0; k < BUG_COUNT; k++)
    printf("  %-16s %s%s\n", bug_kind_name(k), bug_kind_help(k),
           BUG_KINDS_DEFAULT >> k & 1 ? "" : " (only with --check)");
}

static const char *const more[][2] = {
    {"cc", "\nA program built this way behaves natively when started by hand; `raddle test` explores it.\n"
           "Also installed as raddle-cc, for CC=raddle-cc and CMake."},
    {"replay",
     "\nDIR is a folder of raddle-out/bugs, FILE a test.json or a file of raddle-out/tests.\n"
     "Prints what the program prints and how the run ended. Exit code 0: the recorded outcome\n"
     "happened again, 1: another one did.\n\n"
     "  --trace   print every event of the run, a column for each thread\n"
     "  --gdb     run the program in gdb with the recorded input and schedule, stopped where the bug\n"
     "            shows; there `raddle threads`, `raddle thread N` and `raddle where all` show the\n"
     "            program's threads"},
    {"report", "\nReads OUTDIR/summary.json and OUTDIR/state.db; the campaign may be running still.\n\n"
               "  --format text   the only format so far"},
    {"strategies", "\nChoose one with `raddle test --strategy NAME`."},
};

int cmd_help(int argc, char **argv) {
  if (argc < 2) return help_overview();
  const struct command *c = command_find(argv[1]);
  if (!c) die_usage("no help on '%s': there is no such command; `raddle --help` lists them", argv[1]);
  printf("raddle %s %s\n  %s\n", c->name, c->usage, c->help);
  if (c->main == cmd_test) help_test();
  for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
    if (!strcmp(more[i][0], c->name)) puts(more[i][1]);
  return 0;
}
