/* Happens-before by vector clocks, with the epochs of FastTrack (Flanagan and Freund, PLDI 2009): an access is compared
 * with the clock of one entry, not with a whole vector.
 *
 * A thread's own entry counts its releases; an access at clock c of thread u happens before everything a thread t does
 * from the moment clock[t][u] >= c. Vectors lie in one array, `clocks`, with room for one entry for each thread of the run;
 * a vector is named by its offset there, 0 being "none yet" (all zeros). Its first word says how many entries have
 * been written, the others are zero: thousands of threads that know little of each other cost little.
 *
 * Memory is cut into granules of 8 bytes. Each that was touched has a slot in a hash table, with the accesses that
 * a later one may race with (struct mark) and the clocks that atomic writes left (struct released). Bytes of a granule
 * are bits of a mask, so everything is exact to the byte. Synchronisation objects have slots too, under their address
 * with SYNC_KEY. A slot, like a thread's number, belongs to the present run if its stamp does: nothing is cleared between
 * runs, nothing is allocated unless a run is larger than all before it.
 *
 * Invariant: of two marks of one byte, neither is both ordered before the other and subsumed by it. Dropping those
 * loses no race but only pairs: whoever races with the dropped one races with the one that stays. Accesses to many granules
 * (`wide`) are kept in a list of their own instead. */
#include "detect/race.h"
#include "base/check.h"
#include "base/vec.h"
#include "wire/layout.h"
#include <string.h>
#include <sys/mman.h>

#define GRANULE 8u
#define WIDE_GRANULES 64u
#define SYNC_KEY (1ull << 63)
#define ATOMIC_SECTIONS (SYNC_KEY | 1) /* the slot of the lock that all atomic sections share */
#define CLOCKS_MAX (1ull << 28)        /* entries */
#define STRIDE 4u                      /* vectors are rounded up to this, so that joins need no odd end */

/* How an access takes part in races, by strength. */
enum part { ATOMIC_READS, ATOMIC_WRITES, READS, WRITES };

/* Two parts race unless both read or both are atomic. */
static const bool races[4][4] = {
    [ATOMIC_READS] = {[WRITES] = true},
    [ATOMIC_WRITES] = {[READS] = true, [WRITES] = true},
    [READS] = {[ATOMIC_WRITES] = true, [WRITES] = true},
    [WRITES] = {[ATOMIC_READS] = true, [ATOMIC_WRITES] = true, [READS] = true, [WRITES] = true},
};
/* covers[a][b]: what races with b races with a. */
static const bool covers[4][4] = {
    [ATOMIC_READS] = {[ATOMIC_READS] = true},
    [ATOMIC_WRITES] = {[ATOMIC_READS] = true, [ATOMIC_WRITES] = true},
    [READS] = {[ATOMIC_READS] = true, [READS] = true},
    [WRITES] = {[ATOMIC_READS] = true, [ATOMIC_WRITES] = true, [READS] = true, [WRITES] = true},
};

struct mark {
  uint8_t part, mask;
  uint16_t thread; /* index in the run */
  uint32_t clock;
  uint32_t event;
  uint32_t next; /* 0: last */
};

struct wide {
  uint64_t first, last; /* bytes */
  struct mark mark;
};

/* What atomic writes of exactly these bytes have made known. */
struct released {
  uint32_t mask, next;
  uint64_t clock;
};

struct slot {
  uint64_t key;
  uint32_t stamp;
  uint32_t marks;    /* memory: newest first */
  uint32_t released; /* memory: list */
  uint32_t pad;
  uint64_t
      clock; /* synchronisation object: what its releases made known; of a barrier: in the present round */
  uint64_t read_clock; /* what giving back read locks made known: only writers learn it */
};

struct actor {
  uint32_t stamp;
  uint16_t index;
  uint64_t round; /* clock of the barrier round it has arrived in */
};

