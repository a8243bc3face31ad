/* Symbolic decisions in the search.
 *
 * A decision never conflicts with a step of another thread, but decisions exclude each other through the inputs: so each question
 * goes to the solver with the conditions of the node it belongs to. These are of all decisions before it, and of the history
 * that the run was planned with: what lies there, behind the decision, stays as it is too. */
#include "explore/strategy/dpor/search.h"

static bool has_decision(const uint32_t *clock, const struct decision *d) {
  return clock[d->slot] >= d->index;
}

/* Is it part of the history of its chunk: does something in there, or the head, come after it? */
static bool is_inner(const struct course *c, const struct decision *d) {
  uint32_t start = c->steps.at[d->step].start;
  if (c->steps.at[d->step].is_head) return false;
  for (uint32_t k = start; k < c->steps.count && c->steps.at[k].start == start; k++) {
    bool is_own = k == d->step || c->steps.at[k].is_head; /* those know it because of what it decides */
    if (!(is_own && d->is_bound) && has_decision(course_clock(c, k), d)) return true;
  }
  return false;
}

/* Does a compare-exchange not conflict any more with what its chunk puts before or behind it, once it does not write? */
static bool exchange_loses(const struct course *c, const struct decision *d) {
  uint32_t step = d->step, start = c->steps.at[step].start;
  if (c->run.events[c->steps.at[step].event].kind != EV_ATOMIC_UPDATE) return false;
  if (!c->steps.at[step].is_head) {
    uint32_t head = step + 1;
    while (head < c->steps.count && c->steps.at[head].start == start && !c->steps.at[head].is_head) head++;
    return head < c->steps.count && course_effect(&c->run.events[c->steps.at[head].event]) == EFFECT_READ;
  }
  for (uint32_t b = start; b < step; b++)
    if (reverse_is_maximal(c, b, start, step) &&
        course_effect(&c->run.events[c->steps.at[b].event]) == EFFECT_READ)
      return true;
  return false;
}

/* Would the chunk have another history if the decision went the other way? Then that is found elsewhere. */
static bool makes_history(const struct course *c, const struct decision *d) {
  if (c->steps.at[d->step].start == d->step) return false;
  if (d->is_bound) return exchange_loses(c, d);
  return c->steps.at[d->step].is_head && has_decision(course_clock(c, d->step), d);
}

static bool is_in_same_chunk(const struct course *c, const struct decision *a, const struct decision *b) {
  return c->steps.at[a->step].start == c->steps.at[b->step].start;
}

/* False: a decision with the same condition was asked for already. */
static bool ask_for(struct search *s, const struct decision *d) {
  for (size_t i = 0; i < s->question.count; i++)
    if (s->question.at[i].cond == d->cond) return false;
  vec_push(&s->question, ((struct step){.cond = d->cond, .taken = d->taken, .kind = d->kind}));
  return true;
}

static enum smt_answer ask(struct search *s) {
  enum smt_answer answer =
      smt_flip(s->smt, s->question.at, s->question.count - 1, s->course.run.input, &s->answer);
  if (answer == SMT_UNKNOWN) s->stats.solver_unknown++;
  return answer;
}

/* Asks for the conditions of the node of decision `at`. */
static void ask_for_node(struct search *s, uint32_t at) {
  const struct course *c = &s->course;
  vec_clear(&s->question);
  for (uint32_t i = 0; i < c->decisions.count; i++) {
    const struct decision *d = &c->decisions.at[i];
    if (i < at || (i > at && is_in_same_chunk(c, d, &c->decisions.at[at]) && is_inner(c, d))) ask_for(s, d);
  }
}

/* ---- the other outcome ---- */

static enum smt_answer solve(struct search *s, uint32_t at) {
  const struct course *c = &s->course;
  const struct decision *d = &c->decisions.at[at];
  if (!c->steps.at[d->step].is_head && d->step) {
    ask_for_node(s, at);
    return ask_for(s, d) ? ask(s) : SMT_UNSAT;
  }
  enum smt_answer answer = smt_flip(s->smt, c->run.path->steps.at, d->place, c->run.input, &s->answer);
  if (answer == SMT_UNKNOWN) s->stats.solver_unknown++;
  return answer;
}

