#include "explore/strategy.h"
#include "base/check.h"
#include "explore/strategy/strategies.h"
#include "wire/shm.h"
#include <string.h>

const struct strategy_vtable *const strategies[] = {
#define STRATEGY(name) &strategy_##name,
#include "explore/strategy/strategies.def"
#undef STRATEGY
    NULL};

const struct strategy_vtable *strategy_find(const char *name) {
  for (size_t i = 0; strategies[i]; i++)
    if (!strcmp(strategies[i]->name, name)) return strategies[i];
  return NULL;
}

const struct strategy_vtable *strategy_default(bool has_threads) {
  return has_threads ? &strategy_dpor : &strategy_coverage;
}

/* ---- options ---- */

size_t strategy_number(const struct strategy_vtable *v) {
  size_t i = 0;
  while (strategies[i] != v) i++;
  check(i < STRATEGY_COUNT);
  return i;
}

void strategy_settings_init(struct strategy_settings *s) {
  *s = (struct strategy_settings){0};
  for (size_t i = 0; strategies[i]; i++) {
    char *why = option_set_defaults(&strategies[i]->options, s->at[i]);
    if (why) die("internal error: a default is refused: %s", why);
  }
}

/* ---- runs and plans ---- */

struct program_tables program_tables(const struct shm *s) {
  return (struct program_tables){
      .threads = shm_thread(s), .sites = shm_site(s), .strings = shm_strings(s), .site_count = s->site_count};
}

struct order_hash run_class(const struct run *run) {
  order_read(run->order, run->events, run->trace->event_count + run->trace->ghost_count,
             run->trace->thread_count);
  return order_class(run->order);
}

void plan_reset(struct plan *plan) {
  plan->flags = 0;
  plan->input_count = 0;
  plan->policy = POLICY_RUN_TO_BLOCK;
  plan->length = 0;
  plan->postponed_count = 0;
  plan->run_count = 0;
  for (int i = 0; i < PLAN_STACKS; i++) plan->stack_at[i] = UINT32_MAX;
}

void plan_set_input(struct plan *plan, const struct input *input) {
  size_t n = input->bytes.count;
  if (n > PLAN_INPUT_MAX) n = PLAN_INPUT_MAX;
  plan->input_count = (uint32_t)n;
  if (n) memcpy(plan->input, input->bytes.at, n);
}

bool path_follows(const struct decision *run, size_t run_count, const struct decision *prefix, size_t n) {
  if (run_count <= n || !path_agrees(run, run_count, prefix, n)) return false;
  return run[n].cond == prefix[n].cond && run[n].taken != prefix[n].taken;
}

bool path_agrees(const struct decision *run, size_t run_count, const struct decision *prefix, size_t n) {
  if (run_count < n) return false;
  for (size_t i = 0; i < n; i++)
    if (run[i].cond != prefix[i].cond || run[i].taken != prefix[i].taken) return false;
  return true;
}

void strategy_count(struct strategy_stats *s, const char *name, uint64_t value) {
  check(s->own_count < STRATEGY_COUNTS);
  if (s->own_count < STRATEGY_COUNTS) s->own[s->own_count++] = (struct strategy_count){name, value};
}

enum proposal proposal_none(const struct smt *smt) {
  return smt_is_stopped(smt) ? PROPOSAL_STOPPED : PROPOSAL_DONE;
}

void subproblem_free(struct subproblem *s) {
  vec_free(&s->schedule);
  vec_free(&s->input.bytes);
  vec_free(&s->marks);
}

void input_of_view(const struct view *v, struct input *out) {
  size_t asked = v->trace->input_count, given = v->input_count;
  size_t n = asked > given ? asked : given;
  vec_reserve(&out->bytes, n + 1);
  if (given) memcpy(out->bytes.at, v->input, given);
  memset(out->bytes.at + given, 0, n - given);
  out->bytes.count = n;
}

struct run run_of_view(const struct view *v, const struct path *path, const struct input *input) {
  return (struct run){.trace = v->trace,
                      .events = v->events,
                      .enabled = v->enabled,
                      .waiting = v->waiting,
                      .path = path,
                      .input = input};
}

static void add_own(struct strategy_stats *to, const struct strategy_count *n) {
  for (uint32_t i = 0; i < to->own_count; i++)
    if (!strcmp(to->own[i].name, n->name)) {
      to->own[i].value += n->value;
      return;
    }
  strategy_count(to, n->name, n->value);
}

void stats_add(struct strategy_stats *to, const struct strategy_stats *s) {
  to->pending += s->pending;
  if (s->diverged_at) to->diverged_at = s->diverged_at;
#define LEFT_OUT(field, reason) to->field += s->field;
#include "explore/left_out.def"
#undef LEFT_OUT
  for (int i = 0; i < STRATEGY_GAPS; i++) to->gaps[i] += s->gaps[i];
  to->done += s->done;
  to->is_done_wrong |= s->is_done_wrong;
  if (s->figures) { /* of strategies that have any, one worker makes all the runs */
    to->figures = s->figures;
    to->report = s->report;
  }
  for (uint32_t i = 0; i < s->own_count; i++) add_own(to, &s->own[i]);
}
