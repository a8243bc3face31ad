/* Campaigns from C (include/raddle/campaign.h): several in one process, one after the other and
 * side by side.
 *
 * make build/tests/unit/test_campaign && build/tests/unit/test_campaign      (from the root of
 * the tree) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <pthread.h>
#include <raddle/campaign.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMPILER "build/raddle-cc"

/* ---- programs under test ---- */

static char folder[] = "/tmp/raddle-test-XXXXXX";

/* Two threads add to a counter, n times each. */
static const char adding[] = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
                             "static atomic_int x;\n"
                             "static void *add(void *p) { for (int i = 0; i < N; i++) x++; return p; }\n"
                             "int main(void) { pthread_t t, u;\n"
                             "pthread_create(&t, 0, add, 0); pthread_create(&u, 0, add, 0);\n"
                             "pthread_join(t, 0); pthread_join(u, 0); assert(x == 2 * N); return 0; }\n";
static const char branching[] = "#include <raddle.h>\n"
                                "int main(void) { int a = raddle_int(\"a\"), n = 0;\n"
                                "for (int i = 0; i < 6; i++) if (a >> i & 1) n++;\n"
                                "return n == 6 ? ((int *)0)[0] : 0; }\n";

static char *build(const char *name, const char *text, const char *flags) {
  static char program[128];
  char source[128], command[512];
  snprintf(program, sizeof program, "%s/%s", folder, name);
  snprintf(source, sizeof source, "%s/%s.c", folder, name);
  FILE *f = fopen(source, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  snprintf(command, sizeof command, COMPILER " -g %s -o %s %s", flags, program, source);
  assert_int_equal(system(command), 0);
  return strdup(program);
}

static char *small, *large, *branches, *endless;

static int build_programs(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return 1;
  small = build("small", adding, "-DN=2");
  large = build("large", adding, "-DN=5");
  endless = build("endless", adding, "-DN=1000");
  branches = build("branches", branching, "");
  return 0;
}

static int remove_programs(void **state) {
  (void)state;
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

/* ---- campaigns ---- */

/* Options as NAME, VALUE, ..., NULL. */
static struct campaign_options *options_of(char *program, const char *const *list) {
  char *argv[] = {program, NULL};
  struct campaign_options *o = campaign_options_new(argv);
  for (; list && list[0]; list += 2) {
    char *why = campaign_options_set(o, list[0], *list[1] ? list[1] : NULL);
    if (why) fail_msg("%s", why);
  }
  return o;
}

struct result {
  enum campaign_state state;
  struct campaign_counts counts;
  char verdict[16], first[32]; /* kind of the first bug */
};

static struct campaign *open_campaign(const struct campaign_options *o) {
  char *why = NULL;
  struct campaign *c = campaign_open(o, NULL, &why);
  if (!c) fail_msg("%s", why);
  return c;
}

static struct result finish(struct campaign *c) {
  struct result r = {.state = CAMPAIGN_GOES_ON};
  struct campaign_bug bug;
  while (r.state == CAMPAIGN_GOES_ON) r.state = campaign_step(c);
  campaign_count(c, &r.counts);
  snprintf(r.verdict, sizeof r.verdict, "%s", campaign_verdict(c));
  if (campaign_bug(c, 0, &bug)) snprintf(r.first, sizeof r.first, "%s", bug.kind);
  return r;
}

static struct result explore(char *program, const char *const *list) {
  struct campaign_options *o = options_of(program, list);
  struct campaign *c = open_campaign(o);
  struct result r = finish(c);
  campaign_close(c);
  campaign_options_free(o);
  return r;
}

static void assert_same(const struct result *a, const struct result *b) {
  assert_int_equal(a->state, b->state);
  assert_int_equal(a->counts.executions, b->counts.executions);
  assert_int_equal(a->counts.classes, b->counts.classes);
  assert_int_equal(a->counts.bugs, b->counts.bugs);
  assert_string_equal(a->verdict, b->verdict);
  assert_string_equal(a->first, b->first);
}

static size_t descriptors(void) {
  size_t count = 0;
  DIR *d = opendir("/proc/self/fd");
  while (readdir(d)) count++;
  closedir(d);
  return count;
}

/* ---- tests ---- */

static void one_after_the_other(void **state) {
  (void)state;
  struct result first = explore(small, NULL), other = explore(branches, NULL);
  size_t open = descriptors();
  struct result second = explore(small, NULL);
  assert_int_equal(first.state, CAMPAIGN_DONE);
  assert_string_equal(first.verdict, "complete");
  assert_int_equal(first.counts.classes, 6); /* C(4, 2) orders of two times two additions */
  assert_same(&first, &second);
  assert_int_equal(other.state, CAMPAIGN_STOPPED); /* at the first bug */
  assert_string_equal(other.first, "null-deref");
  assert_int_equal(descriptors(), open);
}

struct beside {
  pthread_t thread;
  char *program;
  const char *const *list;
  struct result result;
};

static void *explore_beside(void *argument) {
  struct beside *b = argument;
  b->result = explore(b->program, b->list);
  return NULL;
}

static void side_by_side(void **state) {
  (void)state;
  static const char *const keep_going[] = {"keep-going", "", NULL};
  static const char *const two_jobs[] = {"jobs", "2", NULL};
  struct beside all[] = {{.program = large, .list = NULL},
                         {.program = branches, .list = keep_going},
                         {.program = large, .list = two_jobs}};
  struct result alone[] = {explore(large, NULL), explore(branches, keep_going)};
  for (size_t i = 0; i < 3; i++)
    assert_int_equal(pthread_create(&all[i].thread, NULL, explore_beside, &all[i]), 0);
  for (size_t i = 0; i < 3; i++) pthread_join(all[i].thread, NULL);
  assert_same(&all[0].result, &alone[0]);
  assert_same(&all[1].result, &alone[1]);
  assert_int_equal(all[2].result.counts.classes, alone[0].counts.classes);
  assert_int_equal(alone[0].counts.classes, 252); /* C(10, 5) */
  assert_string_equal(all[2].result.verdict, "complete");
}

/* Steps of two campaigns in turn, in one thread. */
static void in_turn(void **state) {
  (void)state;
  struct result alone = explore(large, NULL);
  struct campaign_options *o = options_of(large, NULL);
  struct campaign *a = open_campaign(o), *b = open_campaign(o);
  while (campaign_step(a) == CAMPAIGN_GOES_ON) campaign_step(b);
  struct result first = finish(a), second = finish(b);
  assert_same(&first, &alone);
  assert_same(&second, &alone);
  campaign_close(b);
  campaign_close(a);
  campaign_options_free(o);
}

static bool has_reason(const struct campaign *c, const char *wanted) {
  const char *reason;
  for (size_t i = 0; (reason = campaign_reason(c, i)); i++)
    if (!strcmp(reason, wanted)) return true;
  return false;
}

static void *stop_soon(void *campaign) {
  usleep(100000);
  campaign_stop(campaign);
  return NULL;
}

static void is_stopped(void **state) {
  (void)state;
  pthread_t thread;
  struct campaign_options *o = options_of(endless, NULL);
  struct campaign *c = open_campaign(o), *other = open_campaign(o);
  pthread_create(&thread, NULL, stop_soon, c);
  struct result r = finish(c);
  pthread_join(thread, NULL);
  assert_int_equal(r.state, CAMPAIGN_STOPPED);
  assert_true(has_reason(c, "interrupted"));
  assert_string_equal(r.verdict, "incomplete");
  assert_int_equal(campaign_step(c), CAMPAIGN_STOPPED);     /* and stays so */
  assert_int_equal(campaign_step(other), CAMPAIGN_GOES_ON); /* nobody stopped this one */
  campaign_close(c);
  assert_int_equal(campaign_step(other), CAMPAIGN_GOES_ON);
  campaign_close(other); /* before its end */
  campaign_options_free(o);
}

static void keeps_limits(void **state) {
  (void)state;
  struct campaign_options *o = options_of(endless, (const char *const[]){"max-time", "0.3s", NULL});
  struct campaign *c = open_campaign(o);
  struct result r = finish(c);
  assert_int_equal(r.state, CAMPAIGN_STOPPED);
  assert_true(has_reason(c, "max-time"));
  assert_true(r.counts.seconds < 1.3);
  campaign_close(c);
  campaign_options_free(o);
  struct result few = explore(large, (const char *const[]){"max-execs", "7", NULL});
  assert_int_equal(few.counts.executions, 7);
}

/* All of it in two sessions, with the state saved in between. */
static void goes_on_later(void **state) {
  (void)state;
  char out[64];
  snprintf(out, sizeof out, "%s/XXXXXX", folder);
  assert_non_null(mkdtemp(out));
  struct result alone = explore(large, NULL);
  struct result half = explore(large, (const char *const[]){"out", out, "max-execs", "100", NULL});
  struct result whole = explore(large, (const char *const[]){"out", out, "resume", "", NULL});
  assert_int_equal(half.counts.executions, 100);
  assert_int_equal(whole.counts.executions, alone.counts.executions);
  assert_int_equal(whole.counts.classes, alone.counts.classes);
  assert_int_equal(whole.state, CAMPAIGN_DONE);
}

static void refuse(char *program, const char *const *list, const char *part) {
  struct campaign_options *o = options_of(program, list);
  char *why = NULL;
  assert_null(campaign_open(o, NULL, &why));
  assert_non_null(why);
  if (!strstr(why, part)) fail_msg("nothing of '%s': %s", part, why);
  free(why);
  campaign_options_free(o);
}

static void says_what_is_wrong(void **state) {
  (void)state;
  size_t open = descriptors();
  refuse("/nowhere/at/all", NULL, "/nowhere/at/all");
  refuse("/bin/true", NULL, "/bin/true");
  refuse(small, (const char *const[]){"strategy", "nonsense", NULL}, "nonsense");
  refuse(small, (const char *const[]){"resume", "", NULL}, "--out");
  refuse(small, (const char *const[]){"resume", "", "out", folder, NULL}, "state.db");
  assert_int_equal(descriptors(), open);
  char *argv[] = {small, NULL};
  struct campaign_options *o = campaign_options_new(argv);
  char *why[] = {campaign_options_set(o, "max-execs", "many"), campaign_options_set(o, "max-execs", NULL),
                 campaign_options_set(o, "no-such-thing", "1"), campaign_options_set(o, "keep-going", "1")};
  for (size_t i = 0; i < sizeof why / sizeof why[0]; i++) {
    assert_non_null(why[i]);
    free(why[i]);
  }
  campaign_options_free(o);
}

/* No handler of ours is left, and nothing is written. The last test: it changes the directory. */
static void leaves_the_process_alone(void **state) {
  (void)state;
  struct sigaction before[NSIG], after;
  assert_int_equal(chdir(folder), 0);
  for (int i = 1; i < NSIG; i++) sigaction(i, NULL, &before[i]);
  explore(small, (const char *const[]){"jobs", "2", NULL});
  for (int i = 1; i < NSIG; i++)
    if (!sigaction(i, NULL, &after)) assert_ptr_equal(after.sa_handler, before[i].sa_handler);
  assert_int_equal(access("raddle-out", F_OK), -1);
  assert_int_equal(chdir("/"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_after_the_other),
      cmocka_unit_test(side_by_side),
      cmocka_unit_test(in_turn),
      cmocka_unit_test(is_stopped),
      cmocka_unit_test(keeps_limits),
      cmocka_unit_test(goes_on_later),
      cmocka_unit_test(says_what_is_wrong),
      cmocka_unit_test(leaves_the_process_alone),
  };
  return cmocka_run_group_tests(tests, build_programs, remove_programs);
}
