/* Interference scenarios of hand-made runs (figure 3 of con2colic testing among them) and, against the definitions, of random
 * ones; the pictures of them.
 *
 * make build/tests/unit/test_interference && build/tests/unit/test_interference */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "fake_shm.h"
#include "detect/bug_scenario.h"
#include "report/scenario_picture.h"

enum { X = 0x500000, Y = 0x500010, LOCK = 0x500100, EVENTS = 2048 };

static struct event events[EVENTS];
static uint32_t count;

static uint32_t put(uint32_t thread, enum event_kind kind, uint64_t addr, uint32_t aux) {
  assert_true(count < EVENTS);
  events[count] = (struct event){.kind = (uint8_t)kind, .thread = (uint16_t)thread, .addr = addr, .aux = aux};
  return count++;
}

static void begin(uint32_t threads) {
  count = 0;
  for (uint32_t t = 1; t < threads; t++) put(0, EV_CREATE, 0, t);
}

/* The whole of what the thread did. */
static uint32_t degree_of_thread(uint32_t thread) {
  interferences all = {0};
  struct causal_scenario c = {0};
  interferences_read(events, count, &all);
  causal_add(&c, thread, count);
  causal_close(&c, events, count, &all);
  uint32_t degree = causal_degree(&c, events, &all);
  causal_free(&c);
  vec_free(&all);
  return degree;
}

static void expect_edges(const struct interference *expected, size_t n) {
  interferences all = {0};
  interferences_read(events, count, &all);
  assert_int_equal(all.count, n);
  if (n) assert_memory_equal(all.at, expected, n * sizeof *expected);
  vec_free(&all);
}

/* ---- the paper ---- */

/* Figure 3; SIZE and CNT are v->size and v->cnt. Returns events 10 and 16 of the figure. */
static struct interference figure_3(void) {
  enum { CNT = X, SIZE = Y, T = 1, U = 2 };
  struct interference edge;
  begin(3);
  put(T, EV_READ, CNT, 4);
  put(U, EV_READ, CNT, 4);
  put(U, EV_LOCK, LOCK, 0);
  put(U, EV_READ, SIZE, 4);
  put(U, EV_BRANCH, 0, 0);
  put(U, EV_READ, SIZE, 4);
  put(U, EV_READ, CNT, 4);
  put(U, EV_BRANCH, 0, 0);
  put(U, EV_READ, CNT, 4);
  edge.write = put(U, EV_WRITE, CNT, 4);
  put(U, EV_UNLOCK, LOCK, 0);
  put(T, EV_LOCK, LOCK, 0);
  put(T, EV_READ, SIZE, 4);
  put(T, EV_BRANCH, 0, 0);
  put(T, EV_READ, SIZE, 4);
  edge.read = put(T, EV_READ, CNT, 4);
  put(T, EV_BRANCH, 0, 0);
  return edge;
}

static void add_all(void **state) {
  (void)state;
  struct interference edge = figure_3();
  expect_edges(&edge, 1);
  assert_int_equal(degree_of_thread(1), 1);
  assert_int_equal(degree_of_thread(2), 0);
}

/* ---- bytes ---- */

static void bytes(void **state) {
  (void)state;
  begin(4);
  uint32_t all = put(1, EV_WRITE, X, 4), one = put(2, EV_WRITE, X + 1, 1);
  uint32_t both = put(3, EV_READ, X, 4), last = put(3, EV_READ, X + 1, 1), first = put(3, EV_READ, X, 1);
  put(3, EV_READ, X + 4, 4); /* nobody wrote these */
  struct interference expected[] = {{all, both}, {one, both}, {one, last}, {all, first}};
  expect_edges(expected, 4);
  assert_int_equal(degree_of_thread(3), 4);
}

/* Across words, and from a write that is larger than the read. */
static void wide_accesses(void **state) {
  (void)state;
  begin(3);
  uint32_t write = put(1, EV_WRITE, X + 4, 24), read = put(2, EV_READ, X + 6, 8);
  uint32_t tail = put(2, EV_READ, X + 24, 8);
  put(2, EV_READ, X + 28, 4); /* just behind it */
  put(2, EV_READ, X, 4);      /* just before it */
  struct interference expected[] = {{write, read}, {write, tail}};
  expect_edges(expected, 2);
}

/* What a thread writes over itself does not come from another one. */
static void own_writes(void **state) {
  (void)state;
  begin(3);
  uint32_t theirs = put(1, EV_WRITE, X, 8);
  put(2, EV_WRITE, X, 4);
  put(2, EV_READ, X, 4);
  uint32_t mixed = put(2, EV_READ, X, 8);
  struct interference expected[] = {{theirs, mixed}};
  expect_edges(expected, 1);
}

