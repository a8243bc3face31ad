/* Symbolic decisions in the search.
 *
 * A decision never conflicts with a step of another thread, but decisions exclude each other through the inputs: so each question
 * goes to the solver with the conditions of the node it belongs to. These are of all decisions before it, and of the history
 * that the run was planned with: what lies there, behind the decision, stays as it is too. */
#include "explore/strategy/dpor/footprint.h"
#include "explore/strategy/dpor/search.h"

static bool has_decision(const uint32_t *clock, const struct history_decision *d) {
  return clock[d->slot] >= d->index;
}

static bool is_of_step(const struct course *c, const struct history_decision *d) {
  return d->slot == c->h.steps.at[d->step].slot;
}

/* Its number among the decisions of its step, from 1. */
static uint32_t offset_of(const struct course *c, const struct history_decision *d) {
  return d->index - c->h.steps.at[d->step].index;
}

static const struct chunk *chunk_of(const struct expected *x, uint32_t start) {
  for (size_t i = x->chunks.count; i-- > 0;)
    if (x->chunks.at[i].start == start) return &x->chunks.at[i];
  return NULL;
}

/* Was the decision there when the chunk was found, and will the other outcome be found where that was? All of a history is given, but for what
 * its last step and the head do where they read something else than they did then. */
static bool is_settled(struct course *c, const struct expected *x, const struct history_decision *d) {
  const struct chunk_place *s = &c->chunk_of.at[d->step];
  const struct chunk *k = chunk_of(x, s->start);
  if (!k || (s->is_head && s->start == d->step)) return false; /* it has no history */
  if (!s->is_head && d->step + 1 != k->start + k->count) return true;
  if (!is_of_step(c, d)) return false;
  uint32_t offset = offset_of(c, d), changed = k->start + k->kept;
  if (s->is_head) return offset <= k->head_fixed && !footprint_is_changed(c, d->step, offset, changed);
  return offset <= k->last_fixed && !(k->is_late && footprint_is_changed(c, d->step, offset, changed));
}

static bool has_exchange(const struct course *c, uint32_t step) {
  return c->h.steps.at[step].is_compound || c->h.events[c->h.steps.at[step].event + 1].kind == EV_EXPECT;
}

static bool only_reads(const struct course *c, uint32_t step) {
  return !has_exchange(c, step) && sync_effect(&c->h.events[c->h.steps.at[step].event]) == EFFECT_READ;
}

/* Does a compare-exchange not conflict any more with what its chunk puts before or behind it, once it does not write? */
static bool exchange_loses(const struct course *c, const struct history_decision *d) {
  uint32_t step = d->step, start = c->chunk_of.at[step].start;
  if (!d->is_bound || c->h.events[c->h.steps.at[step].event].kind != EV_ATOMIC_UPDATE) return false;
  if (!c->chunk_of.at[step].is_head) {
    uint32_t head = step + 1;
    while (head < c->h.steps.count && c->chunk_of.at[head].start == start && !c->chunk_of.at[head].is_head)
      head++;
    return head < c->h.steps.count && c->chunk_of.at[head].start == start && only_reads(c, head) &&
           reverse_is_maximal(c, step, head);
  }
  for (uint32_t b = start; b < step; b++)
    if (reverse_is_maximal(c, b, step) && only_reads(c, b)) return true;
  return false;
}

static bool is_in_same_chunk(const struct course *c, const struct history_decision *a,
                             const struct history_decision *b) {
  return c->chunk_of.at[a->step].start == c->chunk_of.at[b->step].start;
}

/* False: a decision with the same condition was asked for already. */
static bool ask_for(struct search *s, const struct history_decision *d) {
  for (size_t i = 0; i < s->question.count; i++)
    if (s->question.at[i].cond == d->cond) return false;
  vec_push(&s->question, ((struct decision){.cond = d->cond, .taken = d->taken, .kind = d->kind}));
  return true;
}

static enum smt_answer ask(struct search *s) {
  enum smt_answer answer =
      smt_flip(s->smt, s->question.at, s->question.count - 1, s->course.run.input, &s->answer);
  if (answer == SMT_UNKNOWN) s->stats.solver_unknown++;
  return answer;
}

/* Is decision i one of the node of decision `at`? If that was flipped where less came before its step, what came then. */
static bool is_of_node(struct course *c, const struct expected *x, uint32_t at, uint32_t i) {
  const struct history_decision *d = &c->h.decisions.at[i], *of = &c->h.decisions.at[at];
  if (i >= at) return i > at && is_in_same_chunk(c, d, of) && is_settled(c, x, d);
  if (!c->flips.at[at].is_moved || d->step == of->step) return true;
  const struct chunk *k = chunk_of(x, c->chunk_of.at[of->step].start);
  return d->step < k->start + k->kept;
}

/* Asks for the conditions of the node of decision `at`. */
static void ask_for_node(struct search *s, uint32_t at) {
  struct course *c = &s->course;
  vec_clear(&s->question);
  for (uint32_t i = 0; i < c->h.decisions.count && !stop_is_wanted(s->env.stop); i++)
    if (is_of_node(c, s->expected, at, i)) ask_for(s, &c->h.decisions.at[i]);
}

/* ---- the other outcome ---- */

static enum smt_answer solve(struct search *s, uint32_t at) {
  const struct course *c = &s->course;
  const struct history_decision *d = &c->h.decisions.at[at];
  if (!c->chunk_of.at[d->step].is_head && d->step) {
    ask_for_node(s, at);
    return ask_for(s, d) ? ask(s) : SMT_UNSAT;
  }
  enum smt_answer answer = smt_flip(s->smt, c->run.path->decisions.at, d->place, c->run.input, &s->answer);
  if (answer == SMT_UNKNOWN) s->stats.solver_unknown++;
  return answer;
}

