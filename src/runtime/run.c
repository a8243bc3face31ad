/* One run: the program's main on its own stack, at a fixed place, until something ends it.
 *
 * Whatever ends a run fills in the trace and jumps back to the server's stack (context_leave):
 * exit, a bug found by a hook, a signal. Nothing of the program is unwound; the process is reset or
 * thrown away. If the plan says so the other threads go on first (ghost.c).
 *
 * Main's stack is that of thread 0 (thread.c). At its top lie argv, envp and their strings,
 * copied afresh for each run from `image`. The space for them is rounded up generously, so that
 * the addresses of main's variables, which tests name, do not depend on the environment or on
 * the program's path. */
#include "runtime/state.h"
#include "runtime/build.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <fcntl.h>

#define IMAGE_UNIT (128ul << 10)

bool run_active;
extern char **environ;

/* Arguments. */

static bool is_ours(const char *variable) {
  return !strncmp(variable, SHM_ENV "=", sizeof SHM_ENV) || !strncmp(variable, "RADDLE_RT_DEBUG=", 16);
}

static uint64_t copy_string(uint64_t at, const char *text, size_t n) {
  struct run_state *r = &ST->run;
  if (at + n > sizeof r->image) state_fail("the program's arguments and environment are too large");
  if (text)
    memcpy(r->image + at, text, n);
  else
    memset(r->image + at, 0, n);
  return at + n;
}

/* Image: argc+1 pointers, envc+1 pointers, strings. Pointers are final: the image always goes to
 * the same place. */
static void make_image(int argc, char **argv, char **envp) {
  struct run_state *r = &ST->run;
  int symbolic = SHM->sym_args_count, envc = 0, k = 0;
  for (char **e = envp; *e; e++) envc += !is_ours(*e);
  uint64_t at = sizeof(uint64_t) * (argc + symbolic + 1 + envc + 1), strings = at;
  for (int i = 0; i < argc; i++) strings += strlen(argv[i]) + 1;
  strings += symbolic * (SHM->sym_args_length + 1);
  for (char **e = envp; *e; e++) strings += is_ours(*e) ? 0 : strlen(*e) + 1;
  r->image_size = strings;
  r->image_start = RUN_STACK_TOP - align_up(strings, IMAGE_UNIT);
  uint64_t base = r->image_start, *pointer = (uint64_t *)r->image;
  for (int i = 0; i < argc; i++) pointer[k++] = base + at, at = copy_string(at, argv[i], strlen(argv[i]) + 1);
  r->sym_args = base + at;
  for (int i = 0; i < symbolic; i++)
    pointer[k++] = base + at, at = copy_string(at, NULL, SHM->sym_args_length + 1);
  pointer[k++] = 0;
  r->argc = argc + symbolic;
  r->argv = base;
  r->envp = base + sizeof(uint64_t) * k;
  for (char **e = envp; *e; e++)
    if (!is_ours(*e)) pointer[k++] = base + at, at = copy_string(at, *e, strlen(*e) + 1);
  pointer[k] = 0;
}

void run_open(int argc, char **argv, char **envp) {
  make_image(argc, argv, envp);
  if (!thread_map_main_stack(RUN_STACK_START + RUN_STACK_TOP - ST->run.image_start))
    state_fail("no memory for the stack");
}

bool run_on_stack(uint64_t address) { return thread_on_stack(thread_self(), address); }

void run_reset(void) {
  struct run_state *r = &ST->run;
  thread_clear_stack(&ST->thread[0], r->image_start);
  handlers_reset();
}

/* Beginning. */

static void make_arguments_symbolic(void) {
  char name[24];
  uint64_t at = ST->run.sym_args;
  for (uint32_t i = 0; i < SHM->sym_args_count; i++) {
    snprintf(name, sizeof name, "arg%u", i + 1);
    inputs_bytes((void *)at, SHM->sym_args_length, name);
    at += SHM->sym_args_length + 1;
  }
}

static void on_program_stack(void) {
  struct run_state *r = &ST->run;
  run_active = true;
  make_arguments_symbolic();
  if (ST->inputs.native_count) record_external("an input in a constructor of a shared library", NULL);
  handlers_construct(r->argc, (char **)r->argv, (char **)r->envp);
  int code = run_program(r->argc, (char **)r->argv, (char **)r->envp);
  run_decide_code(code, run_program_shadow());
  run_exit(code, EXIT_NORMALLY);
}

