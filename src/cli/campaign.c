/* The loop. A strategy proposes, the target executes, the reports write, the strategy learns.
 *
 * Two things make the exploration start over, with everything learnt so far forgotten but the bugs and the coverage: a
 * run that finds memory to be shared which was not known to be (the strategy must see accesses to it as steps), and the first
 * run with threads, if the user left the choice of the strategy to us and it was for programs without.
 *
 * Order inside one turn: learn before confirm, since a confirming replay overwrites the trace in the shared mapping
 * (the path and the input are copies, they stay). */
#include "cli/campaign.h"
#include "base/check.h"
#include "cli/confirm.h"
#include "detect/symbolize.h"
#include "explore/eval.h"
#include "report/report.h"
#include <signal.h>
#include <string.h>

struct turn {
  struct target *target;
  struct smt *smt;
  struct eval *eval; /* --verify only */
  struct path_builder *builder;
  struct order *order;
  struct confirm *confirm;
  struct expr_store store;
  const struct strategy_vtable *chosen;
  void *strategy;
  uint32_t visible_count; /* visible objects that are in force */
  struct path path;
  struct input input;
};

/* ---- Ctrl-C ---- */

static volatile int stop_wanted;

static void on_stop(int signal) {
  if (stop_wanted) _Exit(128 + signal); /* asked twice: at once */
  stop_wanted = 1;
}

static void catch_stop(void) {
  struct sigaction a = {.sa_handler = on_stop};
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  signal(SIGPIPE, SIG_IGN);
}

/* ---- budget ---- */

static bool budget_left(struct campaign *c, const struct options *o) {
  if (stop_wanted) return incomplete_add(c, INCOMPLETE_INTERRUPTED, 1, NULL), false;
  if (c->bugs.count && !o->keep_going) return incomplete_add(c, INCOMPLETE_FIRST_BUG, 1, NULL), false;
  if (o->max_execs && c->executions >= o->max_execs)
    return incomplete_add(c, INCOMPLETE_MAX_EXECS, 1, NULL), false;
  /* Reading the clock costs as much as a fifth of a short run: not each time. */
  if (o->max_time > 0 && (c->executions & 15) == 0 && campaign_now() - c->started > o->max_time)
    return incomplete_add(c, INCOMPLETE_MAX_TIME, 1, NULL), false;
  return true;
}

/* ---- one run ---- */

static void read_input(struct turn *t) {
  const struct shm *s = target_shm(t->target);
  size_t asked = s->trace.input_count, given = s->plan.input_count;
  size_t n = asked > given ? asked : given;
  t->input.bytes.count = 0;
  if (!n) return;
  vec_reserve(&t->input.bytes, n);
  memcpy(t->input.bytes.at, s->plan.input, given);
  memset(t->input.bytes.at + given, 0, n - given);
  t->input.bytes.count = n;
}

static struct run read_run(struct turn *t) {
  struct shm *s = target_shm(t->target);
  read_input(t);
  path_read(t->builder, s, &t->path);
  check(path_is_sound(&t->path));
  return (struct run){.trace = &s->trace,
                      .events = shm_event(s),
                      .enabled = shm_enabled(s),
                      .path = &t->path,
                      .input = &t->input,
                      .order = t->order};
}

/* --verify: every condition and observation, evaluated on the inputs, is what the program computed. */
static void verify(struct campaign *c, struct turn *t, const struct run *run) {
  eval_forget(t->eval);
  for (uint32_t i = 0; i < run->trace->event_count; i++) {
    const struct event *e = &run->events[i];
    if (!e->expr || !(event_is_path(e) || e->kind == EV_OBSERVE)) continue;
    uint64_t expected = e->kind == EV_OBSERVE ? e->value : e->taken;
    uint64_t value = eval_expr(t->eval, e->expr, run->input);
    if (value == expected) continue;
    const struct program_site *site = &shm_site(target_shm(t->target))[e->site];
    char *where = xprintf("%s:%u event %u: the program computed %lu, its expression %lu",
                          target_string(t->target, site->file), site->line, i, expected, value);
    incomplete_add(c, INCOMPLETE_DIVERGENCE, 1, where);
    free(where);
    c->diverged++;
  }
}

/* ---- starting over ---- */

static void strategy_start(struct campaign *c, const struct options *o, struct turn *t) {
  t->strategy = t->chosen->open(t->smt, &o->strategy);
  c->strategy = t->chosen;
  c->strategy_state = t->strategy;
}

static void start_over(struct campaign *c, const struct options *o, struct turn *t) {
  t->chosen->close(t->strategy);
  strategy_start(c, o, t);
  t->visible_count = target_shm(t->target)->visible_count;
  c->paths = c->classes = c->redundant = c->pruned = 0;
  c->restarts++;
}

static bool has_found_shared(const struct turn *t) {
  return target_shm(t->target)->visible_count > t->visible_count;
}

static bool is_left_to_us(const struct options *o, const struct turn *t) {
  return !o->strategy_name && !t->chosen->has_schedules;
}

