/* Who wrote a byte last is kept by words of WORD bytes, in a table.
 *
 * Invariant of a closed causal scenario: with an event it has all events of that thread before
 * it, the creation of the thread, for a join all of the thread that was joined, and for each of
 * its reads the writes that interfere. All of these come earlier in the run, so one pass from
 * its end to its beginning closes it. */
#include "detect/interference.h"
#include "base/check.h"
#include "base/table.h"

#define WORD 8u

struct word {
  uint64_t key;          /* address / WORD */
  uint32_t writer[WORD]; /* 1 + the event; 0: nobody */
};

typedef table(struct word) writers;

/* 1 + the event that wrote this byte last; 0: none. */
static uint32_t last_writer(const writers *w, uint64_t address) {
  const struct word *word = table_find(w, address / WORD);
  return word ? word->writer[address % WORD] : 0;
}

static void set_writer(writers *w, uint64_t address, uint32_t event) {
  table_at(w, address / WORD)->writer[address % WORD] = event + 1;
}

static bool is_read(const struct event *e) {
  return e->kind == EV_READ || e->kind == EV_ATOMIC_READ || e->kind == EV_ATOMIC_UPDATE;
}

static bool is_write(const struct event *e) { return event_is_access(e) && event_effect(e) == EFFECT_WRITE; }

static void add(interferences *out, size_t first, uint32_t write, uint32_t read) {
  check(write < read); /* so one pass closes a scenario */
  for (size_t i = first; i < out->count; i++)
    if (out->at[i].write == write) return;
  vec_push(out, ((struct interference){write, read}));
}

static void read_bytes(const writers *w, const struct event *events, uint32_t read, interferences *out) {
  const struct event *e = &events[read];
  size_t first = out->count;
  for (uint64_t k = 0; k < e->aux; k++) {
    uint32_t writer = last_writer(w, e->addr + k);
    if (writer && events[writer - 1].thread != e->thread) add(out, first, writer - 1, read);
  }
}

void interferences_read(const struct event *events, uint32_t count, interferences *out) {
  writers w = {0};
  vec_clear(out);
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (is_read(e)) read_bytes(&w, events, i, out);
    for (uint64_t k = 0; is_write(e) && k < e->aux; k++) set_writer(&w, e->addr + k, i);
  }
  table_free(&w);
}

void causal_add(struct causal_scenario *c, uint32_t thread, uint32_t end) {
  while (c->end.count <= thread) vec_push(&c->end, 0);
  if (end > c->end.at[thread]) c->end.at[thread] = end;
}

bool causal_has_thread(const struct causal_scenario *c, uint32_t thread) {
  return thread < c->end.count && c->end.at[thread];
}

bool causal_has(const struct causal_scenario *c, const struct event *events, uint32_t event) {
  uint32_t thread = events[event].thread;
  return thread < c->end.count && event < c->end.at[thread];
}

void causal_close(struct causal_scenario *c, const struct event *events, uint32_t count,
                  const interferences *all) {
  size_t next = all->count;
  for (uint32_t i = count; i-- > 0;) {
    const struct event *e = &events[i];
    if (e->kind == EV_CREATE && causal_has_thread(c, e->aux)) causal_add(c, e->thread, i + 1);
    bool is_in = causal_has(c, events, i);
    if (e->kind == EV_JOIN && is_in) causal_add(c, e->aux, i);
    for (; next && all->at[next - 1].read == i; next--)
      if (is_in) causal_add(c, events[all->at[next - 1].write].thread, all->at[next - 1].write + 1);
  }
}

uint32_t causal_degree(const struct causal_scenario *c, const struct event *events,
                       const interferences *all) {
  uint32_t degree = 0;
  for (size_t i = 0; i < all->count; i++) {
    bool is_in = causal_has(c, events, all->at[i].read);
    check(!is_in || causal_has(c, events, all->at[i].write)); /* the scenario is closed */
    degree += is_in;
  }
  return degree;
}

void causal_free(struct causal_scenario *c) { vec_free(&c->end); }