/* ---- read-modify-writes ---- */

static void updates(void **state) {
  (void)state;
  begin(3);
  uint32_t a = put(1, EV_ATOMIC_UPDATE, X, 4), b = put(2, EV_ATOMIC_UPDATE, X, 4);
  uint32_t c = put(1, EV_ATOMIC_UPDATE, X, 4);
  put(1, EV_ATOMIC_UPDATE, X, 4); /* its own */
  struct interference expected[] = {{a, b}, {b, c}};
  expect_edges(expected, 2);
  assert_int_equal(degree_of_thread(1), 2);
  assert_int_equal(degree_of_thread(2), 1);
}

/* The same as a read and the write that goes with it. */
static void fused(void **state) {
  (void)state;
  uint32_t read[3], write[3];
  begin(3);
  for (int i = 0; i < 3; i++) {
    read[i] = put(i % 2 ? 2 : 1, EV_ATOMIC_READ, X, 4);
    write[i] = put(i % 2 ? 2 : 1, EV_ATOMIC_WRITE, X, 4);
    events[write[i]].taken = EVENT_FUSED;
  }
  struct interference expected[] = {{write[0], read[1]}, {write[1], read[2]}};
  expect_edges(expected, 2);
  assert_int_equal(degree_of_thread(1), 2);
}

/* A compare-exchange that fails only reads. */
static void failed_exchange(void **state) {
  (void)state;
  begin(3);
  uint32_t a = put(1, EV_ATOMIC_WRITE, X, 4), b = put(2, EV_ATOMIC_READ, X, 4), c = put(0, EV_READ, X, 4);
  struct interference expected[] = {{a, b}, {a, c}};
  expect_edges(expected, 2);
}

/* ---- what depends on what ---- */

/* Main read what thread 1 wrote before it created thread 2: thread 2 depends on that. What main reads later does not count. */
static void creation(void **state) {
  (void)state;
  count = 0;
  put(0, EV_CREATE, 0, 1);
  put(1, EV_WRITE, X, 4);
  put(0, EV_READ, X, 4);
  put(0, EV_CREATE, 0, 2);
  put(1, EV_WRITE, Y, 4);
  put(0, EV_READ, Y, 4);
  put(2, EV_LOCK, LOCK, 0);
  assert_int_equal(degree_of_thread(2), 1);
  assert_int_equal(degree_of_thread(0), 2);
  assert_int_equal(degree_of_thread(1), 0);
  put(0, EV_CREATE, 0, 3); /* it never did anything */
  assert_int_equal(degree_of_thread(3), 2);
}

/* Through two threads; what those read after their writes does not matter. */
static void chain(void **state) {
  (void)state;
  begin(4);
  put(1, EV_WRITE, X, 4);
  put(2, EV_READ, X, 4);
  put(2, EV_WRITE, Y, 4);
  put(2, EV_READ, X, 4);
  put(3, EV_READ, Y, 4);
  assert_int_equal(degree_of_thread(3), 2);
  assert_int_equal(degree_of_thread(2), 2);
  assert_int_equal(degree_of_thread(1), 0);
}

/* ---- random runs, by definition ---- */

static uint64_t seed = 1;
static uint32_t draw(uint32_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % below;
}

static void make_random(void) {
  static const enum event_kind kinds[] = {EV_READ,   EV_WRITE,       EV_ATOMIC_READ,   EV_ATOMIC_WRITE,
                                          EV_BRANCH, EV_ATOMIC_READ, EV_ATOMIC_UPDATE, EV_FREE};
  uint32_t threads = 1;
  count = 0;
  for (uint32_t n = 4 + draw(40); n; n--) {
    uint32_t thread = draw(threads);
    if (threads < 4 && !draw(3))
      put(thread, EV_CREATE, 0, threads++);
    else
      put(thread, kinds[draw(8)], X + draw(20), 1 + draw(10));
  }
}

static bool touches(uint32_t i, uint64_t byte) {
  return byte >= events[i].addr && byte < events[i].addr + events[i].aux;
}
static bool writes(uint32_t i) {
  uint8_t k = events[i].kind;
  return k == EV_WRITE || k == EV_ATOMIC_WRITE || k == EV_ATOMIC_UPDATE || k == EV_FREE;
}
static bool reads(uint32_t i) {
  uint8_t k = events[i].kind;
  return k == EV_READ || k == EV_ATOMIC_READ || k == EV_ATOMIC_UPDATE;
}

