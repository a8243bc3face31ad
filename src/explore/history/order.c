/* One pass over the trace with vector clocks.
 *
 * A place is what is known of an event: its thread, its position there (from 1; a note that is no
 * ordered event, as a branch is, has that of the ordered event after it) and its clock: for every
 * other thread the position of the last event ordered before it. An event of another thread is
 * ordered before j exactly if its position is not above what j's clock says.
 *
 * Clocks are shared: most events know what the event before them in their thread knew. A clock is a
 * tree of blocks with 32 entries, only one block when there are up to 32 threads; blocks never
 * change once the event that made them is done, so clocks that differ in a few threads share the
 * rest, and thousands of threads cost no square of memory. Each block carries a hash, the sum of
 * its entries times a random weight of their threads; block 0 is the clock that knows nothing.
 *
 * What an event comes after is told by the operations noted on its object (objects.h).
 *
 * Invariant: clocks are transitively closed, so whoever knows an event knows all before it and
 * need not look further. */
#include "explore/history/order.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/vec.h"
#include "explore/history/objects.h"
#include "wire/layout.h"
#include <string.h>

#define FAN 32u
#define FAN_BITS 5u
#define NONE UINT32_MAX

/* On the way of every event: calls would cost a third of the whole. */
#define FAST static inline __attribute__((always_inline))

struct block {
  uint32_t at[FAN]; /* positions, or blocks */
  struct order_hash hash;
};

struct place {
  uint32_t thread, position, clock; /* thread: by creation */
};

struct thread {
  uint32_t id, position, clock;
  uint32_t last;            /* see order_last */
  uint32_t decisions;       /* symbolic conditions so far */
  struct order_hash weight; /* of its positions in the hashes of clocks */
  struct order_hash known;  /* hash of its clock */
};

struct known { /* by thread number */
  uint32_t stamp, index;
};

struct order {
  uint32_t stamp, levels; /* levels of blocks below the root of a clock */
  uint32_t fresh;         /* blocks from here on belong to the event being read */
  struct order_hash hash;
  struct known *known; /* by thread number */
  vec(struct thread) threads;
  vec(struct place) places;
  vec(struct block) blocks;
  vec(struct order_step) steps; /* `last` of the present one is still to come */
  vec(struct order_gate) gates;
  const struct event *events;
  struct objects objects;
};

/* ---- hashing ---- */

/* Sums of such hashes must not meet, so each is scrambled for itself; `known` is the hash of a
 * clock. */
static struct order_hash hash_of(uint64_t who, uint64_t what, struct order_hash known) {
  uint64_t a = who * HASH_GOLDEN + what * HASH_ODD + known.a;
  uint64_t b = who * HASH_ODD2 + what * HASH_GOLDEN + known.b;
  return (struct order_hash){hash_scramble(a), hash_scramble(b)};
}

static void hash_add(struct order_hash *to, struct order_hash h) { to->a += h.a, to->b += h.b; }
static void hash_raise(struct order_hash *to, struct order_hash weight, uint64_t by) {
  to->a += by * weight.a, to->b += by * weight.b;
}

/* ---- clocks ---- */

static uint32_t block_copy(struct order *o, uint32_t from) {
  vec_reserve(&o->blocks, o->blocks.count + 1);
  o->blocks.at[o->blocks.count] = o->blocks.at[from];
  return (uint32_t)o->blocks.count++;
}

static uint32_t clock_get(const struct order *o, uint32_t clock, uint32_t thread) {
  for (uint32_t level = o->levels; level; level--)
    clock = o->blocks.at[clock].at[thread >> FAN_BITS * level & (FAN - 1)];
  return o->blocks.at[clock].at[thread & (FAN - 1)];
}

static void leaf_write(const struct order *o, struct block *b, uint32_t thread, uint32_t position) {
  uint32_t *entry = &b->at[thread & (FAN - 1)];
  hash_raise(&b->hash, o->threads.at[thread].weight, position - *entry);
  *entry = position;
}

static uint32_t branch_make(struct order *o, const uint32_t *children) {
  uint32_t b = block_copy(o, 0);
  struct block *block = &o->blocks.at[b];
  memcpy(block->at, children, sizeof block->at);
  for (uint32_t i = 0; i < FAN; i++) hash_add(&block->hash, o->blocks.at[children[i]].hash);
  return b;
}

