#include "report/bugdir.h"
#include "report/outdir.h"
#include "report/repro.h"
#include "report/testfile.h"
#include "report/trace_text.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void write_file(const char *dir, const char *name, struct buffer *b) {
  char *path = xprintf("%s/%s", dir, name);
  if (!file_write(path, b->at, b->count))
    fprintf(stderr, "raddle: cannot write %s: %s\n", path, strerror(errno));
  free(path);
  buffer_clear(b);
}

static void format_stacks(struct buffer *b, const struct bug *bug) {
  char place[512];
  buffer_format(b, "%s at %s\n%s\n\nthread 0:\n%s", bug_kind_name(bug->kind),
                bug_place(bug, place, sizeof place), bug->message,
                *bug->stack ? bug->stack : "(no stack was recorded)\n");
}

void bugdir_write(struct campaign *c, struct bug *bug, const struct run *run, const char *test_prefix) {
  struct buffer b = {0};
  char *folder = xprintf("bugs/%03zu-%s", c->bugs.count + 1, bug_kind_name(bug->kind));
  char *dir = xprintf("%s/%s", c->options->out, folder);
  if (mkdir(dir, 0777) && errno != EEXIST) die("cannot make %s: %s", dir, strerror(errno));
  bug->test = xprintf("%s/test.json", folder);

  buffer_text(&b, test_prefix);
  testfile_format(&b, run, shm_object(target_shm(c->target)), bug);
  write_file(dir, "test.json", &b);
  format_stacks(&b, bug);
  write_file(dir, "stacks.txt", &b);
  trace_format(&b, c->target, run, bug);
  write_file(dir, "trace.txt", &b);
  repro_format(&b, c, bug, run);
  write_file(dir, "repro.c", &b);

  buffer_free(&b);
  free(dir);
  free(folder);
}
