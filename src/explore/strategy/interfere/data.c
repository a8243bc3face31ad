/* DC of con2colic (figure 5): DC_branch, with each read variable replaced by what DC_interfere and
 * DC_local say it equals. A read is put together from its couplings, byte by byte as little-endian
 * memory has it; what a write wrote is an expression over read variables again. No equation for a
 * read is left, so the solver sees conditions over inputs alone, and where the inputs do not matter
 * it is not asked at all: then an answer costs one evaluation of the conditions.
 *
 * Blame. The local reads (with a coupling that is no interference) met on the way from the
 * conditions of an unsatisfiable core back through operands, couplings and writes; what a constant
 * choice or a zero factor makes irrelevant is passed over. Any scenario that contains this one and
 * has no further interference for these reads is unsatisfiable, too: it has the conditions of the
 * core, since paths only get longer. By induction on the way from sources to conditions each
 * expression met is worth the same in both: input variables are; a read that is interfered with
 * keeps its interferences; a blamed read keeps its local couplings, since the closest write before
 * it in its thread is the same; and operands that were passed over have no influence while those
 * that were met are worth what they are. So the larger scenario has the same core.
 *
 * Read variables may need each other in a circle. Then each of the reads has to come before
 * itself: no order of events exists, and TC will say so, with better blame than ours. */
#include "explore/strategy/interfere/data.h"
#include "base/check.h"
#include "explore/input.h"
#include "explore/rebuild.h"
#include "explore/sparse.h"
#include "explore/substitute.h"

#define WRONG_MAX 16 /* false conditions whose blame is compared */

struct span {
  uint32_t first, count;
};

struct place {
  uint32_t check, step;
};

struct data {
  struct smt *smt;
  const struct expr_store *store;
  struct substitute *substitute;
  struct data_counts counts;

  const struct scenario *scenario; /* the one that is being checked */
  uint32_t check;                  /* its number */
  vec(uint32_t) reads;             /* its read events, thread by thread, ordinals ascending */
  vec(struct span) reads_of;       /* by slot */
  vec(uint32_t) slot_of;           /* by thread number; true only if that slot says so, too */

  vec(struct decision) steps; /* conditions that depend on inputs */
  vec(uint32_t) event_of;     /* by step */
  vec(uint32_t) wrong;        /* events whose condition is false whatever the inputs are */
  vec(uint32_t) opposite;     /* two events that want opposite things, or empty */
  struct place *place;        /* by condition */
  struct smt_core core;
  bool is_full; /* the expression store */

  vec(expr_id) todo;
  uint32_t *seen; /* by expression: walk that saw it */
  uint32_t walk;
  vec(uint32_t) found;
};

struct data *data_open(struct smt *smt) {
  struct data *d = xcalloc(1, sizeof *d);
  d->smt = smt;
  d->store = smt_store(smt);
  d->substitute = substitute_open(d->store);
  d->place = sparse_open(sizeof *d->place);
  d->seen = sparse_open(sizeof *d->seen);
  return d;
}

void data_close(struct data *d) {
  substitute_close(d->substitute);
  sparse_close(d->place, sizeof *d->place);
  sparse_close(d->seen, sizeof *d->seen);
  vec_free(&d->reads);
  vec_free(&d->reads_of);
  vec_free(&d->slot_of);
  vec_free(&d->steps);
  vec_free(&d->event_of);
  vec_free(&d->wrong);
  vec_free(&d->opposite);
  vec_free(&d->core.steps);
  vec_free(&d->todo);
  vec_free(&d->found);
  free(d);
}

const struct data_counts *data_counts(const struct data *d) { return &d->counts; }
bool data_had_room(const struct data *d) { return !d->is_full; }

/* ---- from read variables to events ---- */

static void note_thread(struct data *d, uint32_t slot) {
  uint32_t number = d->scenario->threads.at[slot].number;
  while (d->slot_of.count <= number) vec_push(&d->slot_of, 0);
  d->slot_of.at[number] = slot;
}

static void index_reads(struct data *d) {
  const struct scenario *s = d->scenario;
  vec_clear(&d->reads);
  vec_clear(&d->reads_of);
  for (uint32_t slot = 0; slot < s->threads.count; slot++) {
    const struct scene_thread *t = &s->threads.at[slot];
    struct span span = {(uint32_t)d->reads.count, 0};
    for (uint32_t i = t->first; i < t->first + t->count; i++) {
      if (!event_reads(&s->events.at[i].label)) continue;
      check(d->reads.count == span.first ||
            s->events.at[vec_last(&d->reads)].ordinal < s->events.at[i].ordinal);
      vec_push(&d->reads, i);
    }
    span.count = (uint32_t)d->reads.count - span.first;
    vec_push(&d->reads_of, span);
    note_thread(d, slot);
  }
}

