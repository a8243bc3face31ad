/* What could have come before what: the children that a run has in the search.
 *
 * At a node the search lets some thread take its next step e. All classes below the node are told apart by the history of
 * e: the steps of others that come before e there and are not part of the node yet. The run that is looked at has one
 * history, that of e's chunk; a later step a that conflicts with e, and need not come after it, shows a larger one:
 * P = (the chunk's history) + (what comes before a) + a. So each history is seen from smaller ones, and from many runs.
 * It is taken from one of them only:
 *
 *   - a is the maximal step of P with the highest rank: the other ways to P are through other histories;
 *   - all that was chosen after e, and does not come before a, is as it would be by default once a and what comes before it
 *     is given: each chunk's head is one of these, or its whole history is. (In TruSt, Kokologiannakis et al., POPL 2022, what
 *     is removed must be maximal; in POP, Abdulla et al., CAV 2024, fresh.) And each decision that was flipped could not
 *     have gone the default way.
 *
 * An operation that waits, and was disabled by e, has the same effect as one that was carried out after it. */
#include "explore/strategy/dpor/footprint.h"
#include "explore/strategy/dpor/search.h"
uint64_t reverse_rank(const struct course *c, uint32_t step) {
  return course_rank(c, c->h.steps.at[step].slot);
}

/* A step knows only steps that were taken before it. A step that is not maximal is mostly known to
 * the next one of its own thread, so the scan ends there: a window costs one pass, not its square. */
bool reverse_is_maximal(const struct course *c, uint32_t step, uint32_t end) {
  for (uint32_t k = step + 1; k < end; k++)
    if (clock_has(&c->h, history_clock(&c->h, k), step)) return false;
  return true;
}

/* May it touch other things behind another history? */
static bool is_open(const struct course *c, uint32_t step) {
  return c->h.steps.at[step].is_compound && !c->h.steps.at[step].is_straight;
}

/* A head of several operations may conflict with others only because of what it reads from b: without b they would not be of its history, and
 * the larger one cannot be found by b. It can if all others of the history are met by operations that come no later. */
static bool is_met_last(const struct course *c, uint32_t b, uint32_t start, uint32_t end, uint32_t head) {
  uint32_t last = footprint_first(c, b, head);
  for (uint32_t m = start; m < end; m++)
    if (m != b && reverse_is_maximal(c, m, end) && footprint_first(c, m, head) > last) return false;
  return true;
}

/* Is the operation the one by which the larger history is to be found? */
bool reverse_is_highest(const struct course *c, const struct reversal *r) {
  uint32_t start = c->chunk_of.at[r->head].start;
  for (uint32_t b = start; b < r->head; b++) {
    if (clock_has(&c->h, r->first_clock, b) || !reverse_is_maximal(c, b, r->head)) continue;
    if (reverse_rank(c, b) <= course_rank(c, r->slot)) continue;
    if (!is_open(c, r->head)) return false;
    if (r->head_op <= footprint_first(c, b, r->head) && is_met_last(c, b, start, r->head, r->head))
      return false;
  }
  return true;
}

/* Of an operation that was carried out behind the head, after that had let it go on again, what it had to wait for comes before it
 * in any case. */
static bool has_history(const struct course *c, const struct reversal *r, const struct chunk *k) {
  bool is_there = r->is_behind && r->step >= k->start && r->step < k->start + k->count;
  for (uint32_t i = k->start; i < k->start + k->count; i++)
    if (!clock_has(&c->h, r->clock, i) && !(is_there && clock_has(&c->h, history_clock(&c->h, i), r->head)))
      return false;
  return true;
}

bool reverse_is_default(const struct course *c, const struct reversal *r) {
  for (size_t i = c->chunks.count; i-- > 0 && c->chunks.at[i].start > r->head;) {
    const struct chunk *k = &c->chunks.at[i];
    bool has_head = k->head != NONE && clock_has(&c->h, r->clock, k->head);
    if (!has_head && !has_history(c, r, k)) return false;
  }
  return true;
}