/* The clock with one entry raised. */
static uint32_t tree_set(struct order *o, uint32_t clock, uint32_t thread, uint32_t position,
                         uint32_t level) {
  uint32_t child[FAN], slot = thread >> FAN_BITS * level & (FAN - 1);
  if (!level) {
    clock = block_copy(o, clock);
    leaf_write(o, &o->blocks.at[clock], thread, position);
    return clock;
  }
  memcpy(child, o->blocks.at[clock].at, sizeof child);
  child[slot] = tree_set(o, child[slot], thread, position, level - 1);
  return branch_make(o, child);
}

/* The later entry of the two for each thread; `first` is the thread of the subtree's first
 * entry. */
static uint32_t tree_join(struct order *o, uint32_t a, uint32_t b, uint32_t first, uint32_t level) {
  if (a == b || !b) return a;
  if (!a) return b;
  uint32_t x[FAN], y[FAN], joined[FAN];
  memcpy(x, o->blocks.at[a].at, sizeof x);
  memcpy(y, o->blocks.at[b].at, sizeof y);
  for (uint32_t i = 0; i < FAN; i++)
    joined[i] = level         ? tree_join(o, x[i], y[i], first + (i << FAN_BITS * level), level - 1)
                : x[i] > y[i] ? x[i]
                              : y[i];
  if (!memcmp(joined, x, sizeof x)) return a;
  if (!memcmp(joined, y, sizeof y)) return b;
  if (level) return branch_make(o, joined);
  uint32_t leaf = block_copy(o, a);
  for (uint32_t i = 0; i < FAN; i++)
    if (joined[i] > x[i]) leaf_write(o, &o->blocks.at[leaf], first + i, joined[i]);
  return leaf;
}

/* Is no entry of a later than b's? Without a way out of the loop, so that it becomes a few
 * vector instructions. */
FAST bool leaf_is_within(const struct block *a, const struct block *b) {
  uint32_t later = 0;
  for (uint32_t i = 0; i < FAN; i++) later |= a->at[i] > b->at[i];
  return !later;
}

/* The same for clocks of one block; written in place if the event being read has made it. Mostly
 * one of the two knows all: then it is shared. */
static uint32_t leaf_join(struct order *o, uint32_t a, uint32_t b) {
  if (leaf_is_within(&o->blocks.at[b], &o->blocks.at[a])) return a;
  if (leaf_is_within(&o->blocks.at[a], &o->blocks.at[b])) return b;
  for (uint32_t i = 0; i < o->threads.count; i++) {
    uint32_t known = o->blocks.at[b].at[i];
    if (known <= o->blocks.at[a].at[i]) continue;
    if (a < o->fresh) a = block_copy(o, a);
    leaf_write(o, &o->blocks.at[a], i, known);
  }
  return a;
}

static void learn_clock(struct order *o, struct thread *t, uint32_t clock) {
  t->clock = o->levels ? tree_join(o, t->clock, clock, 0, o->levels) : leaf_join(o, t->clock, clock);
}

static void learn_entry(struct order *o, struct thread *t, uint32_t thread, uint32_t position) {
  if (o->levels) {
    t->clock = tree_set(o, t->clock, thread, position, o->levels);
    return;
  }
  if (t->clock < o->fresh) t->clock = block_copy(o, t->clock);
  leaf_write(o, &o->blocks.at[t->clock], thread, position);
}

/* Thread t's present event comes after `event`. */
static void learn_event(struct order *o, struct thread *t, uint32_t event) {
  struct place p = o->places.at[event];
  if (&o->threads.at[p.thread] == t || clock_get(o, t->clock, p.thread) >= p.position) return;
  if (p.clock) learn_clock(o, t, p.clock);
  learn_entry(o, t, p.thread, p.position);
}

/* The hash of what thread `thread` knows. What it knows of itself by way of others depends on
 * the way: it is left out. */
static struct order_hash clock_hash(const struct order *o, uint32_t thread, uint32_t clock) {
  struct order_hash h = o->blocks.at[clock].hash;
  hash_raise(&h, o->threads.at[thread].weight, 0 - (uint64_t)clock_get(o, clock, thread));
  return h;
}

/* ---- threads ---- */

static uint32_t thread_add(struct order *o, uint32_t id) {
  uint32_t index = (uint32_t)o->threads.count;
  if (index == FAN << FAN_BITS * o->levels) die("internal error: a trace has more threads than it says");
  o->known[id] = (struct known){o->stamp, index};
  vec_push(&o->threads,
           ((struct thread){.id = id, .last = ORDER_NONE, .weight = hash_of(id, 1, (struct order_hash){0})}));
  return index;
}

