/* `--function all`: `raddle test --function NAME -o OUT/NAME ...` for one exported function after
 * the other, or several at once. What each came to is read from its summary.json. */
#include "cli/unit_mode.h"
#include "cli/unit_names.h"
#include "cli/unit_table.h"
#include "base/child.h"
#include "base/clock.h"
#include "base/die.h"
#include "base/installed.h"
#include "report/outdir.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOK = 5000 }; /* microseconds */
#define PATIENCE 3.0  /* seconds that a campaign has to write what it has found */
#define SHORTEST 0.05 /* seconds that are worth a campaign */
#define LEAST 5.0     /* seconds for one function, if as many are left: each compiles the file */

struct all {
  const struct options *o;
  struct unit_sources sources;
  vec(struct unit_row) rows;
  size_t next; /* row to be begun */
};

/* ---- which functions ---- */

static bool is_exported(const struct unit_function *f) {
  return f->is_defined && f->is_own && !f->is_static && strcmp(f->name, "main") != 0;
}

static void add_functions(struct all *a) {
  for (size_t i = 0; i < a->sources.count; i++)
    for (size_t k = 0; k < a->sources.files[i].functions.count; k++) {
      const struct unit_function *f = &a->sources.files[i].functions.at[k];
      if (!is_exported(f)) continue;
      struct unit_row row = {.name = f->name, .file = a->sources.files[i].path};
      row.why = unit_function_refusal(&a->sources.files[i], f);
      row.state = row.why ? ROW_REFUSED : ROW_WAITS;
      vec_push(&a->rows, row);
    }
}

/* ---- a campaign ---- */

static size_t count_of(const struct all *a, enum unit_row_state state) {
  size_t count = 0;
  for (size_t i = 0; i < a->rows.count; i++) count += a->rows.at[i].state == state;
  return count;
}

static char *directory_of(const struct all *a, const struct unit_row *row) {
  return xprintf("%s/%s", a->o->campaign.out, row->name);
}

static double time_left(const struct all *a) {
  return a->o->campaign.began + a->o->campaign.max_time - clock_now();
}

/* What is left of --max-time, split among those that wait, as many at a time as there are jobs. Few
 * functions that were tested are worth more than many that were compiled. */
static double share_of_time(const struct all *a) {
  double left = time_left(a);
  size_t jobs = (size_t)a->o->campaign.jobs, rounds = (count_of(a, ROW_WAITS) + jobs - 1) / jobs;
  double share = left / (double)(rounds ? rounds : 1), least = left < LEAST ? left : LEAST;
  return share < least ? least : share;
}

typedef vec(char *) words;

/* The last of two options of a name counts; those of this function are the last. */
static void add_words(const struct all *a, const struct unit_row *row, words *w) {
  const struct options *o = a->o;
  size_t count = 0;
  char *const begin[] = {"raddle", "test"};
  char *const own[] = {"-q", "--no-progress", "--jobs", "1", "--function", (char *)(uintptr_t)row->name,
                       "-o"};
  vec_append(w, begin, 2);
  while (count < o->word_count && strcmp(o->words[count], "--") != 0) count++;
  vec_append(w, o->words, count);
  vec_append(w, own, sizeof own / sizeof own[0]);
  vec_push(w, directory_of(a, row));
  if (o->campaign.max_time > 0) {
    vec_push(w, "--max-time");
    vec_push(w, xprintf("%.3f", share_of_time(a)));
  }
  vec_append(w, o->words + count, o->word_count - count);
  vec_push(w, NULL);
}

static void begin(struct all *a, struct unit_row *row) {
  char *raddle = installed_beside("raddle"), *directory = directory_of(a, row),
       *log = xprintf("%s.log", directory);
  words w = {0};
  add_words(a, row, &w);
  row->began = clock_now();
  row->child = child_start(raddle, w.at, NULL, log);
  row->state = ROW_RUNS;
  vec_free(&w);
  free(log);
  free(directory);
  free(raddle);
}

static void finish(struct all *a, struct unit_row *row, int code) {
  char *directory = directory_of(a, row), *log = xprintf("%s.log", directory);
  row->time = clock_now() - row->began;
  unit_row_read(row, directory, log, code);
  if (row->state == ROW_DONE) unlink(log);
  free(log);
  free(directory);
}

/* ---- all of them ---- */

static bool is_late(const struct all *a) { return a->o->campaign.max_time > 0 && time_left(a) < SHORTEST; }

static void begin_more(struct all *a) {
  for (; a->next < a->rows.count && count_of(a, ROW_RUNS) < a->o->campaign.jobs; a->next++) {
    struct unit_row *row = &a->rows.at[a->next];
    if (row->state != ROW_WAITS) continue;
    if (is_late(a)) return;
    begin(a, row);
  }
}

static void finish_some(struct all *a) {
  for (size_t i = 0; i < a->rows.count; i++) {
    int code;
    if (a->rows.at[i].state == ROW_RUNS && child_has_ended(a->rows.at[i].child, &code))
      finish(a, &a->rows.at[i], code);
  }
}

/* All are asked before any is waited for. */
static void stop_running(struct all *a) {
  for (size_t i = 0; i < a->rows.count; i++)
    if (a->rows.at[i].state == ROW_RUNS) kill(a->rows.at[i].child, SIGTERM);
  for (double last = clock_now() + PATIENCE; count_of(a, ROW_RUNS) && clock_now() < last; usleep(LOOK))
    finish_some(a);
  for (size_t i = 0; i < a->rows.count; i++) {
    if (a->rows.at[i].state != ROW_RUNS) continue;
    child_end(a->rows.at[i].child, 0);
    finish(a, &a->rows.at[i], 0);
  }
}

static void run_all(struct all *a) {
  for (;;) {
    if (stop_is_wanted(a->o->campaign.stop)) break;
    begin_more(a);
    if (!count_of(a, ROW_RUNS)) break;
    usleep(LOOK);
    finish_some(a);
  }
  stop_running(a);
  bool is_stopped = stop_is_wanted(a->o->campaign.stop);
  for (size_t i = 0; i < a->rows.count; i++) {
    struct unit_row *row = &a->rows.at[i];
    if (row->state != ROW_WAITS) continue;
    row->state = ROW_REFUSED;
    row->why =
        xstrdup(is_stopped ? "stopped before its turn" : "no time was left for it: give a longer --max-time");
  }
}

static int code_of(const struct all *a) {
  bool is_incomplete = false;
  for (size_t i = 0; i < a->rows.count; i++) {
    if (a->rows.at[i].bugs) return 1;
    is_incomplete |= a->rows.at[i].state != ROW_DONE || strcmp(a->rows.at[i].verdict, "complete") != 0;
  }
  return a->o->report.require_complete && is_incomplete ? 4 : 0;
}

int unit_test_all(const struct options *o) {
  struct all a = {.o = o};
  struct files files = {0};
  if (!unit_sources_read(&a.sources, o->what, o->what_count, o->campaign.stop, 0))
    die("stopped while the files were read");
  add_functions(&a);
  if (!a.rows.count) die_usage("--function all: %s defines no function that others could call", o->what[0]);
  outdir_create_for_all(o->campaign.out);
  char *path = xprintf("%s/%s", o->campaign.out, OUTDIR_FUNCTIONS);
  unit_table_write(&files, path, a.rows.at, a.rows.count, true);
  run_all(&a);
  unit_table_write(&files, path, a.rows.at, a.rows.count, false);
  unit_table_print(o, path, a.rows.at, a.rows.count);
  free(path);
  return code_of(&a);
}