/* The prefix is the run up to the decision's step; where that is part of a history, all of it, and its head is still to come. */
static void set_prefix(const struct course *c, struct item *i, const struct expected *x, uint32_t at) {
  struct expected *y = &i->expected;
  uint32_t step = c->h.decisions.at[at].step;
  bool is_open = step && !c->chunk_of.at[step].is_head;
  uint32_t end = is_open ? x->steps : step + 1;
  for (uint32_t k = 1; k < end; k++) item_add_step(i, c, k);
  for (size_t k = 0; k < c->chunks.count && c->chunks.at[k].start < end; k++)
    vec_push(&y->chunks, c->chunks.at[k]);
  if (is_open) {
    y->chosen = x->chosen;
    vec_last(&y->chunks).head = NONE;
  }
  y->flipped = at;
  y->flipped_step = step;
  for (uint32_t k = 0; k < at; k++)
    if (c->flips.at[k].is_flipped) vec_push(&y->flipped_before, k);
}

static bool can_flip(const struct history_decision *d) {
  struct decision step = {.kind = d->kind, .taken = d->taken};
  return d->place != NONE && decision_can_flip(&step);
}

static void flip(struct search *s, const struct expected *x, uint32_t at) {
  struct course *c = &s->course;
  const struct history_decision *d = &c->h.decisions.at[at];
  if (!can_flip(d) || is_settled(c, x, d) || exchange_loses(c, d)) return;
  if (s->env.options.depth && at >= s->env.options.depth) {
    s->stats.depth_bounded++;
    return;
  }
  if (!search_may_add(s) || solve(s, at) != SMT_SAT) return;
  struct item *i = search_add(s);
  input_copy(&i->part.input, &s->answer);
  set_prefix(c, i, x, at);
  i->expected.taken = !c->h.decisions.at[at].taken;
  search_added(s);
}

/* In a run that is abandoned at its end only what may make a step another one is of interest. */
static bool is_of_interest(const struct course *c, const struct history_decision *d, uint32_t until) {
  if (until == NONE) return true;
  return d->step <= until && is_of_step(c, d) && offset_of(c, d) <= c->h.steps.at[d->step].inside;
}

/* New are those behind a flipped one, else those behind the node that the run was planned for. */
void decisions_flip(struct search *s, const struct expected *x, uint32_t until) {
  const struct course *c = &s->course;
  uint32_t start = x->chunks.count ? vec_last(&x->chunks).start : 0;
  for (uint32_t k = x->flipped != NONE ? x->flipped + 1 : 0; k < c->h.decisions.count; k++)
    if (is_of_interest(c, &c->h.decisions.at[k], until) &&
        (x->flipped != NONE || c->h.decisions.at[k].step >= start))
      flip(s, x, k);
}

/* ---- reversals in a run with flipped decisions ---- */

/* Does the reversal depend on the decision? By others it is found too, where those go the default way; the child flips them. What stays before
 * both steps stays as it is; of the two themselves those count without which there might not be a conflict, or another one. */
static bool is_of_reversal(const struct course *c, const struct reversal *r,
                           const struct history_decision *d) {
  uint32_t slot = c->h.steps.at[r->head].slot;
  if (d->step == r->head) return d->slot == slot && offset_of(c, d) <= r->head_fixed;
  if (d->step == r->step) return d->slot == r->slot && has_decision(r->clock, d);
  return d->step < r->head || clock_has(&c->h, r->clock, d->step);
}

/* Those of the head that the reversal depends on and that were flipped: they are not by default in the child, too. */
uint16_t decisions_flipped(const struct course *c, const struct reversal *r) {
  unsigned flipped = 0;
  for (size_t i = 0; i < c->h.decisions.count; i++) {
    const struct history_decision *d = &c->h.decisions.at[i];
    if (d->step != r->head || !c->flips.at[i].is_flipped || !is_of_reversal(c, r, d) ||
        offset_of(c, d) > CHUNK_FLIPPED)
      continue;
    flipped |= 1u << (offset_of(c, d) - 1);
  }
  return (uint16_t)flipped;
}

/* Could decision `at` have gone the default way, and the reversal be found there? */
static bool is_found_by_default(struct search *s, const struct reversal *r, uint32_t at) {
  const struct course *c = &s->course;
  const struct history_decision *flipped = &c->h.decisions.at[at];
  bool is_moved = c->flips.at[at].is_moved;
  ask_for_node(s, at);
  size_t of_node = s->question.count;
  for (uint32_t i = is_moved ? 0 : at + 1; i < c->h.decisions.count; i++) {
    if (i == at || !is_of_reversal(c, r, &c->h.decisions.at[i])) continue;
    if (c->h.decisions.at[i].cond == flipped->cond) return false;
    ask_for(s, &c->h.decisions.at[i]);
  }
  if (s->question.count == of_node && !is_moved)
    return true; /* the run that went the default way had all of it */
  return ask_for(s, flipped) && ask(s) == SMT_SAT;
}

bool decisions_are_default(struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  uint32_t start = c->chunk_of.at[r->head].start;
  for (uint32_t i = 0; i < c->h.decisions.count; i++) {
    const struct history_decision *d = &c->h.decisions.at[i];
    if (!c->flips.at[i].is_flipped || d->step < start || is_of_reversal(c, r, d)) continue;
    if (is_found_by_default(s, r, i)) return false;
  }
  return true;
}
