#include "report/report.h"
#include "base/clock.h"
#include "campaign/facts.h"
#include "report/bugdir.h"
#include "report/outdir.h"
#include "report/status.h"
#include "report/summary.h"
#include "report/testfile.h"
#include "report/text.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct report {
  struct report_options options;
  json_t *head; /* of every test */
  struct testfile_lines *lines;
  struct buffer scratch;
  int paths_fd; /* --tests path: tests/paths.jsonl; else -1 */
  struct status status;
  struct files files;
  int code; /* of `raddle test` */
};

static bool write_below(struct report *r, const struct campaign *c, const char *name,
                        const struct buffer *b) {
  char *path = xprintf("%s/%s", c->options->out, name);
  bool is_written = file_write(&r->files, path, b->at, b->count);
  free(path);
  return is_written;
}

static bool write_summary(struct report *r, const struct campaign *c) {
  buffer_clear(&r->scratch);
  summary_format(&r->scratch, c);
  return write_below(r, c, "summary.json", &r->scratch);
}

/* ---- open ---- */

/* Programs compiled on the fly lie in the output directory and are named from there, so that it
 * can be moved. */
static char *name_for_replay(const char *out, const char *binary) {
  size_t n = strlen(out);
  while (n > 1 && out[n - 1] == '/') n--;
  if (!strncmp(binary, out, n) && binary[n] == '/') {
    binary += n;
    while (*binary == '/') binary++;
    return xstrdup(binary);
  }
  char *absolute = realpath(binary, NULL);
  return absolute ? absolute : xstrdup(binary);
}

/* What the tests of a campaign have in common. */
static json_t *head_of(const struct campaign *c, const struct target_options *options) {
  const struct campaign_options *o = c->options;
  char *program = name_for_replay(o->out, o->binary);
  char *driver = o->driver ? name_for_replay(o->out, o->driver) : NULL;
  json_t *head = testfile_head(program, c->options->arguments, options);
  testfile_origin(head, o->binary, driver, o->sources, o->source_count);
  free(program);
  free(driver);
  return head;
}

static int open_paths(const char *out) {
  char *path = xprintf("%s/tests/paths.jsonl", out);
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) die("cannot write %s: %s", path, strerror(errno));
  free(path);
  return fd;
}

static void opened(void *report, const struct campaign *c, uint64_t mark) {
  struct report *r = report;
  r->head = head_of(c, &c->options->target);
  r->lines = testfile_lines_open(r->head);
  if (c->options->tests == TESTS_PATH) r->paths_fd = open_paths(c->options->out);
  if (r->paths_fd >= 0 && mark != OBSERVER_NO_MARK && ftruncate(r->paths_fd, (off_t)mark))
    die("cannot write %s/tests/paths.jsonl: %s", c->options->out, strerror(errno));
  status_start(&r->status, c->started);
  write_summary(r, c);
}

/* What was written of the paths: later lines are of runs that the saved state does not know of. */
static uint64_t mark(void *report) {
  const struct report *r = report;
  return r->paths_fd >= 0 ? (uint64_t)lseek(r->paths_fd, 0, SEEK_END) : 0;
}

/* ---- runs ---- */

/* A file for each of thousands of paths would cost more than finding them: they go to one file,
 * a line each, with what replay needs and no more. */
static bool write_path(void *report, const struct campaign *c, const struct run *run) {
  struct report *r = report;
  struct buffer *b = &r->scratch;
  buffer_clear(b);
  testfile_line(r->lines, b, target_shm(c->target), run);
  ssize_t n = write(r->paths_fd, b->at, b->count);
  if (n >= 0 && n < (ssize_t)b->count) errno = ENOSPC; /* no room for the rest */
  if (n < (ssize_t)b->count) file_failed(&r->files, "tests/paths.jsonl");
  return n == (ssize_t)b->count;
}

static bool write_test(void *report, const struct campaign *c, const struct run *run, const char *name) {
  struct report *r = report;
  buffer_clear(&r->scratch);
  testfile_format(&r->scratch, r->head, target_shm(c->target), run, NULL);
  if (!write_below(r, c, name, &r->scratch)) return false;
  if (!r->options.verbose) return true;
  status_clear(&r->status);
  fprintf(stderr, "execution %lu: %s, branches %u of %u\n", c->executions, name, c->coverage.branches_covered,
          c->coverage.branches);
  return true;
}