/* Is w the last write before r to some byte of it, and another thread's? */
static bool interferes(uint32_t w, uint32_t r) {
  if (w >= r || !writes(w) || !reads(r) || events[w].thread == events[r].thread) return false;
  for (uint64_t byte = events[r].addr; byte < events[r].addr + events[r].aux; byte++) {
    bool is_last = touches(w, byte);
    for (uint32_t i = w + 1; i < r; i++) is_last &= !(writes(i) && touches(i, byte));
    if (is_last) return true;
  }
  return false;
}

static bool is_edge(uint32_t a, uint32_t b) {
  bool is_local = a < b && events[a].thread == events[b].thread;
  bool is_creation = events[a].kind == EV_CREATE && events[a].aux == events[b].thread;
  return is_local || is_creation || interferes(a, b);
}

/* Definition 5.3. */
static uint32_t slow_past(uint32_t sink, bool *is_in) {
  uint32_t degree = 0;
  memset(is_in, 0, EVENTS * sizeof *is_in);
  is_in[sink] = true;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (uint32_t a = 0; a < count; a++)
      for (uint32_t b = 0; b < count && !is_in[a]; b++)
        if (is_in[b] && is_edge(a, b)) is_in[a] = is_changed = true;
  }
  for (uint32_t w = 0; w < count; w++)
    for (uint32_t r = 0; r < count; r++) degree += is_in[w] && is_in[r] && interferes(w, r);
  return degree;
}

static void random_runs(void **state) {
  (void)state;
  bool is_in[EVENTS];
  interferences all = {0};
  for (int round = 0; round < 500; round++) {
    struct causal_scenario c = {0};
    uint32_t edges = 0;
    make_random();
    interferences_read(events, count, &all);
    for (uint32_t w = 0; w < count; w++)
      for (uint32_t r = 0; r < count; r++) edges += interferes(w, r);
    assert_int_equal(all.count, edges);
    for (size_t i = 0; i < all.count; i++) assert_true(interferes(all.at[i].write, all.at[i].read));
    uint32_t sink = draw(count), degree = slow_past(sink, is_in);
    causal_add(&c, events[sink].thread, sink + 1);
    causal_close(&c, events, count, &all);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(causal_has(&c, events, i), is_in[i]);
    assert_int_equal(causal_degree(&c, events, &all), degree);
    causal_free(&c);
  }
  vec_free(&all);
}

/* ---- pictures ---- */

static struct shm *shm_of_events(uint32_t threads, uint32_t failed) {
  struct shm *s = fake_shm();
  fake_global(s, "x<y>&\"z\"", "f.c", 1, X, 4);
  fake_global(s, "m", "f.c", 2, LOCK, 40);
  uint32_t site = fake_site(s, "f.c", "work", 7, 1);
  for (uint32_t i = 0; i < count; i++) {
    events[i].site = site;
    fake_event(s, events[i]);
  }
  s->trace.thread_count = threads;
  s->trace.thread = failed;
  s->trace.end = END_BUG;
  s->trace.kind = BUG_ASSERT;
  return s;
}

static const struct bug assertion = {
    .kind = BUG_ASSERT, .file = "f.c", .line = 8, .function = "work", .message = "a < b && \"c\""};

static size_t edges_of(const struct picture *p, enum picture_edge_kind kind) {
  size_t n = 0;
  for (size_t i = 0; i < p->edges.count; i++) n += p->edges.at[i].kind == kind;
  return n;
}

static void is_sound(const struct picture *p) {
  for (size_t i = 0; i < p->edges.count; i++) {
    const struct picture_edge *e = &p->edges.at[i];
    assert_true(e->from < e->to && e->to < p->nodes.count);
    bool is_same = p->nodes.at[e->from].column == p->nodes.at[e->to].column;
    assert_int_equal(is_same, e->kind == EDGE_LOCAL);
  }
  for (size_t i = 0; i < p->nodes.count; i++) assert_true(p->nodes.at[i].column < p->columns.count);
}

static const char *label(const struct picture *p, size_t node) { return p->nodes.at[node].label; }

static size_t occurrences(const char *text, const char *what) {
  size_t n = 0;
  for (; (text = strstr(text, what)); text += strlen(what)) n++;
  return n;
}

