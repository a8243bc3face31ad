/* What the campaigns of `--function all` came to, a row for each function. */
#ifndef RADDLE_CLI_UNIT_TABLE_H
#define RADDLE_CLI_UNIT_TABLE_H

#include "cli/options.h"
#include "report/outdir.h"
#include <sys/types.h>

enum unit_row_state {
  ROW_WAITS,
  ROW_RUNS,
  ROW_DONE,
  ROW_REFUSED, /* it could not be tested */
};

struct unit_row {
  const char *name, *file;
  enum unit_row_state state;
  char *why; /* ROW_REFUSED */
  pid_t child;
  double began, time; /* seconds; began by the clock of base/clock.h */
  char verdict[16];
  bool was_run; /* at least once */
  uint64_t paths, classes, branches, branches_covered, bugs;
};

/* After its campaign has ended: what is in the directory, or in what it has printed. */
void unit_row_read(struct unit_row *, const char *directory, const char *log, int code);
/* functions.json */
void unit_table_write(struct files *, const char *path, const struct unit_row *, size_t count,
                      bool is_running);
/* The same for people, or with --json as it is in the file. */
void unit_table_print(const struct options *, const char *path, const struct unit_row *, size_t count);

#endif
