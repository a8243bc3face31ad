/* Reads as variables: the symbolic traces of con2colic testing (Farzan, Holzer, Razavi and Veith,
 * FSE 2013), definition 4.1.
 *
 * Each read event of visible memory makes a variable, EX_READ(thread, how many reads the thread
 * made before). It is put over the shadow cells of the bytes, where the load that follows finds it;
 * `held` keeps what was there. Before the first access of a run to a byte a note (INITIAL) says
 * what it holds. A write event has the written value and its expression over inputs and variables.
 * If the hook does not know them the event is marked OPEN: the value is taken from memory as soon
 * as the thread has written it, which is before its next operation, and nobody else writes there in
 * the meantime.
 *
 * Settling is what has to be done by then: OPEN events get their values; cells are put back to what
 * was there before the variables; and cells that were written with an expression over reads alone
 * become concrete, since whoever reads them gets a variable anyway. So cells of visible memory
 * depend on inputs or not, much as they do without PLAN_FRESH, and models of the library, which go
 * by that, take the same steps.
 *
 * Invariant: each event from `settled` on is the running thread's; an entry of `granule` counts
 * if its run is the present one. */
#include "base/hash.h"
#include "runtime/state.h"
#include "runtime/build.h"
#include <string.h>

enum { EVENT_OPEN = 0x80, WALK_MAX = 400 };

static struct fresh_state *const S = &ST->fresh;

void fresh_begin(void) {
  if (SHM->plan.flags & PLAN_FRESH && !TABLES->has_fresh) TABLES->has_fresh = 1;
  S->run++;
  S->granule_count = S->settled = S->held_count = 0;
  S->exchange = 0;
}

static uint64_t value_at(uint64_t address, unsigned size) {
  uint64_t value = 0;
  memcpy(&value, (const void *)address, size);
  return value;
}

/* What an expression depends on. */

enum { MENTIONS_READS = 1, MENTIONS_INPUTS = 2 };

static uint32_t operand_count(const struct expr *n) {
  return n->op == EX_TABLE ? 1 + n->c : expr_arity(n->op);
}

static expr_id operand(const struct expr *n, uint32_t i) {
  if (n->op == EX_TABLE) return i ? shm_pool(SHM)[n->b + i - 1] : n->a;
  return i == 0 ? n->a : i == 1 ? n->b : n->c;
}

/* Large expressions are taken to mention inputs, too. */
static unsigned mentions(expr_id e) {
  expr_id todo[WALK_MAX];
  uint32_t count = 0, seen = 0;
  unsigned found = 0;
  todo[count++] = e;
  while (seen < count) {
    const struct expr *n = &NODE(todo[seen++]);
    if (n->op == EX_READ) found |= MENTIONS_READS;
    if (n->op == EX_VAR || n->op == EX_INBYTE) return found | MENTIONS_INPUTS;
    uint32_t operands = operand_count(n);
    if (count + operands > WALK_MAX) return found | MENTIONS_INPUTS;
    for (uint32_t i = 0; i < operands; i++) todo[count++] = operand(n, i);
  }
  return found;
}

bool fresh_decides(expr_id e) { return fresh_is_on() && mentions(e) == MENTIONS_READS; }

/* Granules. */

static struct fresh_granule *granule_of(uint64_t address) {
  uint64_t granule = address / 8, h = hash_index(granule, 18);
  for (;; h = (h + 1) % FRESH_GRANULES) {
    struct fresh_granule *g = &S->granule[h];
    if (g->run == S->run && g->granule == granule) return g;
    if (g->run == S->run) continue;
    if (S->granule_count++ == FRESH_GRANULES / 2) run_end(END_FULL, 0, "too much shared memory");
    *g = (struct fresh_granule){.granule = granule, .run = S->run};
    return g;
  }
}

static void set_writer(struct fresh_granule *g, uint64_t address, unsigned size) {
  for (unsigned k = address % 8, n = 0; n < size; k++, n++) g->writer[k] = (uint16_t)(thread_self()->id + 1);
}

static void note_initial(uint64_t address, unsigned size, site_ref site) {
  uint64_t value = value_at(address, size);
  record_initial(address, size, value, sharing_expr((const void *)address, size, value), site);
}

/* Code without hooks has written, or a new object lies where another was: the thread that finds
 * out has written it, as far as the trace goes. */
static void note_changed(struct fresh_granule *g, uint64_t address, unsigned size, site_ref site) {
  uint64_t value = value_at(address, size);
  expr_id e = sharing_expr((const void *)address, size, value);
  set_writer(g, address, size);
  record_visible(EV_WRITE, address, size, value, e, site, EVENT_FUSED | EVENT_BOUND);
}

/* Bytes from k on, below `end`, for which `asks` holds. */
static unsigned count_while(const struct fresh_granule *g, unsigned k, unsigned end,
                            bool (*asks)(const struct fresh_granule *, unsigned)) {
  unsigned n = 0;
  while (k + n < end && asks(g, k + n)) n++;
  return n;
}