struct race_finder {
  uint32_t stamp;
  uint32_t thread_count, known_count; /* known: threads that have an index */
  uint32_t stride;                    /* room of a vector */
  uint32_t *clocks;
  uint64_t clocks_used;
  struct actor *actors; /* by thread id */
  vec(uint64_t) own;    /* by index: the thread's vector; 0 before it is created */
  struct slot *slots;
  size_t slot_count, slot_used; /* slot_count: power of two */
  vec(struct mark) marks;       /* [0] is no mark */
  vec(struct released) released;
  vec(struct wide) wides;
  bool is_full;
  uint64_t overflows;

  const struct event *events; /* of the run */
  race_wanted *wanted;
  void *context;
  struct race *out;
  bool is_found;
};

struct race_finder *race_finder_open(void) {
  struct race_finder *f = xcalloc(1, sizeof *f);
  f->clocks = mmap(NULL, CLOCKS_MAX * sizeof *f->clocks, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (f->clocks == MAP_FAILED) die("no address space for the clocks of threads: is `ulimit -v` set?");
  f->actors = xcalloc(LAYOUT_THREADS, sizeof *f->actors);
  f->slot_count = 1024;
  f->slots = xcalloc(f->slot_count, sizeof *f->slots);
  return f;
}

void race_finder_close(struct race_finder *f) {
  if (!f) return;
  munmap(f->clocks, CLOCKS_MAX * sizeof *f->clocks);
  free(f->actors);
  free(f->slots);
  vec_free(&f->own);
  vec_free(&f->marks);
  vec_free(&f->released);
  vec_free(&f->wides);
  free(f);
}

uint64_t race_finder_overflows(const struct race_finder *f) { return f->overflows; }

/* ---- clocks ---- */

static uint64_t clock_new(struct race_finder *f) {
  uint64_t at = f->clocks_used;
  if (at + f->stride > CLOCKS_MAX) {
    f->is_full = true;
    return 1; /* any: the run is given up before it matters */
  }
  f->clocks_used += f->stride;
  f->clocks[at] = 0;
  return at;
}

/* width: a multiple of STRIDE, as all of them are. */
static void clock_widen(struct race_finder *f, uint64_t clock, uint32_t width) {
  uint32_t *to = &f->clocks[clock];
  if (*to >= width) return;
  memset(to + 1 + *to, 0, (width - *to) * sizeof *to);
  *to = width;
}

static void clock_join(struct race_finder *f, uint64_t to, uint64_t from) {
  uint32_t width = f->clocks[from];
  clock_widen(f, to, width);
  uint32_t *a = &f->clocks[to + 1];
  const uint32_t *b = &f->clocks[from + 1];
  for (uint32_t i = 0; i < width; i += STRIDE)
    for (uint32_t k = i; k < i + STRIDE; k++) a[k] = a[k] > b[k] ? a[k] : b[k];
}

static void clock_copy(struct race_finder *f, uint64_t to, uint64_t from) {
  memcpy(&f->clocks[to], &f->clocks[from], (1 + f->clocks[from]) * sizeof *f->clocks);
}

static uint32_t clock_entry(const struct race_finder *f, uint64_t clock, uint32_t thread) {
  return thread < f->clocks[clock] ? f->clocks[clock + 1 + thread] : 0;
}

/* ---- threads ---- */

static uint32_t index_of(struct race_finder *f, uint32_t thread) {
  struct actor *a = &f->actors[thread];
  if (a->stamp == f->stamp) return a->index;
  if (f->known_count == f->thread_count) {
    f->is_full = true; /* more threads than the trace says: not one of ours */
    return 0;
  }
  *a = (struct actor){.stamp = f->stamp, .index = (uint16_t)f->known_count++};
  f->own.at[a->index] = clock_new(f);
  clock_widen(f, f->own.at[a->index], a->index / STRIDE * STRIDE + STRIDE);
  f->clocks[f->own.at[a->index] + 1 + a->index] = 1;
  return a->index;
}

static uint64_t own_clock(struct race_finder *f, uint32_t thread) { return f->own.at[thread]; }

/* What follows is later than what was made known. */
static void step_on(struct race_finder *f, uint32_t thread) { f->clocks[f->own.at[thread] + 1 + thread]++; }

static void acquire(struct race_finder *f, uint32_t thread, uint64_t clock) {
  if (clock) clock_join(f, own_clock(f, thread), clock);
}

static void release(struct race_finder *f, uint32_t thread, uint64_t *clock) {
  if (!*clock)
    clock_copy(f, *clock = clock_new(f), own_clock(f, thread));
  else
    clock_join(f, *clock, own_clock(f, thread));
  step_on(f, thread);
}

/* ---- slots ---- */

static size_t slot_start(const struct race_finder *f, uint64_t key) {
  return (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (f->slot_count - 1);
}

static struct slot *slot_probe(struct race_finder *f, uint64_t key) {
  size_t i = slot_start(f, key);
  while (f->slots[i].stamp == f->stamp && f->slots[i].key != key) i = (i + 1) & (f->slot_count - 1);
  return &f->slots[i];
}

static void slots_grow(struct race_finder *f) {
  struct slot *old = f->slots;
  size_t old_count = f->slot_count;
  f->slot_count *= 2;
  f->slots = xcalloc(f->slot_count, sizeof *f->slots);
  for (size_t i = 0; i < old_count; i++)
    if (old[i].stamp == f->stamp) *slot_probe(f, old[i].key) = old[i];
  free(old);
}

/* Valid until the next call. */
static struct slot *slot_of(struct race_finder *f, uint64_t key) {
  struct slot *s = slot_probe(f, key);
  if (s->stamp == f->stamp) return s;
  if (2 * (f->slot_used + 1) > f->slot_count) {
    slots_grow(f);
    s = slot_probe(f, key);
  }
  f->slot_used++;
  *s = (struct slot){.key = key, .stamp = f->stamp};
  return s;
}

static struct slot *sync_slot(struct race_finder *f, uint64_t object) {
  return slot_of(f, object | SYNC_KEY);
}

/* ---- accesses ---- */

static void race_seen(struct race_finder *f, uint32_t first, uint32_t second) {
  struct race r = {first, second};
  if (f->is_found || !f->wanted(f->context, f->events, &r)) return;
  *f->out = r;
  f->is_found = true;
}

/* Compares an earlier access with a new one; true if the new one makes it superfluous (for the bytes they share). */
static bool meet(struct race_finder *f, const struct mark *old, const struct mark *new) {
  bool is_ordered = old->clock <= clock_entry(f, own_clock(f, new->thread), old->thread);
  if (is_ordered) return covers[new->part][old->part];
  if (races[old->part][new->part]) race_seen(f, old->event, new->event);
  return false;
}

static uint32_t mark_new(struct race_finder *f, struct mark m) {
  vec_push(&f->marks, m);
  return (uint32_t)f->marks.count - 1;
}

static void access_granule(struct race_finder *f, uint64_t granule, const struct mark *new) {
  struct slot *s = slot_of(f, granule);
  struct mark *head = &f->marks.at[s->marks];
  /* The same again, nothing in between: there is nothing to learn. */
  if (head->thread == new->thread && head->mask == new->mask && head->part == new->part &&
      head->clock == new->clock && f->events[head->event].site == f->events[new->event].site) {
    head->event = new->event;
    return;
  }
  for (uint32_t *link = &s->marks; *link;) {
    struct mark *old = &f->marks.at[*link];
    if (old->mask & new->mask && meet(f, old, new)) old->mask &= (uint8_t)~new->mask;
    if (old->mask)
      link = &old->next;
    else
      *link = old->next;
  }
  struct mark m = *new;
  m.next = s->marks;
  s->marks = mark_new(f, m);
}

/* Bytes [first, last] of the granule that begins at `start`. */
static uint8_t byte_mask(uint64_t start, uint64_t first, uint64_t last) {
  unsigned from = first > start ? (unsigned)(first - start) : 0;
  unsigned to = last < start + GRANULE - 1 ? (unsigned)(last - start) : GRANULE - 1;
  return (uint8_t)((0xffu >> (GRANULE - 1 - to)) & (0xffu << from));
}

static void meet_wides(struct race_finder *f, uint64_t first, uint64_t last, const struct mark *new) {
  for (size_t i = 0; i < f->wides.count;) {
    struct wide *w = &f->wides.at[i];
    bool overlaps = w->first <= last && first <= w->last;
    bool is_superfluous = overlaps && meet(f, &w->mark, new);
    if (is_superfluous && first <= w->first && w->last <= last)
      *w = vec_pop(&f->wides);
    else
      i++;
  }
}

/* Looks at every slot of the table: wide accesses are rare, tables small. */
static void access_wide(struct race_finder *f, uint64_t first, uint64_t last, const struct mark *new) {
  for (size_t i = 0; i < f->slot_count; i++) {
    struct slot *s = &f->slots[i];
    if (s->stamp != f->stamp || s->key & SYNC_KEY) continue;
    uint64_t start = s->key * GRANULE;
    if (start + GRANULE <= first || start > last) continue;
    uint8_t mask = byte_mask(start, first, last);
    for (uint32_t m = s->marks; m; m = f->marks.at[m].next)
      if (f->marks.at[m].mask & mask) meet(f, &f->marks.at[m], new);
  }
  vec_push(&f->wides, ((struct wide){first, last, *new}));
}

static void access_bytes(struct race_finder *f, uint32_t thread, const struct event *e, enum part part) {
  if (!e->aux) return;
  uint64_t first = e->addr, last = e->addr + e->aux - 1;
  struct mark m = {.part = (uint8_t)part,
                   .thread = (uint16_t)thread,
                   .clock = clock_entry(f, own_clock(f, thread), thread),
                   .event = (uint32_t)(e - f->events)};
  if (f->wides.count) meet_wides(f, first, last, &m);
  if (last / GRANULE - first / GRANULE >= WIDE_GRANULES) {
    access_wide(f, first, last, &m);
    return;
  }
  for (uint64_t g = first / GRANULE; g <= last / GRANULE; g++) {
    m.mask = byte_mask(g * GRANULE, first, last);
    access_granule(f, g, &m);
  }
}

/* ---- atomic accesses as synchronisation ---- */

static void atomic_acquire(struct race_finder *f, uint32_t thread, const struct event *e) {
  uint64_t first = e->addr, last = e->addr + e->aux - 1;
  for (uint64_t g = first / GRANULE; g <= last / GRANULE; g++) {
    uint8_t mask = byte_mask(g * GRANULE, first, last);
    for (uint32_t r = slot_of(f, g)->released; r; r = f->released.at[r].next)
      if (f->released.at[r].mask & mask) acquire(f, thread, f->released.at[r].clock);
  }
}

static struct released *released_of(struct race_finder *f, uint64_t granule, uint32_t mask) {
  struct slot *s = slot_of(f, granule);
  for (uint32_t r = s->released; r; r = f->released.at[r].next)
    if (f->released.at[r].mask == mask) return &f->released.at[r];
  vec_push(&f->released, ((struct released){.mask = mask, .next = s->released}));
  s->released = (uint32_t)f->released.count - 1;
  return &f->released.at[s->released];
}

static void atomic_release(struct race_finder *f, uint32_t thread, const struct event *e) {
  uint64_t first = e->addr, last = e->addr + e->aux - 1;
  for (uint64_t g = first / GRANULE; g <= last / GRANULE; g++)
    release(f, thread, &released_of(f, g, byte_mask(g * GRANULE, first, last))->clock);
}

/* The access itself comes between: it knows what was released before it, and a later plain access of somebody who
 * acquires from it comes after it. */
static void atomic_access(struct race_finder *f, uint32_t thread, const struct event *e) {
  if (!e->aux) return;
  if (e->kind != EV_ATOMIC_WRITE) atomic_acquire(f, thread, e);
  access_bytes(f, thread, e, e->kind == EV_ATOMIC_READ ? ATOMIC_READS : ATOMIC_WRITES);
  if (e->kind != EV_ATOMIC_READ) atomic_release(f, thread, e);
}

/* ---- synchronisation ---- */

static void acquire_from(struct race_finder *f, uint32_t thread, uint64_t key) {
  acquire(f, thread, slot_of(f, key)->clock);
}

static void release_to(struct race_finder *f, uint32_t thread, uint64_t key) {
  release(f, thread, &slot_of(f, key)->clock);
}

static void lock(struct race_finder *f, uint32_t thread, uint64_t object) {
  struct slot *s = sync_slot(f, object);
  acquire(f, thread, s->clock);
  acquire(f, thread, s->read_clock);
}

static void arrive(struct race_finder *f, const struct event *e, uint32_t thread) {
  struct slot *s = sync_slot(f, e->addr);
  if (e->value == 1)
    s->clock = 0; /* a new round; those who have yet to leave the last one remember its clock */
  release(f, thread, &s->clock);
  f->actors[e->thread].round = s->clock;
}

static void create(struct race_finder *f, uint32_t parent, uint32_t child_id) {
  uint32_t child = index_of(f, child_id);
  clock_join(f, own_clock(f, child), own_clock(f, parent));
  step_on(f, parent);
}

static void follow(struct race_finder *f, const struct event *e) {
  uint32_t t = index_of(f, e->thread);
  uint64_t object = e->addr | SYNC_KEY;
  switch (e->kind) {
  case EV_READ: access_bytes(f, t, e, READS); break;
  case EV_WRITE:
  case EV_FREE: access_bytes(f, t, e, WRITES); break;
  case EV_ATOMIC_READ:
  case EV_ATOMIC_WRITE:
  case EV_ATOMIC_UPDATE: atomic_access(f, t, e); break;
  case EV_CREATE: create(f, t, e->aux); break;
  case EV_JOIN: acquire(f, t, own_clock(f, index_of(f, e->aux))); break;
  case EV_LOCK: lock(f, t, e->addr); break;
  case EV_READ_LOCK:
  case EV_SEM_WAIT: acquire_from(f, t, object); break;
  case EV_UNLOCK:
  case EV_SIGNAL:
  case EV_BROADCAST:
  case EV_POST:
  case EV_ONCE_END:
  case EV_CANCEL: release_to(f, t, object); break;
  case EV_READ_UNLOCK: release(f, t, &sync_slot(f, e->addr)->read_clock); break;
  case EV_WAKE:
    if (!e->value) acquire_from(f, t, object);
    break;
  case EV_ONCE_BEGIN:
    if (!e->value) acquire_from(f, t, object);
    break;
  case EV_CANCEL_POINT:
    if (e->value) acquire_from(f, t, object);
    break;
  case EV_BARRIER_ARRIVE: arrive(f, e, t); break;
  case EV_BARRIER_LEAVE: acquire(f, t, f->actors[e->thread].round); break;
  case EV_KEY: acquire_from(f, t, object), release_to(f, t, object); break;
  case EV_ATOMIC_BEGIN: acquire_from(f, t, ATOMIC_SECTIONS); break;
  case EV_ATOMIC_END: release_to(f, t, ATOMIC_SECTIONS); break;
  default: break;
  }
}

/* ---- a run ---- */

static void begin(struct race_finder *f, uint32_t thread_count) {
  if (!++f->stamp) { /* once in 2^32 runs */
    memset(f->slots, 0, f->slot_count * sizeof *f->slots);
    memset(f->actors, 0, LAYOUT_THREADS * sizeof *f->actors);
    f->stamp = 1;
  }
  f->thread_count = thread_count;
  f->stride = 1 + (thread_count + STRIDE - 1) / STRIDE * STRIDE;
  f->known_count = 0;
  f->clocks_used = STRIDE;
  f->slot_used = 0;
  f->marks.count = f->released.count = f->wides.count = 0;
  vec_push(&f->marks, (struct mark){0});
  vec_push(&f->released, (struct released){0});
  vec_reserve(&f->own, thread_count);
  f->is_full = f->is_found = false;
}

bool race_find(struct race_finder *f, const struct event *events, uint32_t event_count, uint32_t thread_count,
               race_wanted *wanted, void *context, struct race *out) {
  if (thread_count < 2 || !event_count) return false;
  begin(f, thread_count);
  f->events = events;
  f->wanted = wanted;
  f->context = context;
  f->out = out;
  index_of(f, 0);
  for (uint32_t i = 0; i < event_count && !f->is_found && !f->is_full; i++)
    if (events[i].kind >= EV_CREATE) follow(f, &events[i]);
  f->overflows += f->is_full;
  return f->is_found;
}
