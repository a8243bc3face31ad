/* summary.json has bugs, verdict and reasons; state.db a byte for each block of the program that says whether it was covered. A final
 * state is a line of the program, so it was found if the line's block was covered. */
#define _GNU_SOURCE
#include "compare.h"
#include <fcntl.h>
#include <ftw.h>
#include <jansson.h>
#include <spawn.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- other programs ---- */

/* Exit code; output goes to a file, or nowhere. */
static int run(const char *const *argv, const char *output, const char *errors) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, output ? output : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC,
                                   0644);
  posix_spawn_file_actions_addopen(&files, 2, errors ? errors : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC,
                                   0644);
  pid_t pid;
  int status = -1, error = posix_spawnp(&pid, argv[0], &files, NULL, (char *const *)argv, environ);
  posix_spawn_file_actions_destroy(&files);
  if (error) return 127;
  if (waitpid(pid, &status, 0) != pid) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static int remove_one(const char *path, const struct stat *s, int flag, struct FTW *f) {
  (void)s, (void)flag, (void)f;
  return remove(path);
}
static void remove_tree(const char *path) { nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

/* ---- compiling ---- */

static void read_blocks(struct binary *b, const char *path) {
  FILE *f = fopen(path, "r");
  unsigned line, room = 0;
  b->block_line = NULL, b->block_count = 0;
  while (f && fscanf(f, "%u", &line) == 1) {
    if (b->block_count == room)
      b->block_line = realloc(b->block_line, (room = 2 * room + 1000) * sizeof(uint16_t));
    if (!b->block_line) abort();
    b->block_line[b->block_count++] = line < LINES ? (uint16_t)line : 0;
  }
  if (f) fclose(f);
}

bool binary_make(struct binary *b, const struct tools *w, const struct text *t, const char *name) {
  char source[300], table[300], log[300];
  snprintf(b->path, sizeof b->path, "%s/%s", w->dir, name);
  snprintf(source, sizeof source, "%s/%s.c", w->dir, name);
  snprintf(table, sizeof table, "%s/%s.blocks", w->dir, name);
  snprintf(log, sizeof log, "%s/%s.log", w->dir, name);
  FILE *f = fopen(source, "w");
  if (!f) return false;
  fwrite(t->at, 1, t->count, f);
  fclose(f);
  const char *cc[] = {w->raddle_cc, "-w", "-O1", "-o", b->path, source, NULL};
  if (run(cc, NULL, log)) return false;
  const char *blocks[] = {w->blocks, b->path, NULL};
  if (run(blocks, table, log)) return false;
  read_blocks(b, table);
  return b->block_count;
}

void binary_free(struct binary *b) {
  free(b->block_line);
  b->block_line = NULL;
}

/* ---- differences ---- */

static void differ(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void differ(struct verdict *v, const char *format, ...) {
  size_t used = strlen(v->text);
  va_list args;
  v->count++;
  if (used > DIFFERENCES - 200) return;
  va_start(args, format);
  vsnprintf(v->text + used, DIFFERENCES - used - 2, format, args);
  va_end(args);
  strcat(v->text, "\n");
}

struct found {
  bool fails[LINES], misused[LINES], is_covered[LINES], is_race_known[PAIRS_MAX];
  unsigned deadlocks;
};

static const char *text_of(const json_t *v, const char *name) {
  const char *t = json_string_value(json_object_get(v, name));
  return t ? t : "";
}

static unsigned line_of(const json_t *v, const char *name) {
  json_int_t n = json_integer_value(json_object_get(v, name));
  return n > 0 && n < LINES ? (unsigned)n : 0;
}

static void read_race(struct verdict *v, struct found *f, const json_t *bug, const struct outcomes *o) {
  unsigned a = line_of(bug, "line"), b = line_of(bug, "line2");
  if (a > b) {
    unsigned c = a;
    a = b, b = c;
  }
  for (unsigned i = 0; i < o->race_count; i++)
    if (o->races[i].first == a && o->races[i].second == b) {
      f->is_race_known[i] = true;
      return;
    }
  differ(v, "unexpected race of lines %u and %u", a, b);
}

static void read_bug(struct verdict *v, struct found *f, const json_t *bug, const struct outcomes *o) {
  const char *kind = text_of(bug, "kind");
  unsigned line = line_of(bug, "line");
  if (!strcmp(kind, "assert"))
    f->fails[line] = true;
  else if (!strcmp(kind, "lock-misuse") || !strcmp(kind, "use-after-free") || !strcmp(kind, "double-free"))
    f->misused[line] = true;
  else if (!strcmp(kind, "deadlock") || !strcmp(kind, "livelock"))
    f->deadlocks++;
  else if (!strcmp(kind, "race"))
    read_race(v, f, bug, o);
  else
    differ(v, "unexpected %s in line %u: %s", kind, line, text_of(bug, "message"));
}

static bool is_limit(const char *reason) {
  return !strcmp(reason, "max-execs") || !strcmp(reason, "max-time");
}

/* A program none of whose runs comes to an end has nothing to be complete about. (main may return before a thread fails its assumption, but
 * raddle lets all threads go on before the process ends, so it does not see such an end.) */
static bool is_right(const char *reason, const struct strategy *s, const struct outcomes *o) {
  if (!strcmp(reason, "branches-only")) return s->kind == BRANCHES;
  return !strcmp(reason, "nothing-tested") && o->assumes;
}

bool is_listed(const char *list, const char *name) {
  size_t n = strlen(name);
  for (const char *at = list; (at = strstr(at, name)); at += n)
    if ((at == list || at[-1] == ',') && (!at[n] || at[n] == ',')) return true;
  return false;
}

static bool is_known(const char *reason, const struct strategy *s, const struct program *p) {
  char name[100];
  snprintf(name, sizeof name, "%s:%s", s->name, reason);
  for (unsigned g = 0; g < GROUPS; g++)
    if (p->has[g] && is_listed(group_table[g].known, name)) return true;
  return false;
}

static void read_reasons(struct verdict *v, const json_t *root, const struct strategy *s,
                         const struct program *p, const struct outcomes *o) {
  const json_t *list = json_object_get(root, "incomplete");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *r = json_array_get(list, i);
    const char *reason = text_of(r, "reason");
    if (is_limit(reason))
      v->is_cut = true;
    else if (is_known(reason, s, p))
      v->is_named = true;
    else if (!is_right(reason, s, o))
      differ(v, "incomplete because of %s: %s", reason, text_of(r, "example"));
  }
  if (s->kind == SAMPLE) return;
  if (v->is_cut && s->is_unreduced)
    v->is_named = true; /* rounds of waiting loops make more interleavings than the oracle counts */
  if (v->is_cut && !s->is_unreduced) differ(v, "limit reached after %.0f executions", v->executions);
}

static void read_coverage(struct verdict *v, struct found *f, const struct binary *b, const char *dir) {
  char path[400];
  sqlite3 *db = NULL;
  sqlite3_stmt *get = NULL;
  snprintf(path, sizeof path, "%s/state.db", dir);
  if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
      sqlite3_prepare_v2(db, "select value from state where key = 'coverage'", -1, &get, NULL) != SQLITE_OK ||
      sqlite3_step(get) != SQLITE_ROW) {
    differ(v, "no coverage in state.db");
  } else {
    const unsigned char *hit = sqlite3_column_blob(get, 0);
    unsigned count = (unsigned)sqlite3_column_bytes(get, 0);
    if (count != b->block_count) differ(v, "%u blocks instead of %u", count, b->block_count);
    for (unsigned i = 0; i < count && i < b->block_count; i++)
      if (hit[i]) f->is_covered[b->block_line[i]] = true;
  }
  sqlite3_finalize(get);
  sqlite3_close(db);
}