/* The program has threads: from now on their schedules are explored. The first plan is the same for all strategies, so
 * the first run need not be made again. True if it is too late for that. */
static bool turn_to_threads(struct campaign *c, const struct options *o, struct turn *t) {
  t->chosen->close(t->strategy);
  t->chosen = strategy_default(true);
  strategy_start(c, o, t);
  return c->executions > 1 || !t->chosen->next(t->strategy, target_plan(t->target));
}

/* ---- the loop ---- */

static void note_gaps_of_run(struct campaign *c, const struct turn *t, const struct trace *trace) {
  if (trace->thread_count > 1 && !t->chosen->has_schedules) incomplete_add(c, INCOMPLETE_SCHEDULES, 1, NULL);
  if (trace->is_bounded)
    incomplete_add(c, INCOMPLETE_MAX_STEPS, 1, "threads went on after main had returned, up to --max-steps");
}

static void make_run(struct campaign *c, const struct options *o, struct turn *t) {
  struct plan *plan = target_plan(t->target);
  plan->mode = PLAN_IN_PROCESS;
  plan->visible_count = t->visible_count;
  if (is_left_to_us(o, t) && !c->executions) plan->flags |= PLAN_ENABLED;
  target_run(t->target);
  c->executions++;
}

/* A run that was made: learnt from, counted, and looked at for bugs. */
static void take_run(struct campaign *c, const struct options *o, struct turn *t) {
  struct run run = read_run(t);
  enum verdict_of_run verdict = RUN_NEW;
  bool is_over = has_found_shared(t);
  if (t->eval) verify(c, t, &run);
  if (run.trace->thread_count > 1 && is_left_to_us(o, t)) is_over |= turn_to_threads(c, o, t);
  if (!is_over) verdict = t->chosen->learn(t->strategy, &run);
  note_gaps_of_run(c, t, run.trace);
  report_run(c, &run, verdict);
  confirm_run(t->confirm);
  if (is_over || has_found_shared(t)) start_over(c, o, t); /* replays find shared memory too */
}

static void explore(struct campaign *c, const struct options *o, struct turn *t) {
  while (budget_left(c, o)) {
    if (!t->chosen->next(t->strategy, target_plan(t->target))) {
      c->exhausted = !smt_is_stopped(t->smt);
      if (!c->exhausted)
        incomplete_add(c, stop_wanted ? INCOMPLETE_INTERRUPTED : INCOMPLETE_MAX_TIME, 1, NULL);
      break;
    }
    make_run(c, o, t);
    take_run(c, o, t);
  }
}

/* ---- a campaign ---- */

static void note_strategy_gaps(struct campaign *c, const struct turn *t) {
  struct strategy_stats s = {0};
  t->chosen->stats(t->strategy, &s);
  if (s.solver_unknown) incomplete_add(c, INCOMPLETE_SOLVER_UNKNOWN, s.solver_unknown, NULL);
  if (s.depth_bounded) incomplete_add(c, INCOMPLETE_DEPTH, s.depth_bounded, NULL);
  if (s.preemption_bounded) incomplete_add(c, INCOMPLETE_PREEMPTIONS, s.preemption_bounded, NULL);
}

static void turn_open(struct turn *t, const struct options *o) {
  t->store = target_exprs(t->target);
  struct smt_options smt = o->smt;
  smt.stop = &stop_wanted;
  smt.deadline = o->max_time > 0 ? campaign_now() + o->max_time : 0;
  t->smt = smt_open(&t->store, &smt);
  t->eval = o->verify ? eval_open(&t->store) : NULL;
  t->builder = path_builder_open();
  t->order = order_open();
  t->chosen = o->chosen;
}

static void turn_close(struct turn *t) {
  t->chosen->close(t->strategy);
  order_close(t->order);
  path_builder_close(t->builder);
  if (t->eval) eval_close(t->eval);
  smt_close(t->smt);
  target_close(t->target);
  vec_free(&t->path.steps);
  vec_free(&t->input.bytes);
}

int campaign_run(const struct options *o, const char *program, char **program_args) {
  struct target_options to = o->target;
  struct turn t = {0};
  char **argv = target_argv(program, program_args);
  char *why;
  catch_stop();
  to.program = program;
  to.argv = argv;
  to.stop = &stop_wanted;
  t.target = target_open(&to, &why);
  if (!t.target) die("%s", why);
  turn_open(&t, o);
  struct campaign c = {.program = o->what_count ? o->what[0] : program,
                       .binary = program,
                       .program_args = program_args,
                       .target_options = &to,
                       .smt = smt_counts(t.smt),
                       .symbols = symbolizer_open(program)};
  strategy_start(&c, o, &t);
  report_open(&c, &o->report, t.target);
  t.confirm = confirm_open(&c, o, t.target);
  explore(&c, o, &t);
  note_strategy_gaps(&c, &t);
  int code = report_close(&c);
  confirm_close(t.confirm);
  turn_close(&t);
  symbolizer_close(c.symbols);
  free(argv);
  return code;
}