/* Elements are closed in the order in which they were opened. */
static void is_well_formed(const char *xml) {
  const char *open[16];
  size_t depth = 0;
  for (const char *at = strstr(xml, "?>"); (at = strchr(at, '<')); at++) {
    const char *end = strchr(at, '>');
    assert_non_null(end);
    size_t length = strcspn(at + 1, " />");
    if (at[1] == '/') {
      assert_true(depth > 0);
      depth--;
      assert_memory_equal(open[depth], at + 2, strcspn(at + 2, ">"));
    } else if (end[-1] != '/') {
      assert_true(length && depth < 16);
      open[depth++] = at + 1;
    }
  }
  assert_int_equal(depth, 0);
}

static void picture_of_figure_3(void **state) {
  (void)state;
  struct picture p;
  struct buffer b = {0};
  figure_3();
  struct shm *s = shm_of_events(3, 1);
  picture_make(&p, s, NULL, &assertion);
  is_sound(&p);
  assert_int_equal(bug_degree(s, &assertion), 1);
  assert_string_equal(p.title, "assert at f.c:8: 1 interference");
  assert_int_equal(p.columns.count, 3);
  assert_string_equal(p.columns.at[0].title, "thread 0: main");
  assert_int_equal(p.nodes.count, 2 + 17 - 1 + 1); /* but for U's unlock; and the failure */
  assert_int_equal(edges_of(&p, EDGE_INTERFERENCE), 1);
  assert_int_equal(edges_of(&p, EDGE_CREATE), 2);
  assert_string_equal(label(&p, 2), "read x<y>&\"z\" 0");
  assert_string_equal(label(&p, 4), "lock m");
  assert_string_equal(p.nodes.at[4].place, "f.c:7");
  assert_int_equal(p.nodes.at[6].kind, NODE_BRANCH);
  assert_int_equal(vec_last(&p.nodes).kind, NODE_FAILURE);
  assert_string_equal(vec_last(&p.nodes).label, "assert: a < b && \"c\"");

  scenario_svg(&b, &p);
  is_well_formed(buffer_string(&b));
  assert_int_equal(occurrences(b.at, "<path class=\"interference\""), 1);
  assert_non_null(strstr(b.at, ">read x&lt;y&gt;&amp;&quot;z&quot; 0<"));
  buffer_clear(&b);
  scenario_dot(&b, &p);
  assert_int_equal(occurrences(buffer_string(&b), "style=dashed"), 1);
  assert_non_null(strstr(b.at, "label=\"read x<y>&\\\"z\\\" 0\\nf.c:7\""));
  buffer_free(&b);
  picture_free(&p);
  fake_shm_free(s);
}

/* Above 200 events: what is local is folded. */
static void long_runs(void **state) {
  (void)state;
  struct picture p;
  begin(3);
  for (int i = 0; i < 150; i++) put(1, EV_READ, Y, 4);
  put(1, EV_WRITE, X, 4);
  for (int i = 0; i < 150; i++) put(2, EV_READ, Y, 4);
  put(2, EV_READ, X, 4);
  put(2, EV_READ, Y, 4); /* alone: not folded */
  struct shm *s = shm_of_events(3, 2);
  picture_make(&p, s, NULL, &assertion);
  is_sound(&p);
  assert_int_equal(p.nodes.count, 2 + 2 + 3 + 1);
  assert_string_equal(label(&p, 2), "... 150 events");
  assert_int_equal(p.nodes.at[2].kind, NODE_FOLDED);
  assert_string_equal(label(&p, 4), "... 150 events");
  assert_int_equal(p.nodes.at[6].kind, NODE_OPERATION);
  assert_int_equal(edges_of(&p, EDGE_INTERFERENCE), 1);
  picture_free(&p);
  fake_shm_free(s);
}

/* Thousands of interferences: the last ones. */
static void many_interferences(void **state) {
  (void)state;
  struct picture p;
  begin(3);
  for (int i = 0; i < 1000; i++) put(1 + i % 2, EV_ATOMIC_UPDATE, X, 4);
  struct shm *s = shm_of_events(3, 2);
  picture_make(&p, s, NULL, &assertion);
  is_sound(&p);
  assert_int_equal(bug_degree(s, &assertion), 999);
  assert_true(p.nodes.count < 410);
  assert_true(edges_of(&p, EDGE_INTERFERENCE) >= 300);
  assert_string_equal(vec_last(&p.nodes).label, "assert: a < b && \"c\"");
  picture_free(&p);
  fake_shm_free(s);
}

