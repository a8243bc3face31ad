/* Data constraints of interference scenarios, on scenarios made by hand and by chance. The judge is an interpreter that
 * follows each byte of each read to where it was written, under every input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "explore/input.h"
#include "explore/rebuild.h"
#include "explore/strategy/interfere/data.h"
#include "explore/substitute.h"
#include "unit/fake_shm.h"

/* ---- a scenario in the making ---- */

struct bench {
  struct shm *shm;
  struct expr_store store;
  struct smt *smt;
  struct data *data;
  struct scenario s;
  struct input current, out;
  struct blame why;
  uint32_t reads; /* of the last thread */
  uint64_t seed;
};

static void bench_open(struct bench *b) {
  struct smt_options options = {.timeout_ms = 10000};
  memset(b, 0, sizeof *b);
  struct shm *s = b->shm = fake_shm();
  b->store = (struct expr_store){.node = shm_node(s),
                                 .value = shm_value(s),
                                 .table = shm_pool(s),
                                 .count = &s->expr_count,
                                 .pool_count = &s->pool_count,
                                 .shm = s};
  b->smt = smt_open(&b->store, &options);
  b->data = data_open(b->smt);
  b->seed = 88172645463325252ull;
}

static void scene_clear(struct scenario *s) {
  vec_clear(&s->threads);
  vec_clear(&s->events);
  vec_clear(&s->couplings);
}

static void bench_close(struct bench *b) {
  data_close(b->data);
  smt_close(b->smt);
  fake_shm_free(b->shm);
  vec_free(&b->s.threads);
  vec_free(&b->s.events);
  vec_free(&b->s.couplings);
  vec_free(&b->current.bytes);
  vec_free(&b->out.bytes);
  vec_free(&b->why.reads);
  vec_free(&b->why.ends);
}

static expr_id number(struct bench *b, unsigned width, uint64_t v) {
  return rebuild_const(&b->store, width, v);
}
static expr_id byte_input(struct bench *b, uint32_t first) { return rebuild_var(&b->store, 0, first, 1); }
static expr_id op(struct bench *b, enum expr_op o, expr_id x, expr_id y) {
  return rebuild_node(&b->store, (struct expr){.op = o, .a = x, .b = y});
}
static expr_id cast(struct bench *b, enum expr_op o, unsigned width, unsigned lo, expr_id x) {
  return rebuild_node(&b->store, (struct expr){.op = o, .width = (uint8_t)width, .lo = (uint16_t)lo, .a = x});
}
static expr_id zext(struct bench *b, unsigned width, expr_id x) { return cast(b, EX_ZEXT, width, 0, x); }

static uint32_t add_event(struct bench *b, struct event label) {
  struct scene_thread *t = &vec_last(&b->s.threads);
  label.thread = (uint16_t)t->number;
  vec_push(&b->s.events, ((struct scene_event){.label = label, .slot = (uint32_t)b->s.threads.count - 1}));
  t->count++;
  return (uint32_t)b->s.events.count - 1;
}

/* Numbers with holes, and not in order: nothing may take them for slots. */
static void add_thread(struct bench *b, uint32_t number) {
  vec_push(&b->s.threads,
           ((struct scene_thread){.number = number, .first = (uint32_t)b->s.events.count, .created = NONE}));
  add_event(b, (struct event){.kind = EV_INIT});
  b->reads = 0;
}

static uint32_t add_branch(struct bench *b, expr_id cond, bool taken) {
  return add_event(b, (struct event){.kind = EV_BRANCH, .expr = cond, .taken = taken});
}

static uint32_t add_write(struct bench *b, uint64_t addr, uint32_t bytes, expr_id expr, uint64_t value) {
  return add_event(
      b, (struct event){.kind = EV_WRITE, .addr = addr, .aux = bytes, .expr = expr, .value = value});
}

