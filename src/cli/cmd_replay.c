/* `raddle replay`: one saved test again, in a fresh process, with the program's output shown.
 *
 * Exit code 0 when it ends as recorded: the same way, for a bug with the same kind at the same
 * place, else with the same exit code; for a race, when the two accesses race again. 1 when it
 * ends otherwise. */
#include "base/installed.h"
#include "cli/build.h"
#include "cli/commands.h"
#include "cli/unit_mode.h"
#include "detect/detector.h"
#include "detect/symbolize.h"
#include "campaign/file_hash.h"
#include "report/testfile.h"
#include "report/trace_text.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPLAY_TIMEOUT 60.0

struct replay {
  const char *what;
  bool trace, gdb;
};

static struct replay read_arguments(int argc, char **argv) {
  struct replay r = {0};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--trace"))
      r.trace = true;
    else if (!strcmp(argv[i], "--gdb"))
      r.gdb = true;
    else if (argv[i][0] == '-')
      die_usage("unknown option '%s'; `raddle help replay` lists them", argv[i]);
    else if (r.what)
      die_usage("one test at a time: '%s' is one too many", argv[i]);
    else
      r.what = argv[i];
  }
  if (!r.what) die_usage("which test? Name a folder of raddle-out/bugs or a file of raddle-out/tests");
  return r;
}

static char *test_path(const char *what) {
  struct stat st;
  if (!stat(what, &st) && S_ISDIR(st.st_mode)) return xprintf("%s/test.json", what);
  return xstrdup(what);
}

static void fill_plan(struct target *target, const struct test *t, uint32_t flags) {
  struct plan *p = target_plan(target);
  uint32_t missing = testfile_load(t, target_shm(target));
  p->mode = PLAN_FORK;
  p->flags = flags;
  if (missing && flags & PLAN_SHOW_OUTPUT)
    fprintf(stderr, "raddle: %u of the variables that threads shared are not in the program any more\n",
            missing);
}

static bool has_bug_in_events(const struct test *t) {
  return t->has_bug && bug_shown_by(t->kind) == SHOWN_BY_EVENTS;
}

/* The bug of the run just made. */
static bool find_bug(struct target *target, const struct test *t, struct symbolizer *symbols,
                     struct bug *out) {
  struct recorded_bug recorded = {t->kind, t->file, t->file2, t->line, t->line2, t->event, t->event2};
  return bug_find_again(target_shm(target), symbols, t->has_bug ? &recorded : NULL, out);
}

static struct target_options target_options_of(const struct test *t, const char *program) {
  struct target_options o = t->options;
  o.program = program;
  o.always_fork = 1;
  o.run_timeout = REPLAY_TIMEOUT;
  return o;
}

/* ---- in gdb ---- */

/* gdb is started as if it were the program: it starts the server, follows the child that runs
 * the plan, and stops where the runtime traps (PLAN_TRAP) or where the fault happens. So what
 * gdb shows is the recorded run itself. */

/* Where to stop. Addresses are the same in every run, so a first run, unseen, tells. */
struct gdb_stop {
  uint64_t pc;    /* of the frame to show: in the user's code; 0: the innermost one of the program */
  uint32_t event; /* a race: the later access; else UINT32_MAX: where the bug ends the run */
};

static struct gdb_stop find_stop(const char *program, const struct test *t) {
  struct target_options o = target_options_of(t, program);
  char **argv = target_argv(program, t->args), *why;
  struct bug bug = {0};
  struct gdb_stop stop = {0, UINT32_MAX};
  o.argv = argv;
  struct target *target = target_open(&o, &why);
  if (!target) die("%s", why);
  fill_plan(target, t, PLAN_WAITING | PLAN_SEEN);
  struct symbolizer *symbols = symbolizer_open(program);
  target_run(target);
  if (find_bug(target, t, symbols, &bug)) {
    stop.pc = bug.pc;
    if (bug_shown_by(bug.kind) == SHOWN_BY_EVENTS) stop.event = bug.event;
  }
  bug_free(&bug);
  symbolizer_close(symbols);
  target_close(target);
  free(argv);
  return stop;
}

