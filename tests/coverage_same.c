/* coverage_same OUT OUT PROGRAM: did two campaigns of one program cover the same blocks? The blocks of the program itself, whatever is in
 * raddle's models of the C library. Prints those that only one of them covered, as "< file.c:12 function" (the first one) or "> ..." (the
 * second one), a branch with a star; exit code 1 if there is any.
 *
 * What was covered is a byte for each block in state.db; what the blocks are the program itself says when it is started. */
#include "base/die.h"
#include "explore/target.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct blob {
  unsigned char *at;
  size_t count;
};

static struct blob coverage_of(const char *out) {
  struct blob b = {0};
  sqlite3 *db = NULL;
  sqlite3_stmt *get = NULL;
  char path[4096];
  snprintf(path, sizeof path, "%s/state.db", out);
  if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
      sqlite3_prepare_v2(db, "select value from state where key = 'coverage'", -1, &get, NULL) != SQLITE_OK)
    die("cannot read %s: %s", path, sqlite3_errmsg(db));
  if (sqlite3_step(get) != SQLITE_ROW) die("%s: nothing is said about coverage", path);
  b.count = (size_t)sqlite3_column_bytes(get, 0);
  b.at = xcalloc(b.count + 1, 1);
  if (b.count) memcpy(b.at, sqlite3_column_blob(get, 0), b.count);
  sqlite3_finalize(get);
  sqlite3_close(db);
  return b;
}

static struct target *start(char *program) {
  char *program_argv[] = {program, NULL}, *why = NULL;
  struct target_options o = {.program = program, .argv = program_argv, .run_timeout = 20};
  struct target *t = target_open(&o, &why);
  if (!t) die("%s", why);
  return t;
}

static void show(struct target *t, size_t i, bool is_first) {
  const struct program_block *b = &shm_block(target_shm(t))[i];
  const char *path = target_string(t, b->file), *slash = strrchr(path, '/');
  printf("%c %s:%u %s%s\n", is_first ? '<' : '>', slash ? slash + 1 : path, b->line,
         target_string(t, b->function), b->flags & BLOCK_IS_BRANCH ? " *" : "");
}

int main(int argc, char **argv) {
  if (argc != 4) die_usage("coverage_same OUT OUT PROGRAM");
  struct blob a = coverage_of(argv[1]), b = coverage_of(argv[2]);
  struct target *t = start(argv[3]);
  const struct program_block *block = shm_block(target_shm(t));
  size_t count = target_shm(t)->block_count, bad = 0;
  if (a.count != count || b.count != count)
    die("%zu blocks, %zu blocks: these are no campaigns of %s, which has %zu", a.count, b.count, argv[3],
        count);
  for (size_t i = 0; i < count; i++) {
    if (!a.at[i] == !b.at[i] || block[i].flags & BLOCK_IS_MODEL) continue;
    show(t, i, a.at[i]);
    bad++;
  }
  target_close(t);
  free(a.at);
  free(b.at);
  return bad > 0;
}