/* A read of one cell that holds `value` initially. */
static uint32_t add_read(struct bench *b, uint64_t addr, uint32_t bytes, uint64_t value) {
  uint32_t e = add_event(b, (struct event){.kind = EV_READ, .addr = addr, .aux = bytes});
  b->s.events.at[e].ordinal = b->reads++;
  b->s.events.at[e].coupling = (uint32_t)b->s.couplings.count;
  b->s.events.at[e].cells = 1;
  vec_push(&b->s.couplings,
           ((struct coupling){.write = NONE, .bytes = (uint8_t)bytes, .value = value, .first = 0}));
  return e;
}

static expr_id variable(struct bench *b, uint32_t read) {
  const struct scene_event *e = &b->s.events.at[read];
  return rebuild_read(&b->store, e->label.thread, e->ordinal, e->label.aux);
}

static struct coupling *coupling_of(struct bench *b, uint32_t read) {
  return &b->s.couplings.at[b->s.events.at[read].coupling];
}

static void feed(struct bench *b, uint32_t read, uint32_t write) {
  coupling_of(b, read)->write = write;
  coupling_of(b, read)->is_fixed = b->s.events.at[read].slot != b->s.events.at[write].slot;
}

static enum smt_answer check(struct bench *b) {
  return data_check(b->data, &b->s, &b->current, &b->out, &b->why);
}

static void assert_blamed(const struct bench *b, size_t count, const uint32_t *reads) {
  assert_int_equal(b->why.reads.count, count);
  for (size_t i = 0; i < count; i++) assert_int_equal(b->why.reads.at[i], reads[i]);
  assert_int_equal(b->why.ends.count, 0);
}
#define BLAMED(b, ...)                                                                                       \
  assert_blamed(b, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

/* ---- the paper's example ---- */

enum { CNT = 1000, SIZE = 1004 };

struct add_all {
  uint32_t r[4], other[5], write;
};

/* Figure 3: v->cnt is 10, v->size 20, and the input is u->cnt, here a byte. */
static struct add_all add_all(struct bench *b) {
  struct add_all f;
  expr_id i = zext(b, 32, byte_input(b, 0)), x[5], sum;
  scene_clear(&b->s);
  add_thread(b, 7);
  f.r[0] = add_read(b, CNT, 4, 10), x[0] = variable(b, f.r[0]);
  f.r[1] = add_read(b, SIZE, 4, 20), x[1] = variable(b, f.r[1]);
  add_branch(b, op(b, EX_SLE, op(b, EX_ADD, x[0], i), x[1]), true);
  f.r[2] = add_read(b, SIZE, 4, 20), x[2] = variable(b, f.r[2]);
  f.r[3] = add_read(b, CNT, 4, 10), x[3] = variable(b, f.r[3]);
  add_branch(b, op(b, EX_SLT, x[2], op(b, EX_ADD, i, x[3])), true);
  add_thread(b, 3);
  f.other[0] = add_read(b, CNT, 4, 10), x[0] = variable(b, f.other[0]);
  f.other[1] = add_read(b, SIZE, 4, 20), x[1] = variable(b, f.other[1]);
  add_branch(b, op(b, EX_SLE, op(b, EX_ADD, x[0], i), x[1]), true);
  f.other[2] = add_read(b, SIZE, 4, 20), x[2] = variable(b, f.other[2]);
  f.other[3] = add_read(b, CNT, 4, 10), x[3] = variable(b, f.other[3]);
  add_branch(b, op(b, EX_SLE, op(b, EX_ADD, i, x[3]), x[2]), true);
  f.other[4] = add_read(b, CNT, 4, 10), x[4] = variable(b, f.other[4]);
  sum = op(b, EX_ADD, x[4], i);
  f.write = add_write(b, CNT, 4, sum, 0);
  feed(b, f.r[3], f.write);
  return f;
}

static void test_add_all(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  struct add_all f = add_all(&b);
  vec_push(&b.current.bytes, 0);
  assert_int_equal(check(&b), SMT_SAT);
  assert_in_range(b.out.bytes.at[0], 6, 10);
  for (unsigned v = 0; v < 256; v++) {
    f = add_all(&b);
    add_branch(&b, op(&b, EX_EQ, byte_input(&b, 0), number(&b, 8, v)), true);
    assert_int_equal(check(&b), v >= 6 && v <= 10 ? SMT_SAT : SMT_UNSAT);
    if (v >= 6 && v <= 10) assert_int_equal(b.out.bytes.at[0], v);
    /* Too small: the overflow does not come about. Too large: the vector is enlarged. */
    if (v < 6) BLAMED(&b, f.r[2], f.other[4]);
    if (v > 10) BLAMED(&b, f.r[0], f.r[1]);
  }
  f = add_all(&b);
  *coupling_of(&b, f.r[3]) = *coupling_of(&b, f.r[0]); /* without the interference */
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, f.r[0], f.r[1], f.r[2], f.r[3]);
  bench_close(&b);
}

