/* The options of `raddle test`, filled once from RADDLE_OPTIONS and the command line, const ever
 * after. */
#ifndef RADDLE_CLI_OPTIONS_H
#define RADDLE_CLI_OPTIONS_H

#include "campaign/options.h"
#include "report/report.h"
#include "unit/options.h"

struct options {
  struct campaign_options campaign;
  struct report_options report;
  struct unit_options unit;
  const char
      *formats; /* accepted only with the one value that is implemented; see refuse_unfinished in options.c */
  const char *color;

  /* What to test: .c files or one program, and the arguments after `--`. Pointers into argv. */
  char **what;
  size_t what_count;
  char **program_args; /* NULL-terminated */
  char *const *words;  /* all arguments of the command */
  size_t word_count;
};

/* Reads `raddle test`'s arguments (without "test" itself). Ends the process with exit code 2 and
 * a hint if they make no sense; `argv` must outlive *o. */
void options_read(struct options *o, int argc, char **argv);
/* The same, but returns false and a sentence (to be freed) in *why. */
bool options_parse(struct options *o, int argc, char **argv, const char *environment, char **why);
void options_free(struct options *o);
/* The table of options as help text. */
void options_help(void);

#endif