static bool is_unknown(const struct fresh_granule *g, unsigned k) { return !(g->known >> k & 1); }
static bool is_changed(const struct fresh_granule *g, unsigned k) {
  return !is_unknown(g, k) && ((const uint8_t *)(8 * g->granule))[k] != g->content[k];
}

static void learn(struct fresh_granule *g, unsigned k, unsigned count) {
  g->known |= ((1u << count) - 1) << k;
  memcpy(g->content + k, (const uint8_t *)(8 * g->granule) + k, count);
}

/* The granule of these bytes, which are touched: what they hold is noted if that is not known. */
static struct fresh_granule *meet(uint64_t address, unsigned size, site_ref site) {
  struct fresh_granule *g = granule_of(address);
  for (unsigned k = address % 8, end = k + size, n; k < end; k += n) {
    uint64_t at = 8 * g->granule + k;
    if ((n = count_while(g, k, end, is_unknown)))
      note_initial(at, n, site);
    else if ((n = count_while(g, k, end, is_changed)))
      note_changed(g, at, n, site);
    learn(g, k, n);
    n += !n;
  }
  return g;
}

static bool is_foreign(const struct fresh_granule *g, uint64_t address, unsigned size) {
  uint16_t self = (uint16_t)(thread_self()->id + 1);
  for (unsigned k = address % 8, n = 0; n < size; k++, n++)
    if (g->writer[k] && g->writer[k] != self) return true;
  return false;
}

/* Pieces of a range: each lies in one granule. */

static unsigned piece_size(uint64_t address, uint64_t end) {
  uint64_t n = 8 - address % 8;
  return n < end - address ? n : end - address;
}

static bool is_visible(uint64_t address) { return owner_is_visible(*owner_of((const void *)address)); }

/* The pieces behind the first belong to it at any granularity. */
static void record_piece(enum event_kind kind, uint64_t address, unsigned size, uint64_t value, expr_id e,
                         site_ref site, uint8_t flags) {
  uint32_t event = SHM->trace.event_count;
  sched_access(kind, (const void *)address, size, value, e, site);
  shm_event(SHM)[event].taken |= flags;
}

/* Reads. */

static void hold(uint64_t address, unsigned size) {
  if (S->held_count + size > FRESH_HELD) run_end(END_FULL, 0, "too much shared memory is read at once");
  memcpy(S->held + S->held_count, shadow_of((const void *)address), size * sizeof *S->held);
  S->held_count += size;
}

static expr_id read_piece(enum event_kind kind, uint64_t address, unsigned size, site_ref site,
                          uint8_t flags) {
  struct thread *t = thread_self();
  uint64_t value = value_at(address, size);
  expr_id r = expr_read(t->id, t->read_count++, size, value);
  hold(address, size);
  record_piece(kind, address, size, value, r, site, flags);
  return r;
}

static bool read_all(enum event_kind kind, const void *p, uint64_t size, site_ref site, bool is_decided) {
  uint64_t end = (uint64_t)p + size;
  bool any = false, has_foreign = false;
  encounter_note_edges((uint64_t)p, size);
  for (uint64_t a = (uint64_t)p; a < end; a += piece_size(a, end)) {
    unsigned n = piece_size(a, end);
    if (!is_visible(a) && (any || a + n < end)) continue;
    has_foreign |= is_foreign(meet(a, n, site), a, n);
    expr_id r = read_piece(kind, a, n, site, any ? EVENT_BOUND : 0);
    any = true;
    if (is_decided)
      record_fixed(r, VALUE(r), "read by code that is not instrumented", site);
    else if (!shadow_poisoned((const void *)a, n))
      shadow_store((const void *)a, n, r);
  }
  return has_foreign;
}

/* What the plan did not foresee ends the run: the explorer has to decide about it first. */
void fresh_read(enum event_kind kind, const void *p, uint64_t size, site_ref site) {
  if (read_all(kind, p, size, site, false)) sched_read_foreign();
}

void fresh_touch(const void *p, uint64_t size, site_ref site) {
  if (read_all(EV_READ, p, size, site, true)) sched_read_foreign();
}

/* Writes. */

static void write_piece(enum event_kind kind, uint64_t address, unsigned size, uint64_t value, expr_id e,
                        site_ref site, uint8_t flags) {
  set_writer(meet(address, size, site), address, size);
  record_piece(kind, address, size, value, e, site, flags);
}

void fresh_write(enum event_kind kind, const void *p, unsigned size, uint64_t value, expr_id e,
                 site_ref site) {
  encounter_note_edges((uint64_t)p, size);
  write_piece(kind, (uint64_t)p, size, value, e, site, 0);
}

/* A step has at least one event. */
void fresh_write_range(enum event_kind kind, const void *p, uint64_t size, bool is_bound, site_ref site) {
  uint64_t end = (uint64_t)p + size;
  bool is_due = ST->sched.is_step;
  encounter_note_edges((uint64_t)p, size);
  for (uint64_t a = (uint64_t)p; a < end; a += piece_size(a, end)) {
    unsigned n = piece_size(a, end);
    if (!is_visible(a) && !(is_due && a + n == end)) continue;
    write_piece(kind, a, n, 0, 0, site, is_bound ? EVENT_OPEN | EVENT_BOUND : EVENT_OPEN);
    is_bound = true;
    is_due = false;
  }
}