/* ---- single traits ---- */

/* One thread writes its own variable, another one too; the branch wants 5. */
static void test_local_and_interference(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  add_thread(&b, 0);
  uint32_t own = add_write(&b, 8, 4, 0, 4), read = add_read(&b, 8, 4, 0);
  add_branch(&b, op(&b, EX_EQ, variable(&b, read), number(&b, 32, 5)), true);
  add_thread(&b, 1);
  uint32_t five = add_write(&b, 8, 4, 0, 5), input = add_write(&b, 8, 4, zext(&b, 32, byte_input(&b, 3)), 0);
  uint32_t six = add_write(&b, 8, 4, 0, 6), nodes = *b.store.count;
  assert_int_equal(check(&b), SMT_UNSAT); /* the initial 0 */
  BLAMED(&b, read);
  feed(&b, read, own);
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, read);
  feed(&b, read, five);
  assert_int_equal(check(&b), SMT_SAT);
  feed(&b, read, six);
  assert_int_equal(check(&b), SMT_UNSAT);
  assert_int_equal(b.why.reads.count, 0);
  assert_int_equal(*b.store.count, nodes); /* constants are not built */
  assert_int_equal(data_counts(b.data)->by_constants, 4);
  feed(&b, read, input);
  assert_int_equal(check(&b), SMT_SAT);
  assert_int_equal(input_get(&b.out, 3, 1), 5);
  assert_int_equal(data_counts(b.data)->by_solver, 1);
  bench_close(&b);
}

/* Four bytes: the upper half of a write, one byte from the middle of a large one, one initial. */
static void test_partial_bytes(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  expr_id i = byte_input(&b, 0);
  for (int symbolic = 0; symbolic < 4; symbolic++) {
    scene_clear(&b.s);
    add_thread(&b, 0);
    uint32_t half = add_write(&b, 98, 4, 0, 0xbbaa5555);
    uint32_t large = add_write(&b, 100, 8, 0, 0x99999999cc777777ull);
    uint32_t read = add_read(&b, 100, 4, 0);
    struct coupling *c = coupling_of(&b, read);
    *c = (struct coupling){.write = half, .first = 0, .bytes = 2};
    vec_push(&b.s.couplings, ((struct coupling){.write = large, .first = 2, .bytes = 1}));
    vec_push(&b.s.couplings, ((struct coupling){.write = NONE, .first = 3, .bytes = 1, .value = 0xdd}));
    b.s.events.at[read].cells = 3;
    if (symbolic == 1) b.s.events.at[half].label.expr = op(&b, EX_CONCAT, i, number(&b, 24, 0xaa5555));
    if (symbolic == 2)
      b.s.events.at[large].label.expr =
          op(&b, EX_CONCAT, number(&b, 40, 0x99999999cc), op(&b, EX_CONCAT, i, number(&b, 16, 0)));
    if (symbolic == 3) vec_last(&b.s.couplings).initial = i;
    uint64_t expected = symbolic == 2 ? 0xddeebbaa : 0xdd77bbaa;
    add_branch(&b, op(&b, EX_EQ, variable(&b, read), number(&b, 32, expected)), true);
    assert_int_equal(check(&b), SMT_SAT);
    if (symbolic) assert_int_equal(input_get(&b.out, 0, 1), ((int[]){0, 0xbb, 0xee, 0xdd})[symbolic]);
    add_branch(&b, op(&b, EX_EQ, variable(&b, read), number(&b, 32, expected ^ 1)), true);
    assert_int_equal(check(&b), SMT_UNSAT);
    BLAMED(&b, read);
  }
  bench_close(&b);
}

