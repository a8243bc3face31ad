#include "campaign/verdict.h"
#include "detect/detector.h"

void verdict_note_strategy(struct campaign *c) {
  const struct strategy_stats *s = &c->stats;
#define LEFT_OUT(field, reason)                                                                              \
  if (s->field) incomplete_add(c, INCOMPLETE_##reason, s->field, NULL);
#include "explore/left_out.def"
#undef LEFT_OUT
  for (int i = 0; i < STRATEGY_GAPS; i++)
    if (s->gaps[i]) incomplete_add(c, INCOMPLETE_OWN + i, s->gaps[i], NULL);
}

/* A verdict about no class at all would be one about nothing. */
static void note_nothing_tested(struct campaign *c) {
  if (!c->exhausted || c->classes || c->bugs.count) return;
  bool is_known = c->pruned || c->diverged || c->blocked;
  incomplete_add(c, INCOMPLETE_NOTHING, 1,
                 is_known ? NULL : "internal error: the search ended without a class; please report this");
}

/* Where there is a race, or nobody looks for one, what happens between synchronisations counts
 * too. */
static void note_granularity(struct campaign *c) {
  const struct campaign_options *o = c->options;
  bug_kinds about = access_kinds();
  bool is_open = about & ~o->kinds; /* nobody looks */
  for (size_t i = 0; i < c->bugs.count; i++) is_open |= about >> c->bugs.at[i].kind & 1;
  if (c->threads < 2 || !is_open) return;
  if (o->target.granularity_sync) incomplete_add(c, INCOMPLETE_GRANULARITY, 1, NULL);
  if (shm_tables(target_shm(c->target))->has_whole_blocks) incomplete_add(c, INCOMPLETE_BLOCKS, 1, NULL);
}

/* The choice of the strategy was ours, and there were no threads. */
static void note_idle_jobs(const struct campaign *c) {
  const struct campaign_options *o = c->options;
  if (o->jobs == 1 || o->strategy_name || c->strategy->has_schedules || !c->executions) return;
  campaign_say(c, true, "a program without threads is explored with one process: --jobs %lu had no effect",
               o->jobs);
}

void verdict_note_all(struct campaign *c) {
  verdict_note_strategy(c);
  note_nothing_tested(c);
  note_granularity(c);
  note_idle_jobs(c);
}
