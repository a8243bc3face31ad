/* state.db: what is put into it comes out of it again, after it was closed. */
#include "campaign/state_db.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/raddle-state-XXXXXX";

static struct state_db *again(struct state_db *db) {
  char *why = NULL;
  state_db_close(db);
  db = state_db_reopen(folder, NULL, &why);
  assert_null(why);
  assert_non_null(db);
  return db;
}

static int make_folder(void **state) {
  (void)state;
  return !mkdtemp(folder);
}

static int remove_folder(void **state) {
  char path[64];
  (void)state;
  snprintf(path, sizeof path, "%s/state.db", folder);
  unlink(path);
  return rmdir(folder);
}

static struct state_db *fresh(void) {
  char path[64];
  snprintf(path, sizeof path, "%s/state.db", folder);
  unlink(path);
  struct state_db *db = state_db_open(folder, NULL);
  assert_non_null(db);
  state_db_meta(db, "version", STATE_DB_VERSION);
  return db;
}

static void values(void **state) {
  (void)state;
  struct state_db *db = fresh();
  const uint32_t numbers[] = {1, 2, UINT32_MAX};
  uint32_t got[3] = {0};
  state_db_put_number(db, "large", UINT64_MAX);
  state_db_put_number(db, "changed", 1);
  state_db_put_number(db, "changed", 2);
  state_db_put_real(db, "share", 0.1);
  state_db_put_bytes(db, "numbers", numbers, sizeof numbers);
  state_db_put_bytes(db, "nothing", NULL, 0);
  db = again(db);
  assert_true(state_db_number(db, "large") == UINT64_MAX);
  assert_int_equal(state_db_number(db, "changed"), 2);
  assert_int_equal(state_db_number(db, "missing"), 0);
  assert_true(state_db_real(db, "share") == 0.1);
  assert_int_equal(state_db_bytes(db, "numbers", got, 2 * sizeof *got), sizeof numbers);
  assert_int_equal(got[1], 2);
  assert_int_equal(got[2], 0); /* there was no room */
  assert_int_equal(state_db_bytes(db, "nothing", got, sizeof got), 0);
  state_db_close(db);
}

static void compare_part(void *context, struct subproblem *got) {
  const struct subproblem *part = context;
  assert_int_equal(got->schedule.count, part->schedule.count);
  assert_int_equal(got->input.bytes.count, part->input.bytes.count);
  assert_int_equal(got->marks.count, part->marks.count);
  assert_memory_equal(got->schedule.at, part->schedule.at, part->schedule.count * sizeof *part->schedule.at);
  assert_memory_equal(got->input.bytes.at, part->input.bytes.at, part->input.bytes.count);
  assert_memory_equal(got->marks.at, part->marks.at, part->marks.count * sizeof *part->marks.at);
  assert_true(got->weight == part->weight);
  subproblem_free(got);
}

static void count_part(void *count, struct subproblem *got) {
  ++*(int *)count;
  subproblem_free(got);
}

static void parts(void **state) {
  (void)state;
  struct state_db *db = fresh();
  struct subproblem part = {.weight = 1.0 / 3};
  int count = 0;
  vec_push(&part.schedule, ((struct plan_run){1, 2}));
  vec_push(&part.schedule, ((struct plan_run){0, 7}));
  vec_push(&part.input.bytes, 255);
  vec_push(&part.input.bytes, 0);
  vec_push(&part.input.bytes, 1);
  vec_push(&part.marks, UINT32_MAX);
  state_db_part(db, &part);
  db = again(db);
  state_db_each_part(db, compare_part, &part);
  state_db_clear(db, STATE_PARTS);
  state_db_part(db, &(struct subproblem){0});
  state_db_part(db, &part);
  db = again(db);
  state_db_each_part(db, count_part, &count);
  assert_int_equal(count, 2);
  state_db_close(db);
  subproblem_free(&part);
}

static void compare_bug(void *context, struct bug *got) {
  struct bug *bugs = *(struct bug **)context, *bug = bugs;
  ++*(struct bug **)context;
  assert_true(bug_is_same(got, bug));
  assert_string_equal(got->test, bug->test);
  assert_string_equal(got->message, bug->message);
  assert_int_equal(got->count, bug->count);
  assert_int_equal(got->execution, bug->execution);
  assert_int_equal(got->interferences, bug->interferences);
  assert_int_equal(got->file2 != NULL, bug->file2 != NULL);
  bug_free(got);
}

/* In the order they were found, whichever is seen again. */
static void bugs(void **state) {
  (void)state;
  struct state_db *db = fresh();
  struct bug list[] = {{.kind = BUG_RACE,
                        .file = "a.c",
                        .line = 3,
                        .file2 = "b.c",
                        .line2 = 4,
                        .function = "f",
                        .message = "one",
                        .test = "bugs/001-race/test.json",
                        .execution = 17,
                        .interferences = 3,
                        .count = 5},
                       {.kind = BUG_DEADLOCK,
                        .file = "",
                        .function = "",
                        .waits = "a.c:1 b.c:2",
                        .message = "two's",
                        .interferences = INTERFERENCES_UNKNOWN,
                        .test = "bugs/002-deadlock/test.json",
                        .count = 1}};
  struct bug *next = list;
  for (int i = 0; i < 2; i++) state_db_bug(db, &list[i], 0);
  state_db_bug(db, &list[1], 1);
  state_db_bug(db, &list[0], 5);
  db = again(db);
  state_db_each_bug(db, compare_bug, &next);
  assert_ptr_equal(next, list + 2);
  state_db_close(db);
}

static void others_are_refused(void **state) {
  char *why = NULL;
  (void)state;
  struct state_db *db = fresh();
  state_db_meta(db, "version", "1");
  state_db_close(db);
  assert_null(state_db_reopen(folder, NULL, &why));
  assert_non_null(strstr(why, "another raddle"));
  free(why);
  assert_null(state_db_reopen("/nowhere", NULL, &why));
  assert_non_null(strstr(why, "there is no"));
  free(why);
}

/* The campaign goes on without a database. */
static void none(void **state) {
  (void)state;
  state_db_put_number(NULL, "n", 1);
  state_db_part(NULL, &(struct subproblem){0});
  state_db_clear(NULL, STATE_PARTS);
  state_db_flush(NULL);
  assert_int_equal(state_db_number(NULL, "n"), 0);
  state_db_close(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(parts),
                                     cmocka_unit_test(bugs), cmocka_unit_test(others_are_refused),
                                     cmocka_unit_test(none)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