/* Reads feed writes that feed reads; a read with one local byte is to blame, one without is not. */
static void test_blame_through_writes(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  add_thread(&b, 4);
  uint32_t x = add_read(&b, 8, 2, 1), unused = add_read(&b, 8, 2, 1);
  uint32_t w = add_write(&b, 16, 2, op(&b, EX_ADD, variable(&b, x), number(&b, 16, 1)), 0);
  uint32_t y = add_read(&b, 16, 2, 0);
  feed(&b, y, w);
  uint32_t v = add_write(&b, 24, 2, op(&b, EX_ADD, variable(&b, y), number(&b, 16, 1)), 0);
  add_thread(&b, 2);
  uint32_t z = add_read(&b, 24, 2, 0);
  feed(&b, z, v);
  add_branch(&b, op(&b, EX_EQ, variable(&b, z), number(&b, 16, 9)), true); /* it is 3 */
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x, y);
  (void)unused;
  coupling_of(&b, z)->bytes = 1; /* the last coupling: a second cell fits behind it */
  vec_push(&b.s.couplings, ((struct coupling){.write = NONE, .first = 1, .bytes = 1}));
  b.s.events.at[z].cells = 2;
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x, y, z);
  bench_close(&b);
}

static void test_least_blame(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  expr_id five = number(&b, 8, 5), i = byte_input(&b, 0);
  add_thread(&b, 0);
  uint32_t x = add_read(&b, 1, 1, 0), y = add_read(&b, 2, 1, 1), z = add_read(&b, 3, 1, 2);
  expr_id vx = variable(&b, x), vy = variable(&b, y), vz = variable(&b, z), table[3] = {vz, vx, five};
  add_branch(&b, op(&b, EX_EQ, op(&b, EX_ADD, vx, vy), five), true);
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x, y);
  add_branch(&b, op(&b, EX_EQ, vz, five), true); /* less to blame */
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, z);
  /* Choices that are made leave the others out; so does a factor that is zero. */
  b.s.events.count -= 2, vec_last(&b.s.threads).count -= 2;
  expr_id is_one = op(&b, EX_EQ, vy, number(&b, 8, 1));
  expr_id choice = rebuild_node(&b.store, (struct expr){.op = EX_ITE, .a = is_one, .b = vx, .c = vz});
  add_branch(&b, op(&b, EX_EQ, choice, five), true);
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x, y);
  vec_last(&b.s.events).label.expr = op(&b, EX_EQ, op(&b, EX_MUL, vx, vz), five);
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x);
  vec_last(&b.s.events).label.expr = op(&b, EX_EQ, rebuild_table(&b.store, vz, table, 3), number(&b, 8, 4));
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, z);
  /* The solver's core: what is not in it is not to blame. */
  vec_last(&b.s.events).label.expr = op(&b, EX_ULT, op(&b, EX_ADD, i, vy), five);
  add_branch(&b, op(&b, EX_ULT, op(&b, EX_MUL, i, i), op(&b, EX_ADD, vz, five)), true);
  add_branch(&b, op(&b, EX_ULT, op(&b, EX_ADD, i, vx), five), false);
  add_branch(&b, op(&b, EX_ULT, op(&b, EX_ADD, i, vx), number(&b, 8, 200)), true);
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x, y);
  bench_close(&b);
}

