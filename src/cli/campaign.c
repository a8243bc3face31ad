/* The loop. A strategy proposes, the target executes, the reports write, the strategy learns.
 *
 * Order inside one turn: learn before confirm, since a confirming replay overwrites the trace in the shared mapping
 * (the path and the input are copies, they stay). */
#include "cli/campaign.h"
#include "base/check.h"
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
  struct expr_store store;
  void *strategy;
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
  return (struct run){.trace = &s->trace, .events = shm_event(s), .path = &t->path, .input = &t->input};
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

/* Runs the same plan again in a fresh child; true if it ends the same way at the same place. */
static bool is_confirmed(struct campaign *c, struct turn *t) {
  uint64_t before = bug_fingerprint(&target_shm(t->target)->trace);
  target_plan(t->target)->mode = PLAN_FORK;
  const struct trace *again = target_run(t->target);
  c->confirmations++;
  return bug_fingerprint(again) == before;
}

static void note_unconfirmed(struct campaign *c, bool was_killed) {
  if (was_killed) {
    incomplete_add(c, INCOMPLETE_LOST, 1, "a run was killed at --run-timeout; replayed, it ended in time");
    return;
  }
  incomplete_add(c, INCOMPLETE_DIVERGENCE, 1, "a bug seen once did not happen again when replayed");
  c->diverged++;
}

static void look_for_bug(struct campaign *c, const struct options *o, struct turn *t, struct run *run) {
  struct bug bug;
  if (!bug_is_shown(run->trace, o->kinds) || report_knows_trace(c, run->trace)) return;
  if (!bug_from_trace(run->trace, target_shm(t->target), c->symbols, o->kinds, &bug)) return;
  if (report_knows_bug(c, &bug, run->trace)) {
    bug_free(&bug);
    return;
  }
  bool was_killed = run->trace->was_killed;
  if (!is_confirmed(c, t)) {
    note_unconfirmed(c, was_killed);
    bug_free(&bug);
    return;
  }
  *run = read_run(t);
  bug.execution = c->executions;
  bug.threads = 1;
  report_bug(c, &bug, run);
}

static void explore(struct campaign *c, const struct options *o, struct turn *t) {
  struct plan *plan = target_plan(t->target);
  while (budget_left(c, o)) {
    if (!o->chosen->next(t->strategy, plan)) {
      c->exhausted = !smt_is_stopped(t->smt);
      if (!c->exhausted)
        incomplete_add(c, stop_wanted ? INCOMPLETE_INTERRUPTED : INCOMPLETE_MAX_TIME, 1, NULL);
      break;
    }
    plan->mode = PLAN_IN_PROCESS;
    plan->flags = 0;
    target_run(t->target);
    c->executions++;
    struct run run = read_run(t);
    if (t->eval) verify(c, t, &run);
    enum verdict_of_run verdict = o->chosen->learn(t->strategy, &run);
    report_run(c, &run, verdict);
    look_for_bug(c, o, t, &run);
  }
}

/* ---- a campaign ---- */

static void note_strategy_gaps(struct campaign *c, const struct options *o, const struct turn *t) {
  struct strategy_stats s = {0};
  o->chosen->stats(t->strategy, &s);
  if (s.solver_unknown) incomplete_add(c, INCOMPLETE_SOLVER_UNKNOWN, s.solver_unknown, NULL);
  if (s.depth_bounded) incomplete_add(c, INCOMPLETE_DEPTH, s.depth_bounded, NULL);
}

static void turn_open(struct turn *t, const struct options *o) {
  t->store = target_exprs(t->target);
  struct smt_options smt = o->smt;
  smt.stop = &stop_wanted;
  smt.deadline = o->max_time > 0 ? campaign_now() + o->max_time : 0;
  t->smt = smt_open(&t->store, &smt);
  t->eval = o->verify ? eval_open(&t->store) : NULL;
  t->builder = path_builder_open();
  t->strategy = o->chosen->open(t->smt, &o->strategy);
}

static void turn_close(struct turn *t, const struct options *o) {
  o->chosen->close(t->strategy);
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
                       .strategy = o->chosen,
                       .strategy_state = t.strategy,
                       .smt = smt_counts(t.smt),
                       .symbols = symbolizer_open(program)};
  report_open(&c, &o->report, t.target);
  explore(&c, o, &t);
  note_strategy_gaps(&c, o, &t);
  int code = report_close(&c);
  symbolizer_close(c.symbols);
  turn_close(&t, o);
  free(argv);
  return code;
}
