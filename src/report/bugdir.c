#include "report/bugdir.h"
#include "report/outdir.h"
#include "report/repro.h"
#include "report/scenario_picture.h"
#include "report/testfile.h"
#include "report/trace_text.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define EVENTS_LONG 20000 /* events of a run that take a while to be written down */

static void write_file(struct files *files, const char *dir, const char *name, struct buffer *b) {
  char *path = xprintf("%s/%s", dir, name);
  file_write(files, path, b->at, b->count);
  free(path);
  buffer_clear(b);
}

static void format_stack(struct buffer *b, uint32_t thread, const char *what, const char *stack) {
  buffer_format(b, "\nthread %u%s:\n%s", thread, what, *stack ? stack : "(no stack was recorded)\n");
}

static void format_holding(struct buffer *b, uint32_t thread, const char *locks, const char *stack) {
  bool has_locks = locks && strcmp(locks, "none") != 0;
  char *what = xprintf(", holding %s", has_locks ? locks : "no lock");
  format_stack(b, thread, what, stack);
  free(what);
}

static void format_stacks(struct buffer *b, const struct bug *bug) {
  char place[512];
  buffer_format(b, "%s at %s\n%s\n", bug_kind_name(bug->kind), bug_place(bug, place, sizeof place),
                bug->message);
  if (bug->stack2) {
    format_holding(b, bug->thread2, bug->locks2, bug->stack2);
    format_holding(b, bug->thread, bug->locks, bug->stack);
    return;
  }
  if (bug->stacks && *bug->stacks)
    buffer_format(b, "\n%s", bug->stacks);
  else
    format_stack(b, bug->thread, "", bug->stack);
}

static void write_pictures(struct files *files, const struct campaign *c, const struct bug *bug,
                           const char *dir, struct buffer *b) {
  struct picture p;
  picture_make(&p, target_shm(c->target), c->symbols, bug);
  scenario_dot(b, &p);
  write_file(files, dir, "scenario.dot", b);
  scenario_svg(b, &p);
  write_file(files, dir, "scenario.svg", b);
  picture_free(&p);
}

static bool has_objects(const struct heap *h) {
  for (size_t i = 0; i < h->objects.count; i++)
    if (h->objects.at[i].label) return true;
  return false;
}

static void write_heap(struct files *files, const struct campaign *c, const struct bug *bug,
                       const struct run *run, const char *dir, struct buffer *b) {
  struct heap h;
  char place[512];
  testfile_heap(&h, target_shm(c->target), run);
  if (has_objects(&h)) {
    char *title = xprintf("%s at %s: the heap at the start", bug_kind_name(bug->kind),
                          bug_place(bug, place, sizeof place));
    heap_dot(b, &h, title);
    write_file(files, dir, "heap.dot", b);
    heap_svg(b, &h, title);
    write_file(files, dir, "heap.svg", b);
    free(title);
  }
  heap_free(&h);
}

/* The folder of the bug's test; to be freed. */
static char *folder_of(const struct campaign *c, const struct bug *bug) {
  return xprintf("%s/%.*s", c->options->out, (int)(strrchr(bug->test, '/') - bug->test), bug->test);
}

void bugdir_write(struct files *files, const struct campaign *c, const struct bug *bug, const struct run *run,
                  const json_t *test_head) {
  struct buffer b = {0};
  char *dir = folder_of(c, bug);
  if (mkdir(dir, 0777) && errno != EEXIST) die("cannot make %s: %s", dir, strerror(errno));
  testfile_format(&b, test_head, target_shm(c->target), run, bug);
  write_file(files, dir, "test.json", &b);
  format_stacks(&b, bug);
  write_file(files, dir, "stacks.txt", &b);
  buffer_free(&b);
  free(dir);
}

/* What is for reading may be long in the making. */
static bool has_time(const struct campaign *c, const struct run *run) {
  return run->trace->event_count < EVENTS_LONG || !stop_is_wanted(c->stop);
}

void bugdir_explain(struct files *files, const struct campaign *c, const struct bug *bug,
                    const struct run *run) {
  struct buffer b = {0};
  char *dir = folder_of(c, bug);
  if (has_time(c, run)) {
    trace_format(&b, target_shm(c->target), run, c->symbols, bug);
    write_file(files, dir, "trace.txt", &b);
  }
  if (has_time(c, run)) {
    repro_format(&b, c, bug, run);
    write_file(files, dir, "repro.c", &b);
  }
  if (has_time(c, run)) write_heap(files, c, bug, run, dir, &b);
  if (bug->threads > 1 && has_time(c, run)) write_pictures(files, c, bug, dir, &b);
  buffer_free(&b);
  free(dir);
}