/* A condition and its opposite, once the reads are gone. */
static void test_contradiction(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  add_thread(&b, 0);
  uint32_t w = add_write(&b, 8, 1, byte_input(&b, 0), 0);
  uint32_t x = add_read(&b, 8, 1, 0), y = add_read(&b, 8, 1, 0), z = add_read(&b, 8, 1, 0);
  feed(&b, x, w), feed(&b, y, w), feed(&b, z, w);
  add_branch(&b, op(&b, EX_ULT, variable(&b, x), number(&b, 8, 9)), true);
  add_branch(&b, op(&b, EX_ULT, variable(&b, y), number(&b, 8, 9)), true);
  assert_int_equal(check(&b), SMT_SAT);
  add_branch(&b, op(&b, EX_ULT, variable(&b, z), number(&b, 8, 9)), false);
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x, z);
  assert_int_equal(data_counts(b.data)->by_contradiction, 1);
  bench_close(&b);
}

static void test_cycle_and_stranger(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  vec_push(&b.current.bytes, 77);
  add_thread(&b, 0);
  uint32_t x = add_read(&b, 8, 1, 0), wx = add_write(&b, 9, 1, variable(&b, x), 0);
  add_branch(&b, op(&b, EX_EQ, variable(&b, x), number(&b, 8, 3)), true);
  add_thread(&b, 1);
  uint32_t y = add_read(&b, 9, 1, 0), wy = add_write(&b, 8, 1, variable(&b, y), 0);
  feed(&b, x, wy), feed(&b, y, wx);
  assert_int_equal(check(&b), SMT_SAT);
  assert_int_equal(b.out.bytes.at[0], 77);
  assert_int_equal(data_counts(b.data)->cyclic, 1);
  scene_clear(&b.s);
  add_thread(&b, 1);
  expr_id stranger = rebuild_read(&b.store, 5, 2, 1);
  b.store.value[stranger] = 42;
  add_branch(&b, op(&b, EX_EQ, stranger, number(&b, 8, 42)), true);
  assert_int_equal(check(&b), SMT_SAT);
  assert_int_equal(data_counts(b.data)->foreign, 1);
  bench_close(&b);
}

/* Chains of 100,000 operators, in one expression and over as many writes, concrete and not. */
static void test_deep(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  enum { DEPTH = 100000 };
  add_thread(&b, 0);
  uint32_t x = add_read(&b, 8, 4, 1);
  expr_id vx = variable(&b, x), sum = vx;
  uint32_t expected = 1;
  for (uint32_t i = 0; i < DEPTH; i++) {
    sum = op(&b, EX_ADD, op(&b, EX_XOR, sum, number(&b, 32, i)), vx);
    expected = (expected ^ i) + 1;
  }
  add_branch(&b, op(&b, EX_EQ, sum, number(&b, 32, expected)), true);
  uint32_t nodes = *b.store.count;
  assert_int_equal(check(&b), SMT_SAT);
  assert_int_equal(*b.store.count, nodes);
  vec_last(&b.s.events).label.taken = false;
  assert_int_equal(check(&b), SMT_UNSAT);
  BLAMED(&b, x);
  vec_last(&b.s.events).label.taken = true;
  uint32_t last = 0, w = add_write(&b, 16, 4, zext(&b, 32, byte_input(&b, 0)), 0);
  add_thread(&b, 1);
  for (uint32_t i = 0; i < DEPTH; i++) {
    last = add_read(&b, 16, 4, 0);
    feed(&b, last, w);
    w = add_write(&b, 16, 4, op(&b, EX_ADD, variable(&b, last), number(&b, 32, 1)), 0);
  }
  add_branch(&b, op(&b, EX_EQ, variable(&b, last), number(&b, 32, DEPTH - 1 + 9)), true);
  assert_int_equal(check(&b), SMT_SAT);
  assert_int_equal(input_get(&b.out, 0, 1), 9);
  vec_last(&b.s.events).label.expr = op(&b, EX_EQ, variable(&b, last), number(&b, 32, DEPTH - 2));
  assert_int_equal(check(&b), SMT_UNSAT);
  assert_int_equal(b.why.reads.count, DEPTH - 1); /* the first one is interfered with */
  bench_close(&b);
}