void run_execute(void) {
  struct run_state *r = &ST->run;
  memset(&SHM->trace, 0, sizeof SHM->trace);
  bool show = SHM->plan.flags & PLAN_SHOW_OUTPUT;
  if (show != ST->server.shows_output) server_show_output(show);
  if (SHM->plan.mode == PLAN_FORK) /* the kernel may write to it too */
    thread_grow_stack(RUN_STACK_TOP - LAYOUT_STACK_SIZE);
  memcpy((void *)r->image_start, r->image, r->image_size);
  environ = (char **)r->envp;
  r->number++;
  r->decided = r->used_up = r->s_code = 0;
  HOT->callee = HOT->returned = NULL;
  HOT->site = NULL;
  outside_begin();
  io_begin();
  hidden_begin();
  ghost_begin();
  livelock_begin();
  thread_begin();
  sched_begin();
  sharing_begin();
  fresh_begin();
  context_enter(&r->server_sp, r->image_start, on_program_stack);
  run_active = false;
  thread_resume_main();
  sharing_end();
  if (ST->server.shows_output && !SHM->trace.pc_is_exact)
    fflush(stdout); /* a replay shows what led to the bug */
  if (SHM->plan.flags & PLAN_UNCOUNTED) program_forget_coverage();
  SHM->trace.new_coverage = program_publish_coverage();
}

/* Ending. */

static uint32_t walk(const struct thread *t, uint64_t *pc, uint32_t max, uint64_t frame) {
  uint32_t n = 0;
  while (n < max && thread_on_stack(t, frame) && thread_on_stack(t, frame + 15) && frame >= t->stack_low &&
         !(frame & 7)) {
    uint64_t next = ((uint64_t *)frame)[0], back = ((uint64_t *)frame)[1];
    if (!back) break;
    pc[n++] = back;
    if (next <= frame) break;
    frame = next;
  }
  return n;
}

uint32_t run_walk(uint64_t *pc, uint32_t max, uint64_t frame) { return walk(thread_self(), pc, max, frame); }

uint32_t run_stack(const struct thread *t, uint64_t *to, uint32_t max, uint64_t frame) {
  uint64_t pc[TRACE_STACK_MAX + 16];
  uint32_t n = walk(t, pc, TRACE_STACK_MAX + 16, frame), skip = 0;
  while (skip < n && !program_made_call(pc[skip])) skip++;
  while (n > skip && !program_made_call(pc[n - 1])) n--;
  n = n - skip < max ? n - skip : max;
  memcpy(to, pc + skip, n * sizeof *pc);
  return n;
}

static void record_stack(uint64_t frame) {
  SHM->trace.thread = ST->sched.current;
  SHM->trace.stack_count = run_stack(thread_self(), SHM->trace.stack, TRACE_STACK_MAX, frame);
}

void run_note_waiting_stacks(void) {
  if (!(SHM->plan.flags & PLAN_WAITING)) return;
  for (uint32_t i = 0; i < SHM->trace.waiting_count; i++) {
    struct waiting *w = &shm_waiting(SHM)[i];
    const struct thread *t = &ST->thread[w->thread];
    bool is_running = t == thread_self();
    uint64_t frame = is_running ? (uint64_t)__builtin_frame_address(0) : thread_left_frame(t);
    w->stack_count = run_stack(t, shm_waiting_stack(SHM)[i].pc, TRACE_STACK_MAX, frame);
  }
}

static bool is_traced(void) {
  char text[2048];
  int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (n < 0) return false;
  text[n] = 0;
  const char *tracer = strstr(text, "TracerPid:");
  return tracer && atoi(tracer + 10) != 0;
}

void run_trap(void) {
  if (!(SHM->plan.flags & PLAN_TRAP) || ghost_is_on() || !is_traced()) return;
  ST->run.trapping = 1;
  __builtin_debugtrap();
  ST->run.trapping = 0;
}

void run_leave(enum end_kind end) {
  if (fresh_is_on()) fresh_settle();
  SHM->trace.thread_count = ST->sched.thread_count;
  SHM->trace.steps = ST->run.used_up + (uint64_t)(run_first_budget() - HOT->budget);
  if (ST->server.role == ROLE_DETACHED) {
    if (end == END_EXIT) _exit(SHM->trace.value);
    signal(SIGABRT, SIG_DFL);
    abort();
  }
  bool is_noted = end == END_EXIT && !ghost_is_on() && sync_has_noted();
  SHM->trace.end = is_noted ? END_BUG : end;
  if (!is_noted && ghost_is_wanted()) ghost_go_on();
  if (ghost_is_on()) ghost_end();
  context_leave(ST->run.server_sp);
}

