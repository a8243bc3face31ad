/* `raddle report`: the text report of a campaign, from its files; the campaign may still be
 * running. */
#include "base/die.h"
#include "cli/commands.h"
#include "report/outdir.h"
#include "report/text.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void read_whole(const char *path, struct buffer *b) {
  char piece[4096];
  ssize_t n;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    die_usage("cannot read %s (%s): name the output directory of `raddle test`", path, strerror(errno));
  while ((n = read(fd, piece, sizeof piece)) > 0) buffer_bytes(b, piece, (size_t)n);
  close(fd);
}

static void check_format(const char *format) {
  if (strcmp(format, "text") != 0)
    die_usage("the format '%s' is not available yet: only text is, and summary.json for programs", format);
}

static const char *read_arguments(int argc, char **argv) {
  const char *out = NULL;
  for (int i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "--format=", 9))
      check_format(argv[i] + 9);
    else if (!strcmp(argv[i], "--format")) {
      if (++i == argc) die_usage("--format wants an argument: --format text");
      check_format(argv[i]);
    } else if (argv[i][0] == '-')
      die_usage("unknown option '%s'; `raddle help report` lists them", argv[i]);
    else if (out)
      die_usage("one output directory at a time: '%s' is one too many", argv[i]);
    else
      out = argv[i];
  }
  if (!out) die_usage("which campaign? Name its output directory: raddle report raddle-out");
  return out;
}

int cmd_report(int argc, char **argv) {
  const char *out = read_arguments(argc, argv);
  struct files files = {0};
  struct buffer summary = {0}, text = {0};
  char *path = xprintf("%s/summary.json", out), *copy = xprintf("%s/report/report.txt", out);
  read_whole(path, &summary);
  if (!text_format(&text, out, buffer_string(&summary), false))
    die_usage("%s is not a summary of a campaign", path);
  file_write(&files, copy, text.at, text.count);
  buffer_clear(&text);
  text_format(&text, out, buffer_string(&summary), isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
  fwrite(text.at, 1, text.count, stdout);
  buffer_free(&summary);
  buffer_free(&text);
  free(path);
  free(copy);
  return 0;
}