/* ---- scenarios by chance ----
 *
 * Two or three threads over MEMORY bytes, with accesses of one or two of them. Every event has a place in one interleaving (`when`),
 * and a read gets its bytes from writes before it, not always the last: so nothing is cyclic. Inputs are two bytes below
 * VALUES, which the scenario itself demands. */

enum { MEMORY = 4, VALUES = 6, EVENTS = 10, EVENTS_MAX = 64 };

static uint32_t when[EVENTS_MAX];

static unsigned below(struct bench *b, unsigned n) {
  b->seed ^= b->seed << 13, b->seed ^= b->seed >> 7, b->seed ^= b->seed << 17;
  return (unsigned)((b->seed * 0x2545f4914f6cdd1dull >> 33) % n);
}

/* An input, a number or a read of this thread. */
static expr_id random_leaf(struct bench *b) {
  const struct scene_thread *t = &vec_last(&b->s.threads);
  if (below(b, 6) == 0) return byte_input(b, below(b, 2));
  for (int tries = 0; tries < 4; tries++) {
    uint32_t e = t->first + below(b, t->count);
    if (!event_reads(&b->s.events.at[e].label)) continue;
    unsigned bytes = b->s.events.at[e].label.aux;
    return cast(b, EX_EXTRACT, 8, bytes == 1 ? 0 : below(b, 9), variable(b, e));
  }
  return number(b, 8, below(b, 4));
}

static expr_id random_byte(struct bench *b, int depth) {
  static const enum expr_op ops[] = {EX_ADD, EX_ADD, EX_SUB, EX_XOR, EX_AND, EX_OR, EX_MUL};
  if (depth == 0 || below(b, 4) == 0) return random_leaf(b);
  expr_id x = random_byte(b, depth - 1), y = random_byte(b, depth - 1), at[3] = {x, y, random_leaf(b)};
  if (below(b, 6) == 0) return rebuild_table(&b->store, random_byte(b, depth - 1), at, 3);
  if (below(b, 6) == 0)
    return rebuild_node(&b->store, (struct expr){.op = EX_ITE, .a = op(b, EX_ULT, x, at[2]), .b = x, .c = y});
  return op(b, ops[below(b, 7)], x, y);
}

static expr_id random_value(struct bench *b, unsigned bytes) {
  expr_id x = random_byte(b, 2);
  return bytes == 1 ? x : op(b, EX_CONCAT, random_byte(b, 1), x);
}

/* One coupling for each byte, all initial. */
static void add_random_read(struct bench *b, uint64_t addr, uint32_t bytes) {
  uint32_t e = add_read(b, addr, bytes, addr);
  if (bytes == 1) return;
  b->s.events.at[e].cells = 2;
  vec_last(&b->s.couplings).bytes = 1;
  vec_push(&b->s.couplings, ((struct coupling){.write = NONE, .first = 1, .bytes = 1, .value = addr + 1}));
  if (below(b, 4) == 0) vec_last(&b->s.couplings).initial = byte_input(b, 1);
}

static void add_random_branch(struct bench *b) {
  static const enum expr_op ops[] = {EX_EQ, EX_ULT, EX_ULE, EX_SLT};
  expr_id cond = op(b, ops[below(b, 4)], random_byte(b, 2), random_byte(b, 1));
  add_branch(b, cond, below(b, 2));
}

static void add_random_event(struct bench *b) {
  uint32_t bytes = 1 + below(b, 2);
  uint64_t addr = below(b, MEMORY + 1 - bytes);
  unsigned kind = below(b, 7);
  if (kind < 3)
    add_random_read(b, addr, bytes);
  else if (kind < 5)
    add_write(b, addr, bytes, below(b, 3) ? random_value(b, bytes) : 0, below(b, 4));
  else
    add_random_branch(b);
}