/* NONE: no event of the scenario. */
static uint32_t event_of_read(const struct data *d, expr_id read) {
  const struct expr *e = &d->store->node[read];
  const struct scenario *s = d->scenario;
  uint32_t slot = e->a < d->slot_of.count ? d->slot_of.at[e->a] : NONE;
  if (slot >= s->threads.count || s->threads.at[slot].number != e->a) return NONE;
  const struct span *span = &d->reads_of.at[slot];
  if (!span->count) return NONE;
  const uint32_t *read_of = d->reads.at + span->first;
  uint32_t i = e->b - s->events.at[read_of[0]].ordinal; /* a thread's reads are counted along its path */
  return i < span->count && s->events.at[read_of[i]].ordinal == e->b ? read_of[i] : NONE;
}

/* ---- what was read ---- */

static expr_id source_of(const struct data *d, const struct coupling *c) {
  return c->write == NONE ? c->initial : d->scenario->events.at[c->write].label.expr;
}

/* The coupling's first byte within its source. */
static uint64_t offset_of(const struct data *d, const struct scene_event *read, const struct coupling *c) {
  if (c->write == NONE) return 0;
  return read->label.addr + c->first - d->scenario->events.at[c->write].label.addr;
}

static struct worth from_node(const struct data *d, expr_id id) {
  const struct expr *e = &d->store->node[id];
  return e->op == EX_CONST ? (struct worth){0, expr_const_value(e)} : (struct worth){id, 0};
}

/* What a read gets from one coupling, the expression behind it being known. */
static struct worth piece_of(const struct data *d, const struct scene_event *read, const struct coupling *c) {
  expr_id source = source_of(d, c);
  uint64_t offset = offset_of(d, read, c);
  unsigned width = 8u * c->bytes;
  struct worth w = {0, c->write == NONE ? c->value : d->scenario->events.at[c->write].label.value};
  if (source) substitute_known(d->substitute, source, &w);
  if (!w.id) return (struct worth){0, offset < 8 ? w.value >> 8 * offset & expr_mask(width) : 0};
  if (8 * offset + width > 64) return (struct worth){0, 0}; /* of a freed block */
  struct expr part = {.op = EX_EXTRACT, .width = (uint8_t)width, .lo = (uint16_t)(8 * offset), .a = w.id};
  if (8 * offset + width > d->store->node[w.id].width)
    part.a = rebuild_node(d->store, (struct expr){.op = EX_ZEXT, .width = 64, .a = w.id});
  return from_node(d, rebuild_node(d->store, part));
}

static expr_id as_node(const struct data *d, struct worth w, unsigned width) {
  return w.id ? w.id : rebuild_const(d->store, width, w.value);
}

/* `bytes` bytes with more on top. */
static struct worth put_on_top(const struct data *d, struct worth low, unsigned bytes, struct worth high,
                               unsigned more) {
  if (!bytes) return high;
  if (!low.id && !high.id) return (struct worth){0, high.value << 8 * bytes | low.value};
  struct expr both = {.op = EX_CONCAT, .a = as_node(d, high, 8 * more), .b = as_node(d, low, 8 * bytes)};
  return from_node(d, rebuild_node(d->store, both));
}

static expr_id worth_of_read(void *context, expr_id read, struct worth *out) {
  struct data *d = context;
  uint32_t event = event_of_read(d, read);
  struct worth w;
  if (event == NONE) {
    d->counts.foreign++;
    return *out = (struct worth){0, d->store->value[read]}, 0;
  }
  const struct scene_event *e = &d->scenario->events.at[event];
  const struct coupling *c = d->scenario->couplings.at + e->coupling;
  for (uint32_t i = 0; i < e->cells; i++) {
    expr_id source = source_of(d, &c[i]);
    if (source && !substitute_known(d->substitute, source, &w)) return source;
  }
  *out = (struct worth){0, 0};
  for (uint32_t i = 0; i < e->cells; i++)
    *out = put_on_top(d, *out, c[i].first, piece_of(d, e, &c[i]), c[i].bytes);
  return 0;
}

/* ---- blame ---- */

static void go_to(struct data *d, expr_id e) {
  if (!e || !substitute_has_reads(d->substitute, e) || d->seen[e] == d->walk) return;
  d->seen[e] = d->walk;
  vec_push(&d->todo, e);
}

static void pass_read(struct data *d, expr_id read) {
  uint32_t event = event_of_read(d, read);
  bool is_local = false;
  if (event == NONE) return;
  const struct scene_event *e = &d->scenario->events.at[event];
  const struct coupling *c = d->scenario->couplings.at + e->coupling;
  for (uint32_t i = 0; i < e->cells; i++) {
    is_local = is_local || !c[i].is_fixed;
    go_to(d, source_of(d, &c[i]));
  }
  if (is_local) vec_push(&d->found, event);
}

/* Leaves the local reads that these conditions depend on in `found`; stops when there are more
 * than `most`. */
