/* What happens with a run once it is made. The common case, a run that shows nothing new, is a pass over its events
 * and two look-ups; everything slow hangs on new coverage, a new bug, or a clock that ticks once a second. */
#include "report/report.h"
#include "base/clock.h"
#include "base/table.h"
#include "detect/bug_scenario.h"
#include "report/bugdir.h"
#include "campaign/coverage.h"
#include "report/outdir.h"
#include "campaign/saved.h"
#include "detect/schedule.h"
#include "campaign/state_db.h"
#include "report/status.h"
#include "report/summary.h"
#include "report/testfile.h"
#include "report/text.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TICK 0.1           /* seconds between looks at the status line */
#define REFRESH_PERIOD 1.0 /* seconds between writes of summary.json and the database */

/* Which bug a fingerprint stands for: a program may reach one bug through very many stacks. */
struct known {
  uint64_t key; /* the fingerprint */
  size_t bug;   /* its index */
};

struct path_entry {
  uint64_t key; /* hash of a path */
};

struct report {
  struct buffer prefix; /* of every test */
  struct buffer scratch;
  struct line_index *lines;
  uint8_t *is_noted; /* by site: bit (1 << event kind) once its place is an example */
  table(struct known) known;
  table(struct path_entry) paths; /* of programs with threads */
  vec(uint64_t) new_paths;        /* of these, not saved yet */
  bool has_old_paths;             /* saved ones that do not count any more */
  struct state_db *db;
  int paths_fd; /* --tests path: tests/paths.jsonl; else -1 */
  struct status status;
  double next_tick, next_refresh;
};

/* ---- files that are refreshed ---- */

static bool write_summary(struct campaign *c) {
  struct buffer *b = &c->report->scratch;
  char *path = xprintf("%s/summary.json", c->options->out);
  buffer_clear(b);
  summary_format(b, c);
  bool is_written = file_write(path, b->at, b->count);
  free(path);
  return is_written;
}

static void refresh(struct campaign *c, double now) {
  state_db_counters(c->report->db, c, campaign_elapsed(c, now));
  state_db_flush(c->report->db);
  write_summary(c);
  c->report->next_refresh = now + REFRESH_PERIOD;
}

bool report_is_due(const struct campaign *c) { return clock_coarse_now() >= c->report->next_tick; }

void report_tick(struct campaign *c) {
  double now = clock_coarse_now();
  c->report->next_tick = now + TICK;
  if (now >= c->report->next_refresh) refresh(c, now);
  status_show(&c->report->status, c, now);
}

/* ---- open ---- */

/* Programs compiled on the fly lie in the output directory and are named from there, so that it can be moved. */
static char *program_for_replay(const char *out, const char *binary) {
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

static void write_meta(struct campaign *c) {
  struct state_db *db = c->report->db;
  state_db_meta(db, "version", STATE_DB_VERSION);
  state_db_meta(db, "tool", "raddle " RADDLE_VERSION);
  state_db_meta(db, "program", c->program);
  state_db_meta(db, "binary", c->binary);
  state_db_meta(db, "strategy", c->strategy ? c->strategy->name : "");
}

static int open_paths(const char *out) {
  char *path = xprintf("%s/tests/paths.jsonl", out);
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) die("cannot write %s: %s", path, strerror(errno));
  free(path);
  return fd;
}

static void open_db(struct campaign *c) {
  struct report *r = c->report;
  char *why = NULL;
  r->db = c->options->resume ? state_db_reopen(c->options->out, &why) : state_db_open(c->options->out);
  if (why) die("cannot go on with the campaign in %s: %s", c->options->out, why);
}

/* ---- saving and resuming ---- */

static void add_path(void *report, uint64_t hash) {
  struct report *r = report;
  table_add(&r->paths, hash);
}