static void compare_lines(struct verdict *v, const char *what, const bool *right, const bool *found,
                          bool may_miss) {
  for (unsigned i = 1; i < LINES; i++) {
    if (right[i] && !found[i] && !may_miss) differ(v, "missing %s in line %u", what, i);
    if (!right[i] && found[i]) differ(v, "unexpected %s in line %u", what, i);
  }
}

static void compare_states(struct verdict *v, const struct program *p, const struct outcomes *o,
                           struct found *f, bool may_miss) {
  if (f->fails[p->other_state_line]) differ(v, "unexpected state");
  f->fails[p->other_state_line] = false;
  for (unsigned i = 0; i < o->state_count && !may_miss; i++)
    if (!f->is_covered[o->state_line[i]])
      differ(v, "missing state %#llx, line %u", (unsigned long long)o->states[i], o->state_line[i]);
}

static void compare_found(struct verdict *v, const struct strategy *s, const struct program *p,
                          const struct outcomes *o, struct found *f) {
  bool may_miss = s->kind == SAMPLE || v->is_cut || v->is_named,
       may_miss_all = may_miss || s->kind == BRANCHES;
  compare_states(v, p, o, f, may_miss);
  compare_lines(v, "failure", o->fails, f->fails, may_miss);
  compare_lines(v, "misuse", o->misused, f->misused, may_miss_all);
  if (o->is_deadlocked && !f->deadlocks && !may_miss_all) differ(v, "missing deadlock");
  if (!o->is_deadlocked && !o->may_be_deadlocked && f->deadlocks) differ(v, "unexpected deadlock");
  for (unsigned i = 0; i < o->race_count && s->with_races && !may_miss_all; i++)
    if (!f->is_race_known[i] && !o->may_race[i])
      differ(v, "missing race of lines %u and %u", o->races[i].first, o->races[i].second);
}