/* ---- bugs ---- */

static void write_bug(void *report, const struct campaign *c, const struct bug *bug, const struct run *run) {
  struct report *r = report;
  bugdir_write(&r->files, c, bug, run, r->head);
}

static void announce(struct report *r, const struct campaign *c, const struct bug *bug) {
  const struct report_options *o = &r->options;
  char place[512];
  if (o->quiet || o->json) return;
  status_clear(&r->status);
  fprintf(stderr, "%sbug:%s %s at %s: %s (%s/%s)\n", o->color ? "\033[1;31m" : "", o->color ? "\033[0m" : "",
          bug_kind_name(bug->kind), bug_place(bug, place, sizeof place), bug->message, c->options->out,
          bug->test);
  if (o->verbose) fputs(bug->stack, stderr);
}

static void explain(void *report, const struct campaign *c, const struct bug *bug, const struct run *run) {
  struct report *r = report;
  bugdir_explain(&r->files, c, bug, run);
  announce(r, c, bug);
}

/* Beside the race's test. */
static void write_reversed(void *report, const struct campaign *c, const struct bug *bug,
                           const struct run *run) {
  struct target_options options = c->options->target;
  struct buffer b = {0};
  char *name = xprintf("%.*s/reversed.json", (int)(strrchr(bug->test, '/') - bug->test), bug->test);
  options.granularity_sync = 0;
  json_t *head = head_of(c, &options);
  testfile_format(&b, head, target_shm(c->target), run, bug);
  write_below(report, c, name, &b);
  json_decref(head);
  buffer_free(&b);
  free(name);
}

/* ---- now and then ---- */

static void tick(void *report, const struct campaign *c) {
  struct report *r = report;
  if (!r->options.quiet && !r->options.no_progress) status_show(&r->status, c, clock_coarse_now());
}

static void refresh(void *report, const struct campaign *c) { write_summary(report, c); }

static void say(void *report, bool is_warning, const char *sentence) {
  const struct report *r = report;
  if (is_warning || !r->options.quiet) fprintf(stderr, "raddle: %s\n", sentence);
}

static bool has_failed(void *report) {
  const struct report *r = report;
  return atomic_load(&r->files.has_failed);
}

/* ---- close ---- */

/* What is printed is what was written: `scratch` still has it. */
static void print_end(struct report *r, const struct campaign *c) {
  const struct report_options *o = &r->options;
  const char *out = c->options->out;
  struct buffer *summary = &r->scratch, text = {0};
  if (text_format(&text, out, buffer_string(summary), false)) write_below(r, c, "report/report.txt", &text);
  buffer_clear(&text);
  status_clear(&r->status);
  if (o->json)
    fwrite(summary->at, 1, summary->count, stdout);
  else if (!o->quiet && text_format(&text, out, buffer_string(summary), o->color))
    fwrite(text.at, 1, text.count, stdout);
  fflush(stdout);
  buffer_free(&text);
}

static int exit_code(const struct report_options *o, const struct campaign *c) {
  if (c->bugs.count) return 1;
  return o->require_complete && strcmp(campaign_verdict(c), "complete") != 0 ? 4 : 0;
}

static void closed(void *report, const struct campaign *c) {
  struct report *r = report;
  if (r->paths_fd >= 0) close(r->paths_fd);
  r->paths_fd = -1;
  bool is_written = write_summary(r, c);
  print_end(r, c);
  r->code = is_written ? exit_code(&r->options, c) : 3;
}

/* ---- life ---- */

struct report *report_open(const struct report_options *options) {
  struct report *r = xcalloc(1, sizeof *r);
  r->options = *options;
  r->paths_fd = -1;
  return r;
}

struct campaign_observer report_observer(struct report *r) {
  return (struct campaign_observer){.context = r,
                                    .opened = opened,
                                    .test = write_test,
                                    .path = write_path,
                                    .bug = write_bug,
                                    .explain = explain,
                                    .reversed = write_reversed,
                                    .tick = tick,
                                    .refresh = refresh,
                                    .mark = mark,
                                    .has_failed = has_failed,
                                    .closed = closed,
                                    .say = say};
}

int report_code(const struct report *r) { return r->code; }

void report_close(struct report *r) {
  json_decref(r->head);
  testfile_lines_close(r->lines);
  buffer_free(&r->scratch);
  free(r);
}