/* The commands, as a file that only gdb sees. */
static char *gdb_script(uint64_t pc) {
  int fd = memfd_create("raddle-gdb", 0);
  if (fd < 0) die("cannot make a file for gdb's commands: %s", strerror(errno));
  char *script = installed_resource("raddle-gdb.py");
  dprintf(fd, "set startup-with-shell off\nset follow-fork-mode child\nsource %s\nrun\n", script);
  free(script);
  if (!isatty(STDIN_FILENO))
    dprintf(fd, "set pagination off\nset confirm off\nset width 0\n"); /* commands come from a file */
  dprintf(fd, "raddle stopped 0x%lx\nbacktrace\n", pc);
  return xprintf("/proc/%d/fd/%d", getpid(), fd);
}

static char **gdb_argv(const char *program, const struct test *t, uint64_t pc) {
  char *const head[] = {"env", "gdb", "-q", "-x", gdb_script(pc)};
  vec(char *) argv = {0};
  for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) vec_push(&argv, head[i]);
  vec_push(&argv, "--args");
  vec_push(&argv, (char *)(uintptr_t)program);
  for (size_t i = 0; t->args[i]; i++) vec_push(&argv, t->args[i]);
  vec_push(&argv, NULL);
  return argv.at;
}

static int run_gdb(const char *program, const struct test *t) {
  if (system("command -v gdb >/dev/null 2>&1") != 0)
    die("gdb is not installed: replay without --gdb, or install it");
  struct gdb_stop stop = find_stop(program, t);
  char **argv = gdb_argv(program, t, stop.pc), *why;
  struct target_options o = target_options_of(t, "/usr/bin/env");
  o.argv = argv;
  o.show_output = o.in_foreground = true;
  signal(SIGINT, SIG_IGN); /* gdb's to handle */
  struct target *target = target_open(&o, &why);
  if (!target) die("%s", why);
  fill_plan(target, t, PLAN_SHOW_OUTPUT | PLAN_TRAP | PLAN_SEEN);
  target_plan(target)->stack_at[0] = stop.event;
  target_debug(target);
  target_close(target);
  free(argv);
  return 0;
}

/* ---- as recorded ---- */

static struct run make_run(struct target *target, const struct test *t, struct input *in) {
  const struct shm *s = target_shm(target);
  for (size_t i = 0; i < t->input.count; i++) vec_push(&in->bytes, t->input.at[i]);
  while (in->bytes.count < s->trace.input_count && in->bytes.count < PLAN_INPUT_MAX) vec_push(&in->bytes, 0);
  return (struct run){.trace = &s->trace, .events = shm_event(s), .input = in};
}

/* The recorded place counts where one was recorded: tests of the suite are written without
 * asking the symbolizer. */
static bool is_as_recorded(const struct test *t, const struct trace *trace, const struct bug *bug) {
  if (has_bug_in_events(t)) return bug;
  if (t->end != (enum end_kind)trace->end) return false;
  if (trace->end == END_EXIT || trace->end == END_LOST) return t->exit_code == trace->value;
  if (trace->end != END_BUG) return true;
  if (t->kind != (enum bug_kind)trace->kind) return false;
  return !t->line || !bug || (bug->line == t->line && !strcmp(bug->file, t->file));
}

static void print_recorded(const struct test *t) {
  if (t->has_bug && t->line)
    printf("recorded: %s at %s:%u: %s\n", bug_kind_name(t->kind), t->file, t->line, t->message);
  else if (t->end == END_BUG)
    printf("recorded: %s: %s\n", bug_kind_name(t->kind), t->message);
  else if (t->end == END_EXIT)
    printf("recorded: exit code %ld\n", (long)t->exit_code);
  else
    printf("recorded: the run ended otherwise (%d)\n", t->end);
}

/* The inputs of known types, and what pointers lead to. */
static void format_inputs(struct buffer *b, const struct shm *s, const struct run *run) {
  struct heap h;
  testfile_heap(&h, s, run);
  uint32_t count = s->trace.object_count < SHM_OBJECT_MAX ? s->trace.object_count : SHM_OBJECT_MAX;
  struct inputs_shown in = {&h, shm_object(s), count, run->input->bytes.at, run->input->bytes.count};
  if (h.objects.count) inputs_format(b, &in, "");
  heap_free(&h);
}