/* It failed before it did anything. */
static void no_events(void **state) {
  (void)state;
  struct picture p;
  begin(3);
  put(1, EV_WRITE, X, 4);
  struct shm *s = shm_of_events(3, 2);
  picture_make(&p, s, NULL, &assertion);
  is_sound(&p);
  assert_int_equal(p.columns.count, 2);
  assert_int_equal(p.nodes.count, 3);
  assert_int_equal(edges_of(&p, EDGE_CREATE), 1);
  assert_int_equal(bug_degree(s, &assertion), 0);
  picture_free(&p);
  fake_shm_free(s);
}

static void deadlock(void **state) {
  (void)state;
  struct bug bug = assertion;
  struct picture p;
  begin(3);
  put(1, EV_LOCK, LOCK, 0);
  put(1, EV_WRITE, X, 4);
  put(2, EV_READ, X, 4);
  struct shm *s = shm_of_events(3, 2);
  shm_waiting(s)[0] = (struct waiting){.thread = 2, .kind = EV_LOCK, .object = LOCK, .holder = 1};
  shm_waiting(s)[1] = (struct waiting){.thread = 0, .kind = EV_JOIN, .holder = 1};
  s->trace.waiting_count = 2;
  s->trace.kind = bug.kind = BUG_DEADLOCK;
  picture_make(&p, s, NULL, &bug);
  is_sound(&p);
  assert_int_equal(bug_degree(s, &bug), 1);
  assert_int_equal(p.nodes.count, 2 + 3 + 2);
  assert_string_equal(label(&p, 5), "waits: lock m");
  assert_string_equal(label(&p, 6), "waits: join thread 1");
  picture_free(&p);
  fake_shm_free(s);
}

/* The run went on after the race: only what the two accesses depend on counts. */
static void race(void **state) {
  (void)state;
  struct bug bug = assertion;
  struct picture p;
  begin(3);
  put(1, EV_WRITE, X, 4);
  put(2, EV_READ, X, 4);
  put(1, EV_WRITE, Y, 4);
  put(2, EV_READ, Y, 4);
  struct shm *s = shm_of_events(3, 0);
  bug.kind = BUG_RACE;
  bug.line = bug.line2 = 9, bug.column = bug.column2 = 1;
  bug.thread = 2, bug.thread2 = 1, bug.file2 = "f.c";
  bug.event2 = 2, bug.event = 3;
  shm_event(s)[2].site = shm_event(s)[3].site = fake_site(s, "f.c", "work", 9, 1);
  picture_make(&p, s, NULL, &bug);
  is_sound(&p);
  assert_int_equal(bug_degree(s, &bug), 1);
  assert_int_equal(p.nodes.count, 4);
  assert_int_equal(p.nodes.at[2].kind, NODE_FAILURE);
  assert_int_equal(p.nodes.at[3].kind, NODE_FAILURE);
  picture_free(&p);
  fake_shm_free(s);
}

/* Nothing is said where it is not known. */
static void unknown(void **state) {
  (void)state;
  struct picture p;
  begin(2);
  struct shm *s = shm_of_events(2, 1);
  s->trace.discovered = 1;
  assert_true(bug_degree(s, &assertion) == INTERFERENCES_UNKNOWN);
  picture_make(&p, s, NULL, &assertion);
  assert_string_equal(p.title, "assert at f.c:8");
  picture_free(&p);
  s->trace.discovered = 0;
  s->trace.thread_count = 1;
  assert_true(bug_degree(s, &assertion) == INTERFERENCES_UNKNOWN);
  fake_shm_free(s);
}

/* What XML cannot hold. */
static void xml_text(void **state) {
  (void)state;
  struct buffer b = {0};
  buffer_xml(&b, "a\xffz\x01\xef\xbf\xbf<\xc3\xa9>", SIZE_MAX);
  assert_string_equal(buffer_string(&b), "a\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd&lt;\xc3\xa9&gt;");
  buffer_clear(&b);
  buffer_xml(&b, "abc", 2);
  assert_string_equal(buffer_string(&b), "ab");
  buffer_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(add_all),       cmocka_unit_test(bytes),
      cmocka_unit_test(wide_accesses), cmocka_unit_test(own_writes),
      cmocka_unit_test(updates),       cmocka_unit_test(fused),
      cmocka_unit_test(creation),      cmocka_unit_test(failed_exchange),
      cmocka_unit_test(chain),         cmocka_unit_test(random_runs),
      cmocka_unit_test(long_runs),     cmocka_unit_test(picture_of_figure_3),
      cmocka_unit_test(no_events),     cmocka_unit_test(many_interferences),
      cmocka_unit_test(deadlock),      cmocka_unit_test(race),
      cmocka_unit_test(unknown),       cmocka_unit_test(xml_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