static bool writes_byte(const struct bench *b, uint32_t write, uint64_t addr) {
  const struct event *w = &b->s.events.at[write].label;
  return event_writes(w) && addr >= w->addr && addr < w->addr + w->aux;
}

static uint32_t local_write(const struct bench *b, uint32_t read, uint64_t addr) {
  uint32_t first = b->s.threads.at[b->s.events.at[read].slot].first;
  for (uint32_t e = read; e-- > first;)
    if (writes_byte(b, e, addr)) return e;
  return NONE;
}

/* A write of another thread that comes before; NONE: no luck. */
static uint32_t other_write(struct bench *b, uint32_t read, uint64_t addr) {
  for (int tries = 0; tries < 10; tries++) {
    uint32_t e = below(b, (unsigned)b->s.events.count);
    if (b->s.events.at[e].slot != b->s.events.at[read].slot && when[e] < when[read] &&
        writes_byte(b, e, addr))
      return e;
  }
  return NONE;
}

static void couple(struct bench *b, uint32_t read, struct coupling *c, unsigned one_in) {
  uint64_t addr = b->s.events.at[read].label.addr + c->first;
  uint32_t other = below(b, one_in) ? NONE : other_write(b, read, addr);
  c->is_fixed = other != NONE;
  c->write = other != NONE ? other : local_write(b, read, addr);
}

static void for_local_cells(struct bench *b, const bool *is_spared, unsigned one_in) {
  for (uint32_t e = 0; e < b->s.events.count; e++) {
    const struct scene_event *r = &b->s.events.at[e];
    if (!event_reads(&r->label) || is_spared[e]) continue;
    for (uint32_t i = 0; i < r->cells; i++)
      if (!b->s.couplings.at[r->coupling + i].is_fixed)
        couple(b, e, &b->s.couplings.at[r->coupling + i], one_in);
  }
}

static void interleave(struct bench *b) {
  uint32_t next[3], done = 0;
  for (uint32_t t = 0; t < b->s.threads.count; t++) next[t] = b->s.threads.at[t].first;
  while (done < b->s.events.count) {
    uint32_t t = below(b, (unsigned)b->s.threads.count);
    if (next[t] < b->s.threads.at[t].first + b->s.threads.at[t].count) when[next[t]++] = done++;
  }
}

static void random_scenario(struct bench *b) {
  unsigned threads = 1 + below(b, 3);
  scene_clear(&b->s);
  for (unsigned t = 0; t < threads; t++) {
    add_thread(b, (t * 5 + 3) % 7);
    for (unsigned i = 0; t == 0 && i < 2; i++)
      add_branch(b, op(b, EX_ULT, byte_input(b, i), number(b, 8, VALUES)), true);
    for (unsigned n = below(b, EVENTS); n--;) add_random_event(b);
  }
  add_random_branch(b);
  interleave(b);
  for_local_cells(b, (bool[EVENTS_MAX]){0}, 2);
}

/* ---- the judge ---- */

static uint64_t judge_value(const struct bench *b, expr_id id, const uint8_t *in);

static uint8_t judge_cell(const struct bench *b, const struct scene_event *r, const struct coupling *c,
                          const uint8_t *in) {
  if (c->write == NONE) return (uint8_t)(c->initial ? judge_value(b, c->initial, in) : c->value);
  const struct event *w = &b->s.events.at[c->write].label;
  uint64_t v = w->expr ? judge_value(b, w->expr, in) : w->value;
  return (uint8_t)(v >> 8 * (r->label.addr + c->first - w->addr));
}

static uint64_t judge_read(const struct bench *b, const struct expr *e, const uint8_t *in) {
  uint64_t v = 0;
  for (uint32_t i = 0; i < b->s.events.count; i++) {
    const struct scene_event *r = &b->s.events.at[i];
    if (!event_reads(&r->label) || r->label.thread != e->a || r->ordinal != e->b) continue;
    for (uint32_t k = 0; k < r->cells; k++)
      v |= (uint64_t)judge_cell(b, r, &b->s.couplings.at[r->coupling + k], in) << 8 * k;
    return v;
  }
  fail();
  return 0;
}