/* Atomic operations. */

static bool is_one_piece(const void *p, uint32_t size) { return (uint64_t)p % 8 + size <= 8; }

/* The value to be written is only known for the present values of its operands. */
static void update_unknown(void *p, uint32_t size, site_ref site) {
  __raddle_load_opaque_slow(p, 0, size, site);
  fresh_write_range(EV_ATOMIC_WRITE, p, size, true, site);
}

static void update(void *p, uint32_t size, uint32_t op, uint64_t old, uint64_t now, uint64_t operand,
                   expr_id s_operand, site_ref site) {
  expr_id before = shadow_load(p, size, old), by = expr_fit(size, s_operand, operand);
  if (!before) before = expr_const(8 * size, old);
  if (!by) by = expr_const(8 * size, operand);
  write_piece(EV_ATOMIC_WRITE, (uint64_t)p, size, now, expr_shadow(memory_rmw_result(op, before, by)), site,
              EVENT_BOUND);
}

void fresh_atomic(void *p, uint32_t size, uint32_t what, uint32_t op, uint64_t old, uint64_t now,
                  uint64_t operand, expr_id s_operand, site_ref site) {
  bool is_known = is_one_piece(p, size) && (what != ATOMIC_RMW || (op && op != RMW_UNKNOWN));
  if (what == ATOMIC_STORE && !is_known) return fresh_write_range(EV_ATOMIC_WRITE, p, size, false, site);
  if (what == ATOMIC_STORE)
    return fresh_write(EV_ATOMIC_WRITE, p, size, now, expr_fit(size, s_operand, now), site);
  fresh_read(EV_ATOMIC_READ, p, size, site);
  if (what == ATOMIC_LOAD) return;
  if (!is_known) return update_unknown(p, size, site);
  if (what == ATOMIC_RMW) return update(p, size, op, old, now, operand, s_operand, site);
  S->exchange = (uint64_t)p;
}

void fresh_exchange(const void *p, unsigned size, uint64_t value, expr_id e, site_ref site) {
  bool is_announced = S->exchange == (uint64_t)p;
  S->exchange = 0;
  if (is_announced) write_piece(EV_ATOMIC_WRITE, (uint64_t)p, size, value, e, site, EVENT_BOUND);
}

/* Settling. */

static void uncover(const struct event *e, const shadow_cell *held) {
  shadow_cell *cell = shadow_of((const void *)e->addr);
  for (unsigned k = 0; k < e->aux; k++)
    if (cell[k] == SHADOW_CELL(e->expr, k)) cell[k] = held[k];
}

static void finish_write(struct event *e) {
  const void *p = (const void *)e->addr;
  learn(granule_of(e->addr), e->addr % 8, e->aux);
  if (e->taken & EVENT_OPEN) {
    e->taken &= (uint8_t)~EVENT_OPEN;
    e->value = value_at(e->addr, e->aux);
    e->expr = sharing_expr(p, e->aux, e->value);
  }
  if (e->expr && !(mentions(e->expr) & MENTIONS_INPUTS) && !shadow_poisoned(p, e->aux))
    shadow_clear(p, e->aux);
}

void fresh_settle(void) {
  const shadow_cell *held = S->held;
  while (S->settled < SHM->trace.event_count) {
    struct event *e = &shm_event(SHM)[S->settled++];
    if (e->kind == EV_READ || e->kind == EV_ATOMIC_READ) {
      uncover(e, held);
      held += e->aux;
    }
    if (e->kind == EV_WRITE || e->kind == EV_ATOMIC_WRITE) finish_write(e);
  }
  S->held_count = 0;
}

/* The results of threads, as if they lay in memory. They have no cells: nothing is to be
 * settled. */

static void record_result(enum event_kind kind, const struct thread *t, expr_id e) {
  fresh_settle();
  record_visible(kind, (uint64_t)&t->posix.result, 8, (uint64_t)t->posix.result, e, HOT->site,
                 EVENT_FUSED | EVENT_BOUND);
  S->settled = SHM->trace.event_count;
}

void fresh_give_result(const struct thread *t) {
  if (fresh_is_on()) record_result(EV_WRITE, t, expr_fit(8, t->posix.s_result, (uint64_t)t->posix.result));
}

expr_id fresh_take_result(const struct thread *joined) {
  struct thread *t = thread_self();
  if (!fresh_is_on()) return joined->posix.s_result;
  expr_id r = expr_read(t->id, t->read_count++, 8, (uint64_t)joined->posix.result);
  record_result(EV_READ, joined, r);
  sched_read_foreign();
  return r;
}

/* For models, which treat concrete arguments in another way. */
int __raddle_decides(const void *p, size_t size) {
  uint64_t value = size <= 8 ? value_at((uint64_t)p, size) : 0;
  if (!fresh_is_on() || size > 8) return 0;
  expr_id e = shadow_load(p, size, value);
  if (!e || !fresh_decides(e)) return !e;
  record_fixed(e, value, "argument of a library function", HOT->site);
  shadow_clear(p, size);
  return 1;
}
