#include "campaign/tally.h"
#include "base/check.h"
#include "base/hash.h"

void tally_open(struct tally *t, uint32_t site_count) {
  *t = (struct tally){.site_count = site_count};
  t->is_noted = xcalloc(site_count + 1, 1);
  t->by_thread = xcalloc(LAYOUT_THREADS, sizeof *t->by_thread);
}

void tally_set_store(struct tally *t, const struct expr_store *store) { t->store = *store; }

void tally_close(struct tally *t) {
  free(t->is_noted);
  free(t->by_thread);
  expr_hashes_free(&t->hashes);
  vec_free(&t->seen);
  vec_free(&t->paths);
}

void tally_clear(struct tally *t) {
  struct tally kept = {.exploration = t->exploration,
                       .threads = t->threads,
                       .is_noted = t->is_noted,
                       .site_count = t->site_count,
                       .by_thread = t->by_thread,
                       .store = t->store,
                       .hashes = t->hashes,
                       .seen = t->seen,
                       .paths = t->paths};
  check(t->by_thread && t->is_noted);
  *t = kept;
  vec_clear(&t->seen);
  vec_clear(&t->paths);
}

void tally_bug(struct tally *t, size_t bug) {
  while (t->seen.count <= bug) vec_push(&t->seen, 0);
  t->seen.at[bug]++;
}

/* What each thread decided, in its order; how the threads took turns does not matter. Never 0.
 * Conditions are named by what they say: they have other numbers in other targets. */
static uint64_t path_hash(struct tally *t, const struct path *p) {
  uint64_t hash = 1;
  for (size_t i = 0; i < p->own; i++) {
    const struct decision *s = &p->decisions.at[i];
    uint64_t *h = &t->by_thread[s->thread % LAYOUT_THREADS];
    uint64_t cond = expr_hash(&t->hashes, &t->store, s->cond);
    *h = hash_mix(*h, 2 * cond + s->taken + ((uint64_t)s->thread << 40));
  }
  for (size_t i = 0; i < p->own; i++) {
    uint64_t *h = &t->by_thread[p->decisions.at[i].thread % LAYOUT_THREADS];
    hash += *h;
    *h = 0;
  }
  check(p->own <= p->decisions.count);
  return hash ? hash : 1;
}

static void count_class(struct tally *t, const struct run *run) {
  t->classes++;
  check(t->classes <= t->executions);
  if (t->threads < 2)
    t->plain_paths++;
  else
    vec_push(&t->paths, path_hash(t, run->path));
}

static void count_verdict(struct tally *t, const struct run *run, enum verdict_of_run verdict) {
  if (run->trace->thread_count > t->threads) t->threads = run->trace->thread_count;
  t->executions += verdict != RUN_EXTRA;
  switch (verdict) {
  case RUN_NEW: count_class(t, run); break;
  case RUN_PRUNED: t->pruned++; break;
  case RUN_REDUNDANT: t->redundant++; break;
  case RUN_DIVERGED: t->diverged++; break;
  case RUN_BLOCKED: t->blocked++; break;
  case RUN_EXTRA: break;
  }
}

/* True if it is the first at its site. */
static bool count_place(struct tally *t, enum incomplete_reason reason, uint32_t site) {
  uint8_t *noted = &t->is_noted[site < t->site_count ? site : 0];
  uint8_t bit = event_reason_bit(reason);
  check(reason < INCOMPLETE_COUNT);
  bool is_new = !(*noted & bit);
  *noted |= bit;
  t->incomplete[reason]++;
  return is_new;
}

static bool count_events(struct tally *t, const struct run *run) {
  bool is_new = false;
  for (const struct event *e = run->events, *end = e + run->trace->event_count; e < end; e++) {
    if (event_has_reason(e)) is_new |= count_place(t, event_reason(e), e->site);
  }
  return is_new;
}

bool tally_run(struct tally *t, const struct run *run, enum verdict_of_run verdict, enum tests_wanted tests) {
  const struct trace *trace = run->trace;
  count_verdict(t, run, verdict);
  bool is_new = count_events(t, run);
  bool is_usual = trace->end == END_EXIT || trace->end == END_ASSUME;
  return is_new || !is_usual || verdict == RUN_DIVERGED || trace->new_coverage ||
         (tests == TESTS_PATH && verdict == RUN_NEW);
}