/* Only what is not the crew's. */
static void load(struct campaign *c) {
  struct report *r = c->report;
  struct shm *s = target_shm(c->target);
  bool goes_on = state_db_number(r->db, "goes_on");
  saved_read(r->db, c, goes_on);
  state_db_bytes(r->db, "coverage", shm_coverage(s), s->block_count);
  if (goes_on) state_db_each_path(r->db, add_path, r);
  r->has_old_paths = !goes_on;
  if (goes_on && r->paths_fd >= 0 && ftruncate(r->paths_fd, (off_t)state_db_number(r->db, "paths_size")))
    die("cannot write %s/tests/paths.jsonl: %s", c->options->out, strerror(errno));
}

struct state_db *report_db(struct campaign *c) { return c->report->db; }

void report_save(struct campaign *c) {
  struct report *r = c->report;
  saved_write(r->db, c);
  if (r->has_old_paths) state_db_clear(r->db, STATE_PATHS);
  state_db_paths(r->db, r->new_paths.at, r->new_paths.count);
  vec_clear(&r->new_paths);
  r->has_old_paths = false;
  if (r->paths_fd >= 0) state_db_put_number(r->db, "paths_size", (uint64_t)lseek(r->paths_fd, 0, SEEK_END));
  state_db_meta(r->db, "strategy", c->strategy->name);
}

void report_open(struct campaign *c, const struct report_options *shows, struct target *target) {
  const struct campaign_options *options = c->options;
  struct report *r = xcalloc(1, sizeof *r);
  c->shows = shows;
  c->target = target;
  c->report = r;
  c->started = clock_now();
  char *program = program_for_replay(options->out, c->binary);
  testfile_prefix(&r->prefix, program, c->program_args, c->target_options);
  testfile_origin(&r->prefix, c->binary, c->sources, c->source_count);
  free(program);
  r->lines = line_index_make(target_shm(target));
  r->is_noted = xcalloc(target_shm(target)->site_count + 1, 1);
  r->paths_fd = options->tests == TESTS_PATH ? open_paths(options->out) : -1;
  open_db(c);
  if (options->resume)
    load(c);
  else
    write_meta(c);
  c->coverage = coverage_measure(target_shm(target), r->lines);
  status_start(&r->status, c->started);
  r->next_refresh = c->started + REFRESH_PERIOD;
  write_summary(c);
}

/* ---- a run ---- */

static void format_test(struct campaign *c, const struct run *run, bool is_named) {
  struct buffer *b = &c->report->scratch;
  buffer_clear(b);
  buffer_bytes(b, c->report->prefix.at, c->report->prefix.count);
  testfile_format(b, target_shm(c->target), run, is_named, NULL);
}

/* A file for each of thousands of paths would cost more than finding them: they go to one file, a line each, with what
 * replay needs and no more. */
static void write_path(struct campaign *c, const struct run *run) {
  struct buffer *b = &c->report->scratch;
  format_test(c, run, false);
  for (size_t i = 0; i < b->count; i++)
    if (b->at[i] == '\n') b->at[i] = ' ';
  buffer_text(b, "\n");
  ssize_t n = write(c->report->paths_fd, b->at, b->count);
  if (n >= 0 && n < (ssize_t)b->count) errno = ENOSPC; /* no room for the rest */
  if (n < (ssize_t)b->count)
    file_failed("tests/paths.jsonl");
  else
    c->paths_written++;
}

static void write_test(struct campaign *c, const struct run *run) {
  struct buffer *b = &c->report->scratch;
  char name[32], path[PATH_MAX];
  snprintf(name, sizeof name, "tests/%06lu.json", c->tests_written + 1);
  snprintf(path, sizeof path, "%s/%s", c->options->out, name);
  format_test(c, run, true);
  if (!file_write(path, b->at, b->count)) return;
  c->tests_written++;
  state_db_test(c->report->db, name, c->executions, run->trace);
  if (!c->shows->verbose) return;
  status_clear(&c->report->status);
  fprintf(stderr, "execution %lu: %s, branches %u of %u\n", c->executions, name, c->coverage.branches_covered,
          c->coverage.branches);
}