static void read_results(struct verdict *v, const char *dir, const struct binary *b, const struct strategy *s,
                         const struct program *p, const struct outcomes *o) {
  static struct found f;
  char path[400];
  json_error_t error;
  memset(&f, 0, sizeof f);
  snprintf(path, sizeof path, "%s/summary.json", dir);
  json_t *root = json_load_file(path, 0, &error);
  if (!root) {
    differ(v, "no summary.json");
    return;
  }
  v->executions = json_number_value(json_object_get(root, "executions"));
  const json_t *bugs = json_object_get(root, "bugs");
  for (size_t i = 0; i < json_array_size(bugs); i++) read_bug(v, &f, json_array_get(bugs, i), o);
  read_reasons(v, root, s, p, o);
  read_coverage(v, &f, b, dir);
  compare_found(v, s, p, o, &f);
  json_decref(root);
}

void compare(struct verdict *v, const struct tools *w, const struct binary *b, const char *argument,
             const struct strategy *s, const struct program *p, const struct outcomes *o) {
  static unsigned number;
  char out[300], log[300];
  memset(v, 0, sizeof *v);
  snprintf(out, sizeof out, "%s/out.%u", w->dir, ++number);
  snprintf(log, sizeof log, "%s/raddle.log", w->dir);
  const char *argv[] = {"timeout",
                        "-k",
                        "2",
                        "90",
                        w->raddle,
                        "test",
                        "-q",
                        "-k",
                        "--no-progress",
                        "--tests",
                        "none",
                        "-o",
                        out,
                        "--strategy",
                        s->name,
                        "--max-execs",
                        s->kind == SAMPLE ? "200" : "300000",
                        "--max-time",
                        "60s",
                        "--ignore",
                        s->with_races ? "leak" : "race",
                        b->path,
                        argument ? "--" : NULL,
                        argument,
                        NULL};
  int code = run(argv, NULL, log);
  if (code > 1) differ(v, "raddle ends with exit code %d", code);
  read_results(v, out, b, s, p, o);
  remove_tree(out);
}
