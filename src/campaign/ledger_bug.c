/* Bugs of a campaign: each is listed once, and counted when it is seen again. */
#include "campaign/ledger.h"
#include "base/check.h"
#include "detect/bug_scenario.h"
#include "detect/schedule.h"

static void remember(struct campaign *c, const struct trace *trace, size_t bug) {
  if (!bug_is_shown(trace, BUG_BIT(c->bugs.at[bug].kind)))
    return; /* a race: the end of the run tells nothing of it */
  uint64_t fingerprint = bug_fingerprint(trace, target_shm(c->target));
  table_at(&c->ledger->known, fingerprint)->bug = bug;
}

static void set_degree(struct bug *bug, uint32_t degree) {
  bug->degree_is_open = degree == INTERFERENCES_OPEN;
  bug->interferences = bug->degree_is_open ? INTERFERENCES_UNKNOWN : degree;
}

static void count_again(struct bug *bug, uint32_t degree) {
  bug->count++;
  if (bug->degree_is_open) set_degree(bug, degree);
}

bool ledger_knows_trace(struct campaign *c, const struct trace *trace, uint32_t degree) {
  uint64_t fingerprint = bug_fingerprint(trace, target_shm(c->target));
  const struct known *k = table_find(&c->ledger->known, fingerprint);
  if (!k) return false;
  count_again(&c->bugs.at[k->bug], degree);
  return true;
}

bool ledger_knows_bug(struct campaign *c, const struct bug *bug, const struct trace *t, uint32_t degree) {
  for (size_t i = 0; i < c->bugs.count; i++) {
    if (!bug_is_same(&c->bugs.at[i], bug)) continue;
    count_again(&c->bugs.at[i], degree);
    if (t) remember(c, t, i);
    return true;
  }
  return false;
}

void ledger_bug(struct campaign *c, struct bug *bug, const struct run *run) {
  const struct campaign_observer *o = &c->observer;
  check(!c->ended && !bug->test);
  bug->count = 1;
  bug->threads = run->trace->thread_count > 1 ? run->trace->thread_count : 1;
  bug->preemptions = bug->threads > 1 ? schedule_preemptions(target_shm(c->target)) : 0;
  set_degree(bug, c->strategy->keeps_degree ? bug->interferences : bug_degree(target_shm(c->target), bug));
  bug->test = xprintf("bugs/%03zu-%s/test.json", c->bugs.count + 1, bug_kind_name(bug->kind));
  o->bug(o->context, c, bug, run);
  vec_push(&c->bugs, *bug);
  remember(c, run->trace, c->bugs.count - 1);
  *bug = (struct bug){0};
  state_db_bug(c->ledger->db, &vec_last(&c->bugs), 0);
  state_db_flush(c->ledger->db);
  o->refresh(o->context, c);
  atomic_store(&c->is_only_read, true);
  o->explain(o->context, c, &vec_last(&c->bugs), run);
  atomic_store(&c->is_only_read, false);
}

void ledger_reversed(struct campaign *c, size_t bug, const struct run *run) {
  check(bug < c->bugs.count);
  c->observer.reversed(c->observer.context, c, &c->bugs.at[bug], run);
}