/* Did the run reach a branch or line that none before it did? */
static bool covers_more(struct campaign *c, const struct trace *t) {
  if (!t->new_coverage) return false;
  struct coverage before = c->coverage;
  const struct shm *s = target_shm(c->target);
  c->coverage = coverage_measure(s, c->report->lines);
  state_db_put_bytes(c->report->db, "coverage", shm_coverage(s), s->block_count);
  return c->coverage.branches_covered > before.branches_covered ||
         c->coverage.lines_covered > before.lines_covered;
}

static void write_tests(struct campaign *c, const struct run *run, enum verdict_of_run verdict) {
  bool is_more = covers_more(c, run->trace);
  if (c->options->tests == TESTS_NONE || verdict == RUN_PRUNED) return;
  if (is_more) write_test(c, run);
  if (c->options->tests == TESTS_PATH && verdict == RUN_NEW) write_path(c, run);
}

/* "file.c:12 what"; a site of 0 is no place. */
static const char *place_text(struct campaign *c, uint32_t site, const char *what, char *text, size_t size) {
  const struct shm *s = target_shm(c->target);
  const struct program_site *p = &shm_site(s)[site];
  if (!site || site >= s->site_count)
    snprintf(text, size, "%s", what);
  else
    snprintf(text, size, "%s:%u %s", target_string(c->target, p->file), p->line, what);
  return *text ? text : NULL;
}

/* Only the first event at a site is looked at; the tally has counted it. */
static void note_place(struct campaign *c, enum incomplete_reason reason, const struct event *e) {
  uint32_t site = e->site < target_shm(c->target)->site_count ? e->site : 0;
  uint8_t bit = event_reason_bit(reason);
  char text[400];
  bool is_known = c->report->is_noted[site] & bit;
  c->report->is_noted[site] |= bit;
  if (is_known) return;
  const char *what = e->aux ? target_string(c->target, e->aux) : "";
  char by[128];
  if (reason == INCOMPLETE_OUTSIDE_ORDER) {
    snprintf(by, sizeof by, "%s() by thread %u", what, e->thread);
    what = by;
  }
  if (site || !e->addr) {
    incomplete_add(c, reason, 0, place_text(c, site, what, text, sizeof text));
    return;
  }
  snprintf(text, sizeof text, "{pc:%#lx} %s", e->addr, what);
  char *placed = bug_message(text, target_shm(c->target), c->symbols);
  incomplete_add(c, reason, 0, placed);
  free(placed);
}

static void note_events(struct campaign *c, const struct run *run) {
  for (const struct event *e = run->events, *end = e + run->trace->event_count; e < end; e++) {
    if (event_has_reason(e)) note_place(c, event_reason(e), e);
  }
}

static void note_site(struct campaign *c, enum incomplete_reason reason, const struct trace *t) {
  char text[800];
  incomplete_add(c, reason, 1, place_text(c, t->site, t->message, text, sizeof text));
}

static void note_end(struct campaign *c, const struct trace *t, enum verdict_of_run verdict) {
  if (t->end == END_FULL)
    note_site(c, INCOMPLETE_TRACE_FULL, t);
  else if (t->end == END_LOST && !bug_is_shown(t, ~0u))
    note_site(c, INCOMPLETE_LOST, t);
  else if (t->end == END_LIMIT)
    note_site(c, t->value ? INCOMPLETE_UNFAIR : INCOMPLETE_MAX_STEPS, t);
  if (verdict != RUN_DIVERGED) return;
  char example[64];
  snprintf(example, sizeof example, "execution %lu", c->executions);
  incomplete_add(c, INCOMPLETE_DIVERGENCE, 1, example);
}

void report_run(struct campaign *c, const struct run *run, enum verdict_of_run verdict) {
  note_events(c, run);
  if (run->trace->end != END_EXIT || verdict == RUN_DIVERGED) note_end(c, run->trace, verdict);
  write_tests(c, run, verdict);
}

/* ---- what workers counted ---- */

static void add_exploration(struct campaign *c, const struct tally *t) {
  struct report *r = c->report;
  if (t->exploration != c->restarts) return;
  c->classes += t->classes;
  c->redundant += t->redundant;
  c->pruned += t->pruned;
  c->paths += t->plain_paths;
  for (size_t i = 0; i < t->paths.count; i++) {
    if (!table_add(&r->paths, t->paths.at[i])) continue;
    c->paths++;
    vec_push(&r->new_paths, t->paths.at[i]);
  }
}