/* Other threads may go on before the failure. The outcome is written afterwards, since all threads
 * share one outcome. */
static void before_failure(enum end_kind end, enum bug_kind kind) {
  if (end == END_ASSUME && sched_has_threads() && thread_self()->fused) sync_leave_section();
  if (ghost_survives(end, kind)) sched_fail_point();
}

void run_bug(enum bug_kind kind, site_ref site, uint64_t address, const char *format, ...) {
  struct trace *t = &SHM->trace;
  va_list arguments;
  before_failure(END_BUG, kind);
  va_start(arguments, format);
  vsnprintf(t->message, sizeof t->message, format, arguments);
  va_end(arguments);
  t->kind = kind;
  t->address = address;
  t->site = record_site(site);
  record_stack((uint64_t)__builtin_frame_address(0));
  run_trap();
  run_leave(END_BUG);
}

void run_bug_of_caller(enum bug_kind kind, const void *frame, const char *text) {
  struct trace *t = &SHM->trace;
  before_failure(END_BUG, kind);
  snprintf(t->message, sizeof t->message, "%s", text);
  t->kind = kind;
  t->address = t->site = 0;
  record_stack(*(const uint64_t *)frame);
  run_trap();
  run_leave(END_BUG);
}

void run_limit(site_ref site, const char *format, ...) {
  struct trace *t = &SHM->trace;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(t->message, sizeof t->message, format, arguments);
  va_end(arguments);
  t->site = record_site(site);
  record_stack((uint64_t)__builtin_frame_address(0));
  run_leave(END_LIMIT);
}

void run_loops_on(site_ref site) {
  struct run_state *r = &ST->run;
  if (SHM->max_loops) run_limit(site, "%lu loop iterations without an end (--max-loops)", SHM->max_loops);
  if (r->decided >= RUN_LOOPS) run_limit(site, "a path of more than %lu decisions", RUN_LOOPS / 100);
  HOT->budget += RUN_LOOPS;
  r->used_up += RUN_LOOPS;
  HOT->site = site;
  if (sched_has_threads()) sched_breathe();
}

void run_bug_at(enum bug_kind kind, uint32_t site, uint64_t address, const char *text) {
  struct trace *t = &SHM->trace;
  before_failure(END_BUG, kind);
  snprintf(t->message, sizeof t->message, "%s", text);
  t->kind = kind;
  t->address = address;
  t->site = site;
  t->thread = ST->sched.current;
  run_trap();
  run_leave(END_BUG);
}

void run_end(enum end_kind end, int64_t value, const char *message) {
  struct trace *t = &SHM->trace;
  before_failure(end, BUG_COUNT);
  if (*message) snprintf(t->message, sizeof t->message, "%s", message);
  t->value = value;
  record_stack((uint64_t)__builtin_frame_address(0));
  run_leave(end);
}

void build_full(struct shm *s) {
  (void)s;
  run_end(END_FULL, 0, "too many expressions");
}

/* Nobody sees this output, so the system calls are saved; a forked child may have opened files. */
static bool must_flush(void) { return ST->server.shows_output || ST->server.role != ROLE_WORKER; }

void run_decide_code(int code, expr_id s) {
  ST->run.s_code = s;
  if (!s || !SHM->check_exit_code) return;
  expr_id seen = expr_resize(8, s), is_zero = expr_binary(EX_EQ, seen, expr_const(8, 0));
  record_path(EV_BRANCH, expr_not(is_zero), (code & 0xff) != 0, HOT->site, 0);
}

/* A program that looks at its arguments, has none, and ends with an error has done nothing but
 * say so. */
extern const char __raddle_main_takes_arguments[] __attribute__((weak));

static void note_usage(int code) {
  bool had_no_input = !HOT->has_inputs && ST->run.argc <= 1;
  if (code && had_no_input && __raddle_main_takes_arguments && !sched_has_threads())
    record_no_input("main", NULL);
}

void run_exit(int code, enum exit_way way) {
  bool is_normal = way == EXIT_NORMALLY;
  note_usage(code);
  handlers_run(way, code, ST->run.s_code);
  sched_exit(code & 0xff);
  if (is_normal && must_flush()) fflush(NULL);
  if (is_normal && SHM->check_leaks) heap_check_leaks((uint64_t)__builtin_frame_address(0));
  run_end(END_EXIT, code & 0xff, "");
}