FAST uint32_t thread_index(struct order *o, uint32_t id) {
  return o->known[id].stamp == o->stamp ? o->known[id].index : thread_add(o, id);
}

/* The present event of `parent` creates `child`, which knows all that the parent knows and that
 * it was created. */
static void create(struct order *o, uint32_t parent, uint32_t child, uint32_t event) {
  uint32_t index = thread_index(o, child);
  const struct thread *t = &o->threads.at[parent];
  struct thread *c = &o->threads.at[index];
  o->fresh = (uint32_t)o->blocks.count;
  c->clock = t->clock;
  learn_entry(o, c, parent, t->position + 1);
  c->last = event;
  c->known = clock_hash(o, index, c->clock);
}

/* ---- steps ---- */

static void end_step(struct order *o) {
  if (!o->steps.count) return;
  struct order_step *s = &vec_last(&o->steps);
  s->last = o->threads.at[s->thread].last;
  check(s->last >= s->event);
}

/* Before the event is noted as the last one of its thread. */
static void begin_step(struct order *o, uint32_t thread, uint32_t event) {
  end_step(o);
  vec_push(&o->steps,
           ((struct order_step){.thread = thread, .event = event, .before = o->threads.at[thread].last}));
}

/* ---- objects ---- */

struct reader {
  struct order *order;
  uint32_t thread;
};

FAST void learn_op(void *context, const struct op *op) {
  const struct reader *r = context;
  learn_event(r->order, &r->order->threads.at[r->thread], op->event);
}

/* ---- the pass ---- */

FAST void touch_all(struct order *o, uint32_t thread, const struct event *e, uint32_t event) {
  struct reader r = {o, thread};
  struct sync_touch t;
  if (e->kind == EV_CREATE) create(o, thread, e->aux, event);
  if (event_object(e) == ON_BARRIER) objects_rounds(&o->objects, o->events, e, event, learn_op, &r);
  if (!sync_touch_of(e, &t)) return;
  objects_meet(&o->objects, &t, (struct op){.step = event, .event = event, .kind = e->kind}, learn_op, &r);
}

/* Whose step the end of the process is makes no difference, nor when a thread fails. */
static bool is_ordered(const struct event *e) {
  if (e->kind == EV_EXIT || e->kind == EV_FAIL) return false;
  return event_is_visible(e) || e->kind == EV_CREATE || e->kind == EV_END_THREAD;
}

static void hash_decision(struct order *o, struct thread *t, const struct event *e) {
  uint64_t who = (uint64_t)t->id << 48 | (uint64_t)e->kind << 40 | ++t->decisions;
  uint64_t what = ((uint64_t)e->site << 32 | t->position) * 2 + (e->taken & 1);
  hash_add(&o->hash, hash_of(~who, what, (struct order_hash){0}));
}

FAST void read_event(struct order *o, const struct event *e, uint32_t event) {
  uint32_t thread = thread_index(o, e->thread);
  struct thread *t = &o->threads.at[thread];
  uint32_t clock = t->clock;
  if (event_is_step(e)) begin_step(o, thread, event);
  t->last = event;
  o->places.at[event] = (struct place){thread, t->position + 1, clock};
  if (!is_ordered(e)) {
    if (event_is_path(e) && e->expr) hash_decision(o, t, e);
    if (e->kind == EV_GATE) vec_push(&o->gates, ((struct order_gate){thread, event}));
    return;
  }
  o->fresh = (uint32_t)o->blocks.count;
  touch_all(o, thread, e, event);
  t = &o->threads.at[thread];
  t->position++;
  if (t->clock != clock) {
    o->places.at[event].clock = t->clock;
    t->known = clock_hash(o, thread, t->clock);
  }
  uint64_t who = (uint64_t)t->id << 48 | (uint64_t)e->kind << 40 | t->position;
  hash_add(&o->hash, hash_of(who, e->addr, t->known));
}

static void next_stamp(struct order *o) {
  if (++o->stamp) return;
  memset(o->known, 0, (UINT16_MAX + 1) * sizeof *o->known);
  o->stamp = 1;
}