static void find_blame(struct data *d, const uint32_t *events, size_t count, size_t most) {
  if (!++d->walk) sparse_clear(d->seen, sizeof *d->seen), d->walk = 1;
  vec_clear(&d->found);
  vec_clear(&d->todo);
  for (size_t i = 0; i < count; i++) go_to(d, d->scenario->events.at[events[i]].label.expr);
  while (d->todo.count && d->found.count <= most) {
    expr_id id = vec_pop(&d->todo), operand;
    if (d->store->node[id].op == EX_READ) {
      pass_read(d, id);
      continue;
    }
    for (uint32_t i = 0; (operand = substitute_needs(d->substitute, id, i)); i++) go_to(d, operand);
  }
}

static int by_number(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return (a > b) - (a < b);
}

static void give_blame(struct data *d, struct blame *why) {
  vec_clear(&why->reads);
  for (size_t i = 0; i < d->found.count; i++) vec_push(&why->reads, d->found.at[i]);
  if (why->reads.count) qsort(why->reads.at, why->reads.count, sizeof *why->reads.at, by_number);
  check(numbers_ascend(why->reads.at, why->reads.count));
}

/* Each of them is a core by itself: the one with the least to blame. */
static void blame_wrong(struct data *d, struct blame *why) {
  size_t most = SIZE_MAX;
  for (size_t i = 0; i < d->wrong.count && i < WRONG_MAX; i++) {
    find_blame(d, &d->wrong.at[i], 1, most);
    if (d->found.count > most) continue;
    give_blame(d, why);
    if (!d->found.count) return;
    most = d->found.count - 1;
  }
}

static void blame_core(struct data *d, struct blame *why) {
  for (size_t i = 0; i < d->core.steps.count; i++) d->core.steps.at[i] = d->event_of.at[d->core.steps.at[i]];
  find_blame(d, d->core.steps.at, d->core.steps.count, SIZE_MAX);
  give_blame(d, why);
}

/* ---- the check ---- */

static void add_condition(struct data *d, uint32_t event, expr_id cond) {
  uint8_t taken = d->scenario->events.at[event].label.taken != 0;
  struct place *p = &d->place[cond];
  if (p->check != d->check) {
    *p = (struct place){d->check, (uint32_t)d->steps.count};
    vec_push(&d->steps, ((struct decision){.cond = cond, .taken = taken, .kind = EV_BRANCH}));
    vec_push(&d->event_of, event);
  } else if (d->steps.at[p->step].taken != taken && !d->opposite.count) {
    vec_push(&d->opposite, d->event_of.at[p->step]);
    vec_push(&d->opposite, event);
  }
}

static enum substitution collect(struct data *d) {
  const struct scenario *s = d->scenario;
  for (uint32_t i = 0; i < s->events.count; i++) {
    const struct event *e = &s->events.at[i].label;
    struct worth w;
    if (!event_is_path(e) || !e->expr) continue;
    enum substitution result = substitute_expr(d->substitute, e->expr, &w);
    if (result != SUBSTITUTED) return result;
    if (w.id)
      add_condition(d, i, w.id);
    else if (w.value != (e->taken != 0))
      vec_push(&d->wrong, i);
  }
  return SUBSTITUTED;
}

static void begin(struct data *d, const struct scenario *s) {
  d->scenario = s;
  if (!++d->check) sparse_clear(d->place, sizeof *d->place), d->check = 1;
  vec_clear(&d->steps);
  vec_clear(&d->event_of);
  vec_clear(&d->wrong);
  vec_clear(&d->opposite);
  index_reads(d);
  substitute_begin(d->substitute, worth_of_read, d);
}

static enum smt_answer ask_solver(struct data *d, const struct input *current, struct input *out,
                                  struct blame *why) {
  d->counts.by_solver++;
  enum smt_answer answer = smt_solve_core(d->smt, d->steps.at, d->steps.count, current, out, &d->core);
  if (answer == SMT_UNSAT) blame_core(d, why);
  return answer;
}

static enum smt_answer decide(struct data *d, const struct input *current, struct input *out,
                              struct blame *why) {
  enum substitution result = collect(d);
  d->is_full = result == NO_ROOM;
  if (d->is_full) return SMT_UNKNOWN;
  if (result == CYCLIC) return d->counts.cyclic++, SMT_SAT;
  if (d->wrong.count) return d->counts.by_constants++, blame_wrong(d, why), SMT_UNSAT;
  if (!d->steps.count) return d->counts.by_constants++, SMT_SAT;
  if (!d->opposite.count) return ask_solver(d, current, out, why);
  d->counts.by_contradiction++;
  find_blame(d, d->opposite.at, d->opposite.count, SIZE_MAX);
  give_blame(d, why);
  return SMT_UNSAT;
}

enum smt_answer data_check(struct data *d, const struct scenario *s, const struct input *current,
                           struct input *out, struct blame *why) {
  vec_clear(&why->reads);
  vec_clear(&why->ends);
  input_copy(out, current);
  begin(d, s);
  enum smt_answer answer = decide(d, current, out, why);
  d->counts.asked++;
  d->counts.unsat += answer == SMT_UNSAT;
  return answer;
}