static bool report_outcome(struct target *target, const struct test *t, const char *program,
                           bool wants_trace) {
  struct symbolizer *symbols = symbolizer_open(program);
  struct input in = {0};
  struct run run = make_run(target, t, &in);
  struct buffer b = {0};
  struct bug bug;
  bool is_bug = find_bug(target, t, symbols, &bug);
  bool is_same = is_as_recorded(t, run.trace, is_bug ? &bug : NULL);
  if (wants_trace)
    trace_format(&b, target_shm(target), &run, symbols, is_bug ? &bug : NULL);
  else {
    buffer_text(&b, "outcome: ");
    outcome_format(&b, run.trace, is_bug ? &bug : NULL);
    buffer_format(&b, "\n%s", is_bug ? bug.stack : "");
    format_inputs(&b, target_shm(target), &run);
  }
  fputs(buffer_string(&b), stdout);
  if (is_same)
    puts("the recorded outcome happened again");
  else {
    print_recorded(t);
    puts("another outcome than the recorded one: was the program built again since, or does it read a clock "
         "or files?");
  }
  if (is_bug) bug_free(&bug);
  buffer_free(&b);
  vec_free(&in.bytes);
  symbolizer_close(symbols);
  return is_same;
}

static int run_again(const char *program, const struct test *t, bool wants_trace) {
  struct target_options o = target_options_of(t, program);
  char **argv = target_argv(program, t->args), *why;
  o.argv = argv;
  o.show_output = true;
  signal(SIGPIPE, SIG_IGN);
  fflush(stdout);
  struct target *target = target_open(&o, &why);
  if (!target) die("%s", why);
  fill_plan(target, t, PLAN_SHOW_OUTPUT | PLAN_ENABLED | PLAN_WAITING | PLAN_SEEN);
  target_plan(target)->stack_at[0] = t->event2, target_plan(target)->stack_at[1] = t->event;
  target_run(target);
  bool is_same = report_outcome(target, t, program, wants_trace);
  target_close(target);
  free(argv);
  return is_same ? 0 : 1;
}

/* ---- is the program still what it was? ---- */

static bool is_changed(const char *file, const char *hash) {
  char *now = file_hash(file);
  bool is = *hash && *now && strcmp(now, hash) != 0;
  free(now);
  return is;
}

static char *build_again(const char *path, const struct test *t, char *const *files) {
  size_t count = t->sources.count;
  if (!*t->driver) return build_program(&(struct build){.sources = files, .count = count});
  char *driver = testfile_driver(path, t), *absolute = driver ? realpath(driver, NULL) : NULL;
  if (!absolute) die("the test's driver %s is not there any more: run `raddle test` again", t->driver);
  char *program = unit_build(absolute, files, count);
  free(driver);
  free(absolute);
  return program;
}

/* The program built again from the sources that the campaign was given, if those were changed;
 * NULL: it need not be. */
static char *rebuilt(const char *path, const struct test *t) {
  const char *changed = NULL;
  char **files = xcalloc(t->sources.count + 1, sizeof *files), *program = NULL;
  for (size_t i = 0; i < t->sources.count; i++) {
    files[i] = t->sources.at[i].file;
    if (!changed && is_changed(files[i], t->sources.at[i].hash)) changed = files[i];
  }
  if (changed) {
    fprintf(stderr, "raddle: %s was changed since the test was recorded: the program is built again\n",
            changed);
    program = build_again(path, t, files);
  }
  free(files);
  return program;
}

static int replay(const struct replay *r, const char *program, const struct test *t) {
  return r->gdb ? run_gdb(program, t) : run_again(program, t, r->trace);
}

static int replay_rebuilt(const struct replay *r, char *program, const struct test *t) {
  int code = replay(r, program, t);
  build_remove(program);
  free(program);
  return code;
}

static int replay_saved(const struct replay *r, const char *path, const struct test *t) {
  char *program = testfile_program(path, t);
  if (!program)
    die("the test's program %s is not there any more: build it again under that name", t->program);
  if (is_changed(program, t->program_hash))
    fprintf(stderr, "raddle: %s was changed since the test was recorded\n", program);
  int code = replay(r, program, t);
  free(program);
  return code;
}

int cmd_replay(int argc, char **argv) {
  struct replay r = read_arguments(argc, argv);
  char *path = test_path(r.what), *why;
  struct test t;
  if (!testfile_read(path, &t, &why)) die_usage("%s", why);
  char *program = rebuilt(path, &t);
  int code = program ? replay_rebuilt(&r, program, &t) : replay_saved(&r, path, &t);
  free(path);
  testfile_free(&t);
  return code;
}