static uint64_t judge_value(const struct bench *b, expr_id id, const uint8_t *in) {
  const struct expr *e = &b->store.node[id];
  unsigned arity = expr_arity(e->op);
  if (e->op == EX_CONST) return expr_const_value(e);
  if (e->op == EX_VAR) return in[e->b];
  if (e->op == EX_READ) return judge_read(b, e, in);
  uint64_t x = judge_value(b, e->a, in);
  if (e->op == EX_TABLE) return judge_value(b, b->store.table[e->b + (x < e->c ? x : e->c - 1)], in);
  uint64_t y = arity > 1 ? judge_value(b, e->b, in) : 0, z = arity > 2 ? judge_value(b, e->c, in) : 0;
  return expr_apply(e, b->store.node[e->op == EX_CONCAT ? e->b : e->a].width, x, y, z);
}

static bool judge_holds(const struct bench *b, const uint8_t *in) {
  for (uint32_t i = 0; i < b->s.events.count; i++) {
    const struct event *e = &b->s.events.at[i].label;
    if (event_is_path(e) && judge_value(b, e->expr, in) != e->taken) return false;
  }
  return true;
}

static enum smt_answer judge(const struct bench *b) {
  uint8_t in[2];
  for (in[0] = 0; in[0] < VALUES; in[0]++)
    for (in[1] = 0; in[1] < VALUES; in[1]++)
      if (judge_holds(b, in)) return SMT_SAT;
  return SMT_UNSAT;
}

/* Whatever happens to the other local reads, the scenario stays as it is: without solution. */
static void check_blame(struct bench *b) {
  bool is_blamed[EVENTS_MAX] = {0};
  for (size_t i = 0; i < b->why.reads.count; i++) {
    uint32_t e = b->why.reads.at[i];
    const struct scene_event *r = &b->s.events.at[e];
    bool is_local = false;
    assert_true(event_reads(&r->label) && (i == 0 || b->why.reads.at[i - 1] < e));
    for (uint32_t k = 0; k < r->cells; k++)
      is_local = is_local || !b->s.couplings.at[r->coupling + k].is_fixed;
    assert_true(is_local);
    is_blamed[e] = true;
  }
  for (int tries = 0; tries < 3; tries++) {
    for_local_cells(b, is_blamed, 1);
    assert_int_equal(judge(b), SMT_UNSAT);
  }
}

static void test_random(void **state) {
  (void)state;
  struct bench b;
  bench_open(&b);
  uint32_t answers[2] = {0}, blameless = 0;
  for (int round = 0; round < 6000; round++) {
    random_scenario(&b);
    vec_clear(&b.current.bytes);
    for (unsigned n = below(&b, 3); n--;) vec_push(&b.current.bytes, (uint8_t)below(&b, VALUES));
    enum smt_answer expected = judge(&b);
    assert_int_equal(check(&b), expected);
    answers[expected]++;
    if (expected == SMT_SAT) {
      uint8_t in[2] = {(uint8_t)input_get(&b.out, 0, 1), (uint8_t)input_get(&b.out, 1, 1)};
      assert_true(judge_holds(&b, in));
      continue;
    }
    blameless += !b.why.reads.count;
    check_blame(&b);
  }
  assert_true(answers[SMT_SAT] > 500 && answers[SMT_UNSAT] > 500 && blameless > 50);
  const struct data_counts *n = data_counts(b.data);
  assert_true(n->by_constants > 500 && n->by_solver > 500 && n->foreign == 0 && n->cyclic == 0);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add_all),
      cmocka_unit_test(test_local_and_interference),
      cmocka_unit_test(test_partial_bytes),
      cmocka_unit_test(test_blame_through_writes),
      cmocka_unit_test(test_least_blame),
      cmocka_unit_test(test_contradiction),
      cmocka_unit_test(test_cycle_and_stranger),
      cmocka_unit_test(test_deep),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