static void join_conflict(void *context, const struct op *op) {
  struct search *s = context;
  clock_join_op(&s->course.h, s->clock.at, op);
}

/* What comes before an operation of the thread if it goes before `head`. */
void reverse_set_clock(struct search *s, uint32_t slot, uint32_t previous, const struct sync_touch *t,
                       uint32_t head) {
  struct course *c = &s->course;
  const uint32_t *own = history_known(&c->h, slot, previous);
  vec_reserve(&s->clock, c->h.stride);
  for (uint32_t i = 0; i < c->h.threads.count; i++) s->clock.at[i] = own[i];
  if (t) objects_conflicts(&c->h.objects, t, head, join_conflict, s);
}
/* Is the history that was planned, which ends with step `last`, one that is to be looked for by that step? Else another run
 * has it, too. */
bool reverse_is_due(const struct search *s, uint32_t start, uint32_t last) {
  const struct course *c = &s->course;
  for (uint32_t b = start; b < last; b++)
    if (reverse_is_maximal(c, b, last + 1) && reverse_rank(c, b) > reverse_rank(c, last)) return false;
  return true;
}
/* The same, when the head has been read. */
bool reverse_is_due_to_head(const struct search *s, uint32_t start, uint32_t head) {
  const struct course *c = &s->course;
  if (!is_open(c, head)) return reverse_is_due(s, start, head - 1);
  for (uint32_t b = start; b + 1 < head; b++)
    if (reverse_rank(c, b) > reverse_rank(c, head - 1) && reverse_is_maximal(c, b, head) &&
        is_met_last(c, b, start, head, head))
      return false;
  return true;
}

/* ---- the child ---- */

/* Where there are more they are flipped, and runs may be repeated. */
static uint16_t few(uint32_t decisions) {
  return (uint16_t)(decisions < UINT16_MAX ? decisions : UINT16_MAX);
}

static uint16_t fixed_of_last(const struct course *c, const struct reversal *r) {
  if (r->step == NONE || r->clock[r->slot] <= c->h.steps.at[r->step].index) return 0;
  return few(r->clock[r->slot] - c->h.steps.at[r->step].index);
}

void reverse(struct search *s, const struct reversal *r) {
  const struct course *c = &s->course;
  uint32_t start = c->chunk_of.at[r->head].start;
  if (!reverse_is_default(c, r) || !decisions_are_default(s, r) || !search_may_add(s)) return;
  struct item *i = search_add(s);
  struct expected *x = &i->expected;
  input_copy(&i->part.input, c->run.input);
  for (uint32_t k = 1; k < r->head; k++) item_add_step(i, c, k);
  for (uint32_t k = r->head + 1; k < c->h.steps.count && k != r->step; k++)
    if (clock_has(&c->h, r->clock, k)) item_add_step(i, c, k);
  item_add_thread(i, c->h.threads.at[r->slot].number);
  x->chosen = c->h.threads.at[c->h.steps.at[r->head].slot].number;
  for (size_t k = 0; k < c->chunks.count && c->chunks.at[k].start < start; k++)
    vec_push(&x->chunks, c->chunks.at[k]);
  vec_push(&x->chunks, ((struct chunk){.start = start,
                                       .count = x->steps - start,
                                       .head = NONE,
                                       .sure = r->sure,
                                       .kept = r->head - start,
                                       .last_fixed = fixed_of_last(c, r),
                                       .head_fixed = few(r->head_fixed),
                                       .head_flipped = r->head_fixed ? decisions_flipped(c, r) : 0}));
  for (uint32_t k = 0; k < c->h.decisions.count; k++)
    if (c->flips.at[k].is_flipped && c->h.decisions.at[k].step < start) vec_push(&x->flipped_before, k);
  search_added(s);
}