void order_read(struct order *o, const struct event *events, uint32_t count, uint32_t thread_count) {
  next_stamp(o);
  o->events = events;
  o->levels = 0;
  while (thread_count > FAN << FAN_BITS * o->levels) o->levels++;
  o->hash = (struct order_hash){0};
  vec_clear(&o->threads);
  vec_clear(&o->steps);
  vec_clear(&o->gates);
  objects_cut(&o->objects, 0);
  o->blocks.count = 1;
  vec_reserve(&o->places, count);
  o->places.count = count;
  thread_add(o, 0);
  for (uint32_t i = 0; i < count; i++) read_event(o, &events[i], i);
  end_step(o);
  check(o->threads.count > FAN || order_is_sound(o));
}

bool order_before(const struct order *o, uint32_t i, uint32_t j) {
  struct place p = o->places.at[i], q = o->places.at[j];
  if (p.thread == q.thread) return i < j;
  return clock_get(o, q.clock, p.thread) >= p.position;
}

struct order_hash order_class(const struct order *o) { return o->hash; }
uint32_t order_thread_count(const struct order *o) { return (uint32_t)o->threads.count; }
uint32_t order_thread(const struct order *o, uint32_t k) { return o->threads.at[k].id; }
uint32_t order_index(const struct order *o, uint32_t thread) { return o->known[thread].index; }
uint32_t order_last(const struct order *o, uint32_t k) { return o->threads.at[k].last; }

uint32_t order_step_count(const struct order *o) { return (uint32_t)o->steps.count; }
const struct order_step *order_step(const struct order *o, uint32_t k) { return &o->steps.at[k]; }

uint32_t order_step_end(const struct order *o, uint32_t k) {
  return k + 1 < o->steps.count ? o->steps.at[k + 1].event : (uint32_t)o->places.count;
}

uint32_t order_step_of(const struct order *o, uint32_t event) {
  uint32_t low = 0, high = (uint32_t)o->steps.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (o->steps.at[middle].event > event)
      high = middle;
    else
      low = middle + 1;
  }
  check(!low || (o->steps.at[low - 1].event <= event && event < order_step_end(o, low - 1)));
  return low - 1;
}

uint32_t order_gate_count(const struct order *o) { return (uint32_t)o->gates.count; }
const struct order_gate *order_gate(const struct order *o, uint32_t k) { return &o->gates.at[k]; }

/* ---- life ---- */

struct order *order_open(void) {
  struct order *o = xcalloc(1, sizeof *o);
  o->known = xcalloc(UINT16_MAX + 1, sizeof *o->known);
  vec_push(&o->blocks, (struct block){0});
  return o;
}

void order_close(struct order *o) {
  vec_free(&o->threads);
  vec_free(&o->places);
  vec_free(&o->steps);
  vec_free(&o->gates);
  vec_free(&o->blocks);
  objects_free(&o->objects);
  free(o->known);
  free(o);
}

/* ---- checking ---- */

/* Does the clock of event j know all that the clock of event i knows, j's own thread aside? */
static bool knows_more(const struct order *o, uint32_t j, uint32_t i) {
  const struct place *p = &o->places.at[i], *q = &o->places.at[j];
  for (uint32_t t = 0; t < o->threads.count; t++)
    if (t != q->thread && clock_get(o, q->clock, t) < clock_get(o, p->clock, t)) return false;
  return true;
}

/* event[t][k]: the event of thread t at position k + 1, among those before j. */
typedef vec(uint32_t) event_list;

static bool place_is_sound(const struct order *o, uint32_t j, const event_list *events) {
  const struct place *q = &o->places.at[j];
  const event_list *own = &events[q->thread];
  if (own->count && !knows_more(o, j, own->at[own->count - 1])) return false;
  for (uint32_t t = 0; t < o->threads.count; t++) {
    uint32_t known = clock_get(o, q->clock, t);
    if (t == q->thread || !known) continue;
    if (known > events[t].count || !knows_more(o, j, events[t].at[known - 1])) return false;
  }
  return true;
}

/* Clocks never shrink along a thread, know no event of the future, and know what the events they
 * know knew. */
bool order_is_sound(const struct order *o) {
  event_list *events = xcalloc(o->threads.count + 1, sizeof *events);
  bool is_sound = true;
  for (uint32_t j = 0; is_sound && j < o->places.count; j++) {
    const struct place *q = &o->places.at[j];
    is_sound = place_is_sound(o, j, events);
    if (q->position > events[q->thread].count)
      vec_push(&events[q->thread], j);
    else
      vec_last(&events[q->thread]) = j; /* a note and the ordered event behind it are at one position */
  }
  for (uint32_t t = 0; t < o->threads.count; t++) vec_free(&events[t]);
  free(events);
  return is_sound;
}
