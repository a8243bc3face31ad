/* The life of a campaign. What happens in between is the loop (campaign/loop.c), which the
 * workers of a crew go round (campaign/crew.c). */
#include "campaign/campaign.h"
#include "base/clock.h"
#include "base/hash.h"
#include "campaign/crew.h"
#include "campaign/family.h"
#include "campaign/guard.h"
#include "campaign/ledger.h"
#include "campaign/resume.h"
#include "campaign/verdict.h"
#include "detect/symbolize.h"

/* Invariant: crew and guard are there from campaign_open to campaign_close, unless the campaign
 * was stopped before the program had started: then both are NULL. */
struct engine {
  struct campaign_options options;
  struct target_options target;
  char **argv;
  struct stop stop; /* if nobody gave one */
  double began;
  struct crew *crew;
  struct guard *guard; /* NULL: not open yet, or closed: the campaign is over */
  bool is_over;
};

/* ---- limits ---- */

/* Last resort of the guard: some worker is still busy, with the crew's lock taken from it. What
 * it has not told yet is left out, and the state that was saved last stays. */
static void end_now(struct crew *crew) {
  struct campaign *c = crew_campaign(crew);
  crew_note_stop(crew);
  crew_sum_up(crew);
  verdict_note_strategy(c);
  ledger_finish(c);
  c->observer.give_up(c->observer.context, c, true);
}

static struct guard *open_guard(const struct campaign *c) {
  const struct campaign_options *o = c->options;
  struct guard_limits limits = {.deadline = o->max_time > 0 ? c->engine->began + o->max_time : 0,
                                .memory = o->max_memory ? o->max_memory : guard_default_memory(),
                                .owns_process = o->owns_process,
                                .end = end_now};
  return guard_open(c->engine->crew, &limits);
}

/* What is left of --max-time; 0: there is no limit. */
static double time_left(const struct campaign *c) {
  if (!c->options->max_time) return 0;
  double left = c->engine->began + c->options->max_time - clock_now();
  return left > 1e-3 ? left : 1e-3;
}

/* No answer before the limit: it may still be at its constructors. */
static bool is_out_of_time(const struct campaign *c) {
  double max_time = c->options->max_time;
  if (max_time > 0 && clock_now() >= c->engine->began + max_time) stop_ask(c->stop, STOP_TIME);
  return stop_is_wanted(c->stop);
}

/* ---- opening ---- */

static struct campaign *make(const struct campaign_options *o, const struct campaign_observer *observer) {
  struct campaign *c = xcalloc(1, sizeof *c);
  struct engine *e = c->engine = xcalloc(1, sizeof *e);
  e->options = *o;
  e->began = o->began > 0 ? o->began : clock_now();
  c->options = &e->options;
  c->observer = observer_complete(observer);
  c->stop = o->stop ? o->stop : &e->stop;
  c->strategy = o->chosen;
  c->started = e->began;
  return c;
}

/* The first worker's, which the others share tables with. */
static struct target *open_target(struct campaign *c, char **why) {
  const struct campaign_options *o = c->options;
  struct target_options *t = &c->engine->target;
  *t = o->target;
  t->program = o->binary;
  t->argv = c->engine->argv = target_argv(o->binary, o->arguments);
  t->stop = c->stop;
  t->start_timeout = time_left(c);
  /* A test of each path needs all that the mapping tells of its run; there a run completes its plan, too. */
  t->one_by_one = o->tests == TESTS_PATH || o->target.random_start;
  if (o->target.random_start) t->input_seed = (o->strategy.seed + 1) * HASH_GOLDEN;
  return target_open(t, why);
}

static void note_stopped(struct campaign *c, const char *why) {
  c->ended = clock_now();
  incomplete_add_stop(c, 1, why);
}

static char *open_crew(struct campaign *c, struct target *target) {
  struct engine *e = c->engine;
  c->hints = hints_open();
  c->symbols = symbolizer_open(c->options->binary);
  e->crew = crew_open(c, c->options, &e->target, target);
  char *why = ledger_open(c);
  if (why) return why;
  if (c->options->resume)
    crew_resume(e->crew);
  else
    resume_identify(c->ledger->db, c->options);
  crew_save(e->crew);
  e->guard = open_guard(c);
  return NULL;
}

/* NULL, or why there cannot be a campaign. One that is stopped before the program has started is
 * a campaign without runs. */
static char *open_all(struct campaign *c) {
  struct campaign_options *o = &c->engine->options;
  char *why = campaign_options_settle(o);
  if (!why && o->resume && !o->out) why = xstrdup("--resume wants an --out");
  if (!why && o->resume) why = resume_refusal(o);
  if (why) return why;
  c->strategy = o->chosen;
  struct target *target = open_target(c, &why);
  if (target) return open_crew(c, target);
  if (!is_out_of_time(c)) return why;
  note_stopped(c, why);
  free(why);
  return NULL;
}

struct campaign *campaign_open_observed(const struct campaign_options *o,
                                        const struct campaign_observer *observer, char **why) {
  struct campaign *c = make(o, observer);
  *why = open_all(c);
  if (!*why) return c;
  campaign_close(c);
  return NULL;
}

struct campaign *campaign_open_stopped(const struct campaign_options *o,
                                       const struct campaign_observer *observer, const char *why) {
  struct campaign *c = make(o, observer);
  note_stopped(c, why);
  return c;
}

/* ---- exploring ---- */

static void finish(struct campaign *c) {
  struct engine *e = c->engine;
  e->is_over = true;
  if (!e->crew) {
    c->observer.closed(c->observer.context, c);
    return;
  }
  crew_end(e->crew);
  guard_claim(e->guard);
  verdict_note_all(c);
  ledger_finish(c);
  guard_close(e->guard);
  e->guard = NULL;
}

enum campaign_state campaign_step(struct campaign *c) {
  struct engine *e = c->engine;
  if (!e->is_over && e->crew && crew_step(e->crew)) return CAMPAIGN_GOES_ON;
  if (!e->is_over) finish(c);
  return c->exhausted ? CAMPAIGN_DONE : CAMPAIGN_STOPPED;
}

void campaign_stop(struct campaign *c) { stop_ask(c->stop, STOP_INTERRUPTED); }

void campaign_enter(struct campaign *c) {
  if (c->engine->crew) crew_enter(c->engine->crew);
}

void campaign_leave(struct campaign *c) {
  if (c->engine->crew) crew_leave(c->engine->crew);
}

/* ---- the end ---- */

void campaign_kill(struct campaign *c) {
  if (c->engine->crew) crew_kill(c->engine->crew);
  if (c->options->owns_process) family_end();
}

static void free_facts(struct campaign *c) {
  for (size_t i = 0; i < c->bugs.count; i++) bug_free(&c->bugs.at[i]);
  vec_free(&c->bugs);
  for (int i = 0; i < INCOMPLETE_COUNT; i++)
    for (uint32_t k = 0; k < c->incomplete[i].example_count; k++) free(c->incomplete[i].example[k]);
}

void campaign_close(struct campaign *c) {
  struct engine *e = c->engine;
  if (e->guard) {
    campaign_stop(c);
    while (campaign_step(c) == CAMPAIGN_GOES_ON) continue;
  }
  if (c->ledger) ledger_close(c);
  if (e->crew) crew_close(e->crew);
  if (c->hints) hints_close(c->hints);
  if (c->symbols) symbolizer_close(c->symbols);
  if (c->options->owns_process) family_end();
  free_facts(c);
  free(e->argv);
  free(e);
  free(c);
}