void report_add(struct campaign *c, struct tally *t) {
  c->executions += t->executions;
  c->confirmations += t->confirmations;
  c->races_unturned += t->races_unturned;
  c->diverged += t->diverged;
  c->blocked += t->blocked;
  if (t->threads > c->threads) c->threads = t->threads;
  for (int r = 0; r < INCOMPLETE_COUNT; r++) c->incomplete[r].count += t->incomplete[r];
  for (size_t i = 0; i < t->seen.count; i++) c->bugs.at[i].count += t->seen.at[i];
  add_exploration(c, t);
  tally_clear(t);
}

void report_start_over(struct campaign *c) {
  c->paths = c->classes = c->redundant = c->pruned = 0;
  table_clear(&c->report->paths);
  vec_clear(&c->report->new_paths);
  c->report->has_old_paths = true;
  c->earlier.stats = (struct strategy_stats){0};
  c->restarts++;
}

/* ---- bugs ---- */

static void remember(struct campaign *c, const struct trace *trace, size_t bug) {
  if (!bug_is_shown(trace, BUG_BIT(c->bugs.at[bug].kind)))
    return; /* a race: the end of the run tells nothing of it */
  uint64_t fingerprint = bug_fingerprint(trace, target_shm(c->target));
  table_at(&c->report->known, fingerprint)->bug = bug;
}

static void set_degree(struct bug *bug, uint32_t degree) {
  bug->degree_is_open = degree == INTERFERENCES_OPEN;
  bug->interferences = bug->degree_is_open ? INTERFERENCES_UNKNOWN : degree;
}

static void count_again(struct bug *bug, uint32_t degree) {
  bug->count++;
  if (bug->degree_is_open) set_degree(bug, degree);
}

bool report_knows_trace(struct campaign *c, const struct trace *trace, uint32_t degree) {
  uint64_t fingerprint = bug_fingerprint(trace, target_shm(c->target));
  const struct known *k = table_find(&c->report->known, fingerprint);
  if (!k) return false;
  count_again(&c->bugs.at[k->bug], degree);
  return true;
}

bool report_knows_bug(struct campaign *c, const struct bug *bug, const struct trace *t, uint32_t degree) {
  for (size_t i = 0; i < c->bugs.count; i++) {
    if (!bug_is_same(&c->bugs.at[i], bug)) continue;
    count_again(&c->bugs.at[i], degree);
    if (t) remember(c, t, i);
    return true;
  }
  return false;
}

static void announce(struct campaign *c, const struct bug *bug) {
  char place[512];
  if (c->shows->quiet || c->shows->json) return;
  status_clear(&c->report->status);
  fprintf(stderr, "%sbug:%s %s at %s: %s (%s/%s)\n", c->shows->color ? "\033[1;31m" : "",
          c->shows->color ? "\033[0m" : "", bug_kind_name(bug->kind), bug_place(bug, place, sizeof place),
          bug->message, c->options->out, bug->test);
  if (c->shows->verbose) fputs(bug->stack, stderr);
}

void report_bug(struct campaign *c, struct bug *bug, const struct run *run) {
  bug->count = 1;
  bug->threads = run->trace->thread_count > 1 ? run->trace->thread_count : 1;
  bug->preemptions = bug->threads > 1 ? schedule_preemptions(target_shm(c->target)) : 0;
  set_degree(bug, c->strategy->keeps_degree ? bug->interferences : bug_degree(target_shm(c->target), bug));
  bugdir_write(c, bug, run, buffer_string(&c->report->prefix));
  vec_push(&c->bugs, *bug);
  remember(c, run->trace, c->bugs.count - 1);
  *bug = (struct bug){0};
  state_db_bug(c->report->db, &vec_last(&c->bugs), 0);
  state_db_flush(c->report->db);
  write_summary(c);
  atomic_store(&c->is_only_read, true);
  bugdir_explain(c, &vec_last(&c->bugs), run);
  atomic_store(&c->is_only_read, false);
  announce(c, &vec_last(&c->bugs));
}

