#include "report/bugdir.h"
#include "detect/place.h"
#include "report/outdir.h"
#include "report/repro.h"
#include "report/scenario_picture.h"
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

static void format_stack(struct buffer *b, uint32_t thread, const char *what, const char *stack) {
  buffer_format(b, "\nthread %u%s:\n%s", thread, what, *stack ? stack : "(no stack was recorded)\n");
}

/* Deadlocks: where each thread waits. Only the one that came last has a stack of its own. */
static void format_waiting(struct buffer *b, const struct campaign *c, const struct bug *bug) {
  const struct shm *s = target_shm(c->target);
  const struct waiting *w = shm_waiting(s);
  struct places places = places_open(s, c->symbols);
  for (uint32_t i = 0; i < s->trace.waiting_count && i < LAYOUT_THREADS; i++) {
    struct place p;
    bool is_known = place_of_site(&places, w[i].site, &p) || (w[i].pc && place_of_pc(&places, w[i].pc, &p));
    char *frame =
        is_known ? xprintf("#0  %s at %s:%u:%u\n", p.function, p.file, p.line, p.column) : xstrdup("");
    format_stack(b, w[i].thread, " waits", w[i].thread == bug->thread && *bug->stack ? bug->stack : frame);
    free(frame);
  }
  places_close(&places);
}

static void format_stacks(struct buffer *b, const struct campaign *c, const struct bug *bug) {
  char place[512];
  buffer_format(b, "%s at %s\n%s\n", bug_kind_name(bug->kind), bug_place(bug, place, sizeof place),
                bug->message);
  if (bug->kind == BUG_RACE && bug->stack2) {
    char *what = xprintf(", holding %s", bug->locks2 ? bug->locks2 : "?");
    format_stack(b, bug->thread2, what, bug->stack2);
    free(what);
    what = xprintf(", holding %s", bug->locks ? bug->locks : "?");
    format_stack(b, bug->thread, what, bug->stack);
    free(what);
    return;
  }
  if (bug->kind == BUG_DEADLOCK && target_shm(c->target)->trace.waiting_count)
    format_waiting(b, c, bug);
  else
    format_stack(b, bug->thread, "", bug->stack);
}

static void write_pictures(const struct campaign *c, const struct bug *bug, const char *dir,
                           struct buffer *b) {
  struct picture p;
  picture_make(&p, target_shm(c->target), c->symbols, bug);
  scenario_dot(b, &p);
  write_file(dir, "scenario.dot", b);
  scenario_svg(b, &p);
  write_file(dir, "scenario.svg", b);
  picture_free(&p);
}

void bugdir_write(struct campaign *c, struct bug *bug, const struct run *run, const char *test_prefix) {
  struct buffer b = {0};
  char *folder = xprintf("bugs/%03zu-%s", c->bugs.count + 1, bug_kind_name(bug->kind));
  char *dir = xprintf("%s/%s", c->options->out, folder);
  if (mkdir(dir, 0777) && errno != EEXIST) die("cannot make %s: %s", dir, strerror(errno));
  bug->test = xprintf("%s/test.json", folder);

  buffer_text(&b, test_prefix);
  testfile_format(&b, target_shm(c->target), run, true, bug);
  write_file(dir, "test.json", &b);
  format_stacks(&b, c, bug);
  write_file(dir, "stacks.txt", &b);
  trace_format(&b, target_shm(c->target), run, c->symbols, bug);
  write_file(dir, "trace.txt", &b);
  repro_format(&b, c, bug, run);
  write_file(dir, "repro.c", &b);
  if (bug->threads > 1) write_pictures(c, bug, dir, &b);

  buffer_free(&b);
  free(dir);
  free(folder);
}
