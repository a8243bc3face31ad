/* A campaign from its opening to the last report. The exploring itself is the crew's (campaign/crew.c). */
#include "campaign/campaign.h"
#include "base/clock.h"
#include "campaign/crew.h"
#include "campaign/family.h"
#include "campaign/guard.h"
#include "campaign/resume.h"
#include "detect/symbolize.h"
#include "report/report.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void on_stop(int signal) {
  static volatile sig_atomic_t is_asked;
  if (is_asked) _Exit(128 + signal); /* asked twice: at once */
  is_asked = 1;
  stop_ask(crew_stop(), STOP_INTERRUPTED);
}

void campaign_catch_stop(void) {
  struct sigaction a = {.sa_handler = on_stop, .sa_flags = SA_RESTART}; /* files are read and written whole */
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  signal(SIGPIPE, SIG_IGN);
}

/* With one thread, to cover all that can be reached is to run every path, unless it ends as soon as every branch is covered. */
static void note_branches_only(struct campaign *c) {
  const struct interfere_stats *i = c->stats.interfere;
  if (!i) return;
  if (i->too_deep) incomplete_add(c, INCOMPLETE_KMAX, i->too_deep, NULL);
  if (i->threads > 1 || c->stats.pending) incomplete_add(c, INCOMPLETE_BRANCHES, 1, NULL);
}

static void note_strategy_gaps(struct campaign *c) {
  const struct strategy_stats *s = &c->stats;
#define LEFT_OUT(field, reason)                                                                              \
  if (s->field) incomplete_add(c, INCOMPLETE_##reason, s->field, NULL);
#include "explore/left_out.def"
#undef LEFT_OUT
  note_branches_only(c);
}

/* A verdict about no class at all would be one about nothing. */
static void note_nothing_tested(struct campaign *c) {
  if (!c->exhausted || c->classes || c->bugs.count) return;
  bool is_known = c->pruned || c->diverged || c->blocked;
  incomplete_add(c, INCOMPLETE_NOTHING, 1,
                 is_known ? NULL : "internal error: the search ended without a class; please report this");
}

/* Where there is a race, or nobody looks for one, what happens between synchronisations counts too. */
static void note_granularity(struct campaign *c, const struct campaign_options *o) {
  bool has_races = !(o->kinds & BUG_BIT(BUG_RACE));
  for (size_t i = 0; i < c->bugs.count; i++) has_races |= c->bugs.at[i].kind == BUG_RACE;
  if (c->threads < 2 || !has_races) return;
  if (o->target.granularity_sync) incomplete_add(c, INCOMPLETE_GRANULARITY, 1, NULL);
  if (shm_tables(target_shm(c->target))->has_whole_blocks) incomplete_add(c, INCOMPLETE_BLOCKS, 1, NULL);
}

/* The choice of the strategy was ours, and there were no threads. */
static void note_idle_jobs(const struct campaign *c, const struct campaign_options *o) {
  if (o->jobs == 1 || o->strategy_name || c->strategy->has_schedules || !c->executions) return;
  fprintf(stderr,
          "raddle: a program without threads is explored with one process: --jobs %lu had no effect\n",
          o->jobs);
}

/* ---- limits ---- */

/* Last resort of the guard: some worker is still busy, with the crew's lock taken from it. What it has not told yet is left out, and
 * the state that was saved last stays. */
static _Noreturn void end_now(struct crew *crew) {
  struct campaign *c = crew_campaign(crew);
  crew_note_stop(crew);
  crew_sum_up(crew);
  note_strategy_gaps(c);
  int code = report_close(c);
  family_end();
  _exit(code);
}

static struct guard *open_guard(struct crew *crew, const struct campaign_options *o) {
  struct guard_limits limits = {.deadline = o->max_time > 0 ? o->began + o->max_time : 0,
                                .memory = o->max_memory ? o->max_memory : guard_default_memory(),
                                .end = end_now};
  return guard_open(crew, &limits);
}

/* There is to be an end at once: what the process has is given back as a whole. */
static _Noreturn void leave(struct crew *crew, int code) {
  crew_kill(crew);
  family_end();
  exit(code);
}

int campaign_end_early(const struct campaign_options *o, const struct report_options *shows,
                       const char *why) {
  struct campaign c = {
      .program = o->program, .strategy = o->chosen, .started = o->began, .options = o, .shows = shows};
  incomplete_add(&c, crew_stop_reason(), 1, why);
  return report_without_runs(&c);
}

/* What is left of --max-time; 0: there is no limit. */
static double time_left(const struct campaign_options *o) {
  if (!o->max_time) return 0;
  double left = o->began + o->max_time - clock_now();
  return left > 1e-3 ? left : 1e-3;
}

/* No answer before the limit: it may still be at its constructors. */
static bool is_out_of_time(const struct campaign_options *o) {
  if (o->max_time > 0 && clock_now() >= o->began + o->max_time) stop_ask(crew_stop(), STOP_TIME);
  return stop_is_wanted(crew_stop());
}

int campaign_run(const struct campaign_options *o, const struct report_options *shows) {
  struct target_options to = o->target;
  char **argv = target_argv(o->binary, o->arguments);
  char *why;
  to.program = o->binary;
  to.argv = argv;
  to.stop = crew_stop();
  to.start_timeout = time_left(o);
  to.one_by_one = o->tests == TESTS_PATH; /* such a test needs all that the mapping tells of its run */
  struct target *target = target_open(&to, &why);
  if (!target && is_out_of_time(o)) return campaign_end_early(o, shows, why);
  if (!target) die("%s", why);
  struct campaign c = {.program = o->program,
                       .binary = o->binary,
                       .program_args = o->arguments,
                       .sources = o->sources,
                       .source_count = o->source_count,
                       .target_options = &to,
                       .options = o,
                       .stop = crew_stop(),
                       .hints = hints_open(),
                       .symbols = symbolizer_open(o->binary)};
  struct crew *crew = crew_open(&c, o, &to, target);
  report_open(&c, shows, target);
  if (o->resume)
    crew_resume(crew);
  else
    resume_identify(report_db(&c), o);
  crew_save(crew);
  struct guard *guard = open_guard(crew, o);
  crew_explore(crew);
  guard_claim(guard);
  note_strategy_gaps(&c);
  note_nothing_tested(&c);
  note_granularity(&c, o);
  note_idle_jobs(&c, o);
  int code = report_close(&c);
  guard_close(guard);
  if (stop_reason(crew_stop()) != STOP_OVER) leave(crew, code);
  crew_close(crew);
  hints_close(c.hints);
  symbolizer_close(c.symbols);
  family_end();
  free(argv);
  return code;
}
