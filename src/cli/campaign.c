/* A campaign from its opening to the last report. The exploring itself is the crew's (cli/crew.c). */
#include "cli/campaign.h"
#include "cli/crew.h"
#include "cli/resume.h"
#include "detect/symbolize.h"
#include "report/report.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void on_stop(int signal) {
  if (*crew_interrupted()) _Exit(128 + signal); /* asked twice: at once */
  *crew_interrupted() = 1;
  crew_halt();
}

static void catch_stop(void) {
  struct sigaction a = {.sa_handler = on_stop, .sa_flags = SA_RESTART}; /* files are read and written whole */
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  signal(SIGPIPE, SIG_IGN);
}

/* With one thread, to cover all that can be reached is to run every path. */
static void note_branches_only(struct campaign *c) {
  const struct interfere_stats *i = c->stats.interfere;
  if (!i) return;
  if (i->too_deep) incomplete_add(c, INCOMPLETE_KMAX, i->too_deep, NULL);
  bool is_done = i->reason == INTERFERE_FULL_COVERAGE || i->reason == INTERFERE_MAX_COVERAGE;
  if (is_done && i->threads > 1) incomplete_add(c, INCOMPLETE_BRANCHES, 1, NULL);
}

static void note_strategy_gaps(struct campaign *c) {
  const struct strategy_stats *s = &c->stats;
  note_branches_only(c);
  if (s->solver_unknown) incomplete_add(c, INCOMPLETE_SOLVER_UNKNOWN, s->solver_unknown, NULL);
  if (s->depth_bounded) incomplete_add(c, INCOMPLETE_DEPTH, s->depth_bounded, NULL);
  if (s->writers_unknown) incomplete_add(c, INCOMPLETE_WRITERS, s->writers_unknown, NULL);
  if (s->preemption_bounded) incomplete_add(c, INCOMPLETE_PREEMPTIONS, s->preemption_bounded, NULL);
}

/* The choice of the strategy was ours, and there were no threads. */
static void note_idle_jobs(const struct campaign *c, const struct options *o) {
  if (o->jobs == 1 || o->strategy_name || c->strategy->has_schedules) return;
  fprintf(stderr,
          "raddle: a program without threads is explored with one process: --jobs %lu had no effect\n",
          o->jobs);
}

int campaign_run(const struct options *o, const char *program, char **program_args) {
  struct target_options to = o->target;
  char **argv = target_argv(program, program_args);
  char *why;
  catch_stop();
  to.program = program;
  to.argv = argv;
  to.stop = crew_interrupted();
  to.one_by_one = o->report.tests == TESTS_PATH; /* such a test needs all that the mapping tells of its run */
  to.never_spins = o->jobs > 1 && 2 * o->jobs > (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
  struct target *target = target_open(&to, &why);
  if (!target) die("%s", why);
  struct campaign c = {.program = o->what_count ? o->what[0] : program,
                       .binary = program,
                       .program_args = program_args,
                       .target_options = &to,
                       .hints = hints_open(),
                       .symbols = symbolizer_open(program)};
  struct crew *crew = crew_open(&c, o, &to, target);
  report_open(&c, &o->report, target);
  if (o->report.resume)
    crew_resume(crew);
  else
    resume_identify(report_db(&c), o, program);
  crew_save(crew);
  crew_explore(crew);
  note_strategy_gaps(&c);
  note_idle_jobs(&c, o);
  int code = report_close(&c);
  crew_close(crew);
  hints_close(c.hints);
  symbolizer_close(c.symbols);
  free(argv);
  return code;
}