/* The prefix is the run up to the decision's step; where that is part of a history, all of it, and its head is still to come. */
static void set_prefix(const struct course *c, struct item *i, const struct expected *x, uint32_t at) {
  struct expected *y = &i->expected;
  uint32_t step = c->decisions.at[at].step;
  bool is_open = step && !c->steps.at[step].is_head;
  uint32_t end = is_open ? x->steps : step + 1;
  for (uint32_t k = 1; k < end; k++) item_add_step(i, c, k);
  for (size_t k = 0; k < c->chunks.count && c->chunks.at[k].start < end; k++)
    vec_push(&y->chunks, c->chunks.at[k]);
  if (is_open) {
    y->chosen = x->chosen;
    vec_last(&y->chunks).head = NONE;
  }
  for (uint32_t k = 0; k < at; k++)
    if (c->decisions.at[k].is_flipped) vec_push(&y->flipped_before, k);
}

static bool can_flip(const struct decision *d) {
  struct step step = {.kind = d->kind, .taken = d->taken};
  return d->place != NONE && step_can_flip(&step);
}

static void flip(struct search *s, const struct expected *x, uint32_t at) {
  const struct course *c = &s->course;
  const struct decision *d = &c->decisions.at[at];
  if (!can_flip(d) || is_inner(c, d) || makes_history(c, d)) return;
  if (s->options.depth && at >= s->options.depth) {
    s->stats.depth_bounded++;
    return;
  }
  if (solve(s, at) != SMT_SAT) return;
  struct item *i = search_add(s);
  input_copy(&i->part.input, &s->answer);
  set_prefix(c, i, x, at);
  i->expected.flipped = at;
  i->expected.taken = !c->decisions.at[at].taken;
}

/* New are those behind a flipped one, else those behind the node that the run was planned for. */
void decisions_flip(struct search *s, const struct expected *x) {
  const struct course *c = &s->course;
  uint32_t start = x->chunks.count ? vec_last(&x->chunks).start : 0;
  for (uint32_t k = x->flipped != NONE ? x->flipped + 1 : 0; k < c->decisions.count; k++)
    if (x->flipped != NONE || c->decisions.at[k].step >= start) flip(s, x, k);
}

/* ---- reversals in a run with flipped decisions ---- */

/* Does the decision come before the operation that goes first? Those that the head leads to do not, though what they lead to may
 * conflict with it. */
static bool is_of_reversal(const struct course *c, const struct reversal *r, const struct decision *d) {
  const struct dpor_step *head = &c->steps.at[r->head];
  return has_decision(r->clock, d) && (d->slot != head->slot || d->index < head->index);
}

/* Could decision `at` have gone the default way, and the reversal be found there? */
static bool is_found_by_default(struct search *s, const struct reversal *r, uint32_t at) {
  const struct course *c = &s->course;
  const struct decision *flipped = &c->decisions.at[at];
  ask_for_node(s, at);
  size_t of_node = s->question.count;
  for (uint32_t i = at + 1; i < c->decisions.count; i++) {
    if (!is_of_reversal(c, r, &c->decisions.at[i])) continue;
    if (c->decisions.at[i].cond == flipped->cond) return false;
    ask_for(s, &c->decisions.at[i]);
  }
  if (s->question.count == of_node) return true; /* the run that went the default way had all of it */
  return ask_for(s, flipped) && ask(s) == SMT_SAT;
}

/* The head writes only because of this decision: by default it conflicts with none that only reads; and another compare-exchange
 * finds something else. */
static bool makes_conflict(const struct course *c, const struct reversal *r, const struct decision *d) {
  if (!d->is_bound || d->step != r->head || r->step == NONE) return false;
  const struct event *head = &c->run.events[c->steps.at[r->head].event];
  const struct event *e = &c->run.events[c->steps.at[r->step].event];
  return head->kind == EV_ATOMIC_UPDATE && (course_effect(e) == EFFECT_READ || e[1].kind == EV_EXPECT);
}

bool decisions_are_default(struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  uint32_t start = c->steps.at[r->head].start;
  for (uint32_t i = 0; i < c->decisions.count; i++) {
    const struct decision *d = &c->decisions.at[i];
    if (!d->is_flipped || d->step < start || is_of_reversal(c, r, d) || makes_conflict(c, r, d)) continue;
    if (is_found_by_default(s, r, i)) return false;
  }
  return true;
}