void report_reversed(struct campaign *c, size_t index, const struct run *run) {
  const struct bug *bug = &c->bugs.at[index];
  struct target_options options = *c->target_options;
  struct buffer b = {0};
  char *program = program_for_replay(c->options->out, c->binary);
  int folder = (int)(strrchr(bug->test, '/') - bug->test);
  char *path = xprintf("%s/%.*s/reversed.json", c->options->out, folder, bug->test);
  options.granularity_sync = 0;
  testfile_prefix(&b, program, c->program_args, &options);
  testfile_origin(&b, c->binary, c->sources, c->source_count);
  testfile_format(&b, target_shm(c->target), run, true, bug);
  file_write(path, b.at, b.count);
  buffer_free(&b);
  free(path);
  free(program);
}

/* ---- close ---- */

static void print_end(struct campaign *c) {
  struct buffer summary = {0}, text = {0};
  summary_format(&summary, c);
  char *path = xprintf("%s/report/report.txt", c->options->out);
  if (text_format(&text, c->options->out, buffer_string(&summary), false))
    file_write(path, text.at, text.count);
  free(path);
  buffer_clear(&text);
  status_clear(&c->report->status);
  if (c->shows->json)
    fwrite(summary.at, 1, summary.count, stdout);
  else if (!c->shows->quiet && text_format(&text, c->options->out, buffer_string(&summary), c->shows->color))
    fwrite(text.at, 1, text.count, stdout);
  fflush(stdout);
  buffer_free(&summary);
  buffer_free(&text);
}

static void free_all(struct campaign *c) {
  struct report *r = c->report;
  for (size_t i = 0; i < c->bugs.count; i++) bug_free(&c->bugs.at[i]);
  vec_free(&c->bugs);
  for (int i = 0; i < INCOMPLETE_COUNT; i++)
    for (uint32_t k = 0; k < c->incomplete[i].example_count; k++) free(c->incomplete[i].example[k]);
  line_index_free(r->lines);
  buffer_free(&r->prefix);
  buffer_free(&r->scratch);
  table_free(&r->known);
  table_free(&r->paths);
  vec_free(&r->new_paths);
  free(r->is_noted);
  free(r);
  c->report = NULL;
}

/* What is missing stays so: a campaign that goes on does not write it again. */
static void note_unwritten(struct campaign *c) {
  if (!c->incomplete[INCOMPLETE_NOT_WRITTEN].count)
    state_db_incomplete(c->report->db, incomplete_name(INCOMPLETE_NOT_WRITTEN), 1, NULL);
  incomplete_add(c, INCOMPLETE_NOT_WRITTEN, 1, NULL);
}

static int exit_code(const struct campaign *c) {
  if (c->bugs.count) return 1;
  return c->shows->require_complete && strcmp(campaign_verdict(c), "complete") != 0 ? 4 : 0;
}

int report_without_runs(struct campaign *c) {
  struct report r = {0};
  c->report = &r;
  c->ended = clock_now();
  bool is_written = write_summary(c);
  print_end(c);
  buffer_free(&r.scratch);
  return is_written ? exit_code(c) : 3;
}

int report_close(struct campaign *c) {
  const struct shm *s = target_shm(c->target);
  c->ended = clock_now();
  c->coverage = coverage_measure(s, c->report->lines);
  if (file_has_failed() || state_db_has_failed(c->report->db)) note_unwritten(c);
  /* Replays that confirm a bug may have covered more than the runs before them. */
  state_db_put_bytes(c->report->db, "coverage", shm_coverage(s), s->block_count);
  state_db_meta(c->report->db, "verdict", campaign_verdict(c));
  state_db_counters(c->report->db, c, campaign_elapsed(c, c->ended));
  state_db_close(c->report->db);
  if (c->report->paths_fd >= 0) close(c->report->paths_fd);
  bool is_written = write_summary(c);
  print_end(c);
  int code = exit_code(c);
  free_all(c);
  return is_written ? code : 3;
}
