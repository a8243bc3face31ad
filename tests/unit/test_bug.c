/* What a trace says about a bug: its kind, its place, its identity. No symbolizer: places come from the site tables.
 *
 * make build/tests/unit/test_bug && build/tests/unit/test_bug */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "detect/detector.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

static struct shm *program;
enum { SITE_USER = 1, SITE_MODEL = 2, SITE_MAIN = 3 };

static uint32_t string(const char *text) {
  uint32_t at = program->strings_size;
  strcpy(shm_strings(program) + at, text);
  program->strings_size += (uint32_t)strlen(text) + 1;
  return at;
}

/* Two files, one of them raddle's own, and a site in each function. */
static int make_program(void **state) {
  (void)state;
  program = mmap(NULL, SHM_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (program == MAP_FAILED) return -1;
  program->strings_size = 1;
  uint32_t user = string("src/a.c"), model = string("libc/string.c");
  uint32_t f = string("f"), length = string("__raddle_libc_strlen"), main_name = string("__raddle_user_main");
  shm_site(program)[SITE_USER] = (struct program_site){user, f, 12, 3, 0, 0};
  shm_site(program)[SITE_MODEL] = (struct program_site){model, length, 7, 1, 0, 0};
  shm_site(program)[SITE_MAIN] = (struct program_site){user, main_name, 30, 1, 0, 0};
  program->site_count = 4;
  shm_block(program)[0] = (struct program_block){user, f, 12, 0};
  shm_block(program)[1] = (struct program_block){model, length, 7, BLOCK_IS_MODEL};
  program->block_count = 2;
  return 0;
}

static int drop_program(void **state) {
  (void)state;
  return munmap(program, SHM_SIZE);
}

static struct trace *trace_of(enum end_kind end, enum bug_kind kind, int64_t value) {
  static struct trace t;
  memset(&t, 0, sizeof t);
  t.end = end, t.kind = kind, t.value = value;
  return &t;
}

static void kinds_that_count(void **state) {
  (void)state;
  bug_kinds usual = BUG_KINDS_DEFAULT, none = 0;
  assert_true(bug_is_shown(trace_of(END_BUG, BUG_ASSERT, 0), usual));
  assert_false(bug_is_shown(trace_of(END_BUG, BUG_ASSERT, 0), none));
  assert_false(bug_is_shown(trace_of(END_BUG, BUG_LEAK, 0), usual));
  assert_true(bug_is_shown(trace_of(END_BUG, BUG_LEAK, 0), usual | BUG_BIT(BUG_LEAK)));
  assert_false(bug_is_shown(trace_of(END_EXIT, 0, 1), usual));
  assert_true(bug_is_shown(trace_of(END_EXIT, 0, 1), usual | BUG_BIT(BUG_EXIT_CODE)));
  assert_false(bug_is_shown(trace_of(END_EXIT, 0, 0), usual | BUG_BIT(BUG_EXIT_CODE)));
  assert_false(bug_is_shown(trace_of(END_ASSUME, 0, 0), usual));
  assert_false(bug_is_shown(trace_of(END_FULL, 0, 0), usual));
}

/* Wait statuses: a fatal signal is its number. */
static void lost_processes(void **state) {
  (void)state;
  struct bug b;
  assert_true(bug_from_trace(trace_of(END_LOST, 0, SIGSEGV), program, NULL, BUG_KINDS_DEFAULT, &b));
  assert_int_equal(b.kind, BUG_SEGV);
  assert_non_null(strstr(b.message, "signal 11"));
  bug_free(&b);
  assert_true(bug_from_trace(trace_of(END_LOST, 0, SIGUSR1), program, NULL, BUG_KINDS_DEFAULT, &b));
  assert_int_equal(b.kind, BUG_SIGNAL);
  bug_free(&b);
  assert_false(bug_is_shown(trace_of(END_LOST, 0, SIGKILL),
                            BUG_KINDS_DEFAULT)); /* time or memory: not the program's */
  assert_false(bug_is_shown(trace_of(END_LOST, 0, 3 << 8), BUG_KINDS_DEFAULT)); /* exit(3) behind our back */
}

static void place_is_the_users(void **state) {
  (void)state;
  struct bug b;
  struct trace *t = trace_of(END_BUG, BUG_NULL_DEREF, 0);
  char place[64];
  t->site = SITE_USER;
  assert_true(bug_from_trace(t, program, NULL, BUG_KINDS_DEFAULT, &b));
  assert_string_equal(bug_place(&b, place, sizeof place), "src/a.c:12");
  assert_string_equal(b.function, "f");
  assert_string_equal(b.message, bug_kind_help(BUG_NULL_DEREF));
  assert_non_null(strstr(b.stack, "f at src/a.c:12:3"));
  bug_free(&b);
  t->site = SITE_MAIN;
  assert_true(bug_from_trace(t, program, NULL, BUG_KINDS_DEFAULT, &b));
  assert_string_equal(b.function, "main");
  bug_free(&b);
  t->site = SITE_MODEL;
  assert_true(bug_from_trace(t, program, NULL, BUG_KINDS_DEFAULT, &b));
  assert_int_equal(b.line, 0);
  assert_string_equal(bug_place(&b, place, sizeof place), "unknown place");
  bug_free(&b);
}

static void addresses_in_messages(void **state) {
  (void)state;
  char *text = bug_message("freed at {pc:0x401234}, {pc:0x10}", program, NULL);
  assert_string_equal(text, "freed at 0x401234, 0x10");
  free(text);
  text = bug_message("{pc:broken", program, NULL);
  assert_string_equal(text, "{pc:broken");
  free(text);
}

static void identity(void **state) {
  (void)state;
  struct bug a, b;
  struct trace *t = trace_of(END_BUG, BUG_ASSERT, 0);
  t->site = SITE_USER;
  bug_from_trace(t, program, NULL, BUG_KINDS_DEFAULT, &a);
  uint64_t before = bug_fingerprint(t, program);
  strcpy(t->message, "another text");
  bug_from_trace(t, program, NULL, BUG_KINDS_DEFAULT, &b);
  assert_true(bug_is_same(&a, &b));
  assert_true(bug_fingerprint(t, program) == before);
  bug_free(&b);
  t->site = SITE_MAIN;
  bug_from_trace(t, program, NULL, BUG_KINDS_DEFAULT, &b);
  assert_false(bug_is_same(&a, &b));
  assert_false(bug_fingerprint(t, program) == before);
  bug_free(&b);
  bug_free(&a);
}

static void lists_of_kinds(void **state) {
  (void)state;
  bug_kinds kinds;
  const char *bad;
  assert_true(bug_kinds_read("abort,use-after-free", &kinds, &bad));
  assert_int_equal(kinds, BUG_BIT(BUG_ABORT) | BUG_BIT(BUG_USE_AFTER_FREE));
  assert_true(bug_kinds_read("", &kinds, &bad));
  assert_int_equal(kinds, 0);
  assert_false(bug_kinds_read("abort,use-after", &kinds, &bad));
  assert_string_equal(bad, "use-after");
}

/* Each kind of bug has one detector, which can tell all that is asked of it. */
static void registry(void **state) {
  (void)state;
  bug_kinds all = 0, named = 0;
#define DETECTOR(name)                                                                                       \
  assert_int_equal(named &detector_##name.kinds, 0);                                                         \
  named |= detector_##name.kinds;
#include "detect/detectors.def"
#undef DETECTOR
  for (int proof = 0; proof < PROOFS; proof++) {
    assert_int_equal(all & proof_kinds(proof), 0);
    all |= proof_kinds(proof);
  }
  assert_int_equal(all, BUG_BIT(BUG_COUNT) - 1);
  for (int k = 0; k < BUG_COUNT; k++) {
    const struct detector *d = detector_of(k);
    bool is_by_end = bug_shown_by(k) != SHOWN_BY_EVENTS;
    assert_non_null(d->add_causes);
    assert_int_equal(is_by_end, d->read != NULL);
    assert_int_equal(is_by_end, d->find_again == NULL);
    assert_int_equal(named >> k & 1, d != &detector_failure);
    assert_int_equal(d->heading == NULL, d->heading_at == NULL);
  }
  assert_ptr_equal(detector_of(BUG_RACE), &detector_race);
  assert_int_equal(access_kinds(), BUG_BIT(BUG_RACE));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_that_count),   cmocka_unit_test(lost_processes),
      cmocka_unit_test(place_is_the_users), cmocka_unit_test(addresses_in_messages),
      cmocka_unit_test(identity),           cmocka_unit_test(lists_of_kinds),
      cmocka_unit_test(registry),
  };
  return cmocka_run_group_tests(tests, make_program, drop_program);
}
