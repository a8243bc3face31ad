/* Which memory is visible, and how that is found out (wire/owner.h has the cells).
 *
 * Segments: a thread's life is cut where it creates or joins a thread; segment a is *before* b if creation and joining
 * alone put it there. `segment` holds the one or two immediate predecessors of each; a search upwards answers, a small cache
 * remembers.
 *
 * A cell keeps the last access only. That is enough as long as the new access conflicts with everything the old one
 * did: it may replace it if the old one is before it. A read after another thread's write is the exception: the
 * write must be remembered too. Such a granule gets a record of its own in `record` (its cell: OWNER_RECORD), with the
 * last write and the reads since, until an ordered write simplifies it again.
 *
 * An access that conflicts with one that is not before it makes its object visible: from the next run on, so that a run
 * depends on nothing but its plan. Objects are globals, allocating calls, local variables, or bare addresses.
 *
 * Invariant: between runs every cell is 0, but for the visible globals and places, which are OWNER_VISIBLE. */
#include "runtime/state.h"
#include <string.h>
#include <sys/mman.h>

#define OWNER_RECORD ((owner_cell)0xfffe)
enum { LINE = 32 }; /* owner cells in a line of the dirty list: 64 bytes */

static struct sharing_state *const S = &ST->sharing;

/* Segments. */

static uint16_t new_segment(uint16_t after, uint16_t and_after) {
  uint32_t tag = 2 * ++S->segment_count;
  if (tag >= OWNER_TAG_MAX) run_end(END_FULL, 0, "too many threads created and joined in one run");
  S->segment[tag / 2] = (struct segment){{after, and_after}};
  return (uint16_t)tag;
}

static bool search(uint16_t from, uint16_t to) {
  uint32_t count = 0, seen = 0;
  bool found = false;
  S->search[count++] = to;
  S->reached[to / 2] = 1;
  while (seen < count && !found) {
    const struct segment *s = &S->segment[S->search[seen++] / 2];
    for (int k = 0; k < 2; k++) {
      uint16_t a = s->after[k];
      found |= a == from;
      if (a < from || S->reached[a / 2]) continue; /* numbers grow: what is older cannot lead there */
      S->reached[a / 2] = 1;
      S->search[count++] = a;
    }
  }
  for (uint32_t i = 0; i < count; i++) S->reached[S->search[i] / 2] = 0;
  return found;
}

static bool is_before(uint16_t from, uint16_t to) {
  if (from == to || !from) return true;
  if (from > to) return false;
  unsigned h = (from * 31u + to) % SHARING_CACHE;
  if (S->cache[h].from == from && S->cache[h].to == to) return S->cache[h].is_before;
  bool answer = search(from, to);
  S->cache[h].from = from;
  S->cache[h].to = to;
  return S->cache[h].is_before = answer;
}

void sharing_created(struct thread *parent, struct thread *child) {
  uint16_t before = parent->tag;
  child->tag = new_segment(before, before);
  parent->tag = new_segment(before, before);
  S->is_alone = false;
  HOT->tag = parent->tag;
}

void sharing_joined(struct thread *by, const struct thread *ended) {
  by->tag = new_segment(by->tag, ended->tag);
  S->joined++;
  S->is_alone = ST->sched.alive_count == 1 && S->joined + 1 == ST->sched.thread_count;
  HOT->tag = by->tag;
}

/* Cells. */

static uint64_t line_of(const owner_cell *o) { return align_down((uint64_t)o, LINE * sizeof *o); }

static void note_dirty(const owner_cell *o) {
  uint64_t line = line_of(o);
  if (S->dirty_count && S->dirty_count <= SHARING_DIRTY_MAX && S->dirty[S->dirty_count - 1] == line) return;
  if (S->dirty_count < SHARING_DIRTY_MAX) S->dirty[S->dirty_count] = line;
  if (S->dirty_count <= SHARING_DIRTY_MAX) S->dirty_count++;
}

static void set(owner_cell *o, owner_cell value) {
  note_dirty(o);
  *o = value;
}

static void set_range(uint64_t start, uint64_t size, owner_cell value) {
  if (!size) return;
  owner_cell *first = owner_of((void *)start), *last = owner_of((void *)(start + size - 1));
  for (owner_cell *o = first; o <= last; o++) {
    if (o == first || line_of(o) != line_of(o - 1)) note_dirty(o);
    *o = value;
  }
}

/* Objects. */

static bool is_listed(const struct visible *v) {
  for (uint32_t i = 0; i < SHM->visible_count; i++) {
    const struct visible *w = &shm_visible(SHM)[i];
    if (w->kind == v->kind && w->id == v->id) return true;
  }
  return false;
}

static struct visible place_at(uint64_t address) {
  return (struct visible){VISIBLE_PLACE, OWNER_GRANULE, align_down(address, OWNER_GRANULE)};
}

static struct visible object_at(uint64_t address) {
  const struct block *b = heap_find(address);
  if (b && b->alloc_pc) return (struct visible){VISIBLE_HEAP, 0, b->alloc_pc};
  const struct raddle_local *local = memory_local_at(address);
  if (local) return (struct visible){VISIBLE_LOCAL, 0, program_local_index(local)};
  const struct raddle_global *g = program_global_before(address);
  if (g && address < (uint64_t)g->address + g->size)
    return (struct visible){VISIBLE_GLOBAL, 0, program_global_index(g)};
  return place_at(address);
}

static void list(struct visible v) {
  SHM->trace.discovered++;
  if (is_listed(&v)) return;
  if (SHM->visible_count == SHM_VISIBLE_MAX) run_end(END_FULL, 0, "too many shared objects");
  shm_visible(SHM)[SHM->visible_count++] = v;
}

static bool is_in_force(const struct visible *v) {
  for (uint32_t i = 0; i < S->applied; i++)
    if (shm_visible(SHM)[i].kind == v->kind && shm_visible(SHM)[i].id == v->id) return true;
  return false;
}

/* An object in force whose cells are not marked has moved or died: the place itself is taken then. */
static void discover(uint64_t address) {
  struct visible v = object_at(address);
  list(is_in_force(&v) ? place_at(address) : v);
}

/* Records. */

static struct shared_record *record_of(uint64_t granule) {
  uint64_t h = granule * 0x9e3779b97f4a7c15ull >> 48;
  for (unsigned tries = 0; tries < 64; tries++, h = (h + 1) % SHARING_RECORDS) {
    struct shared_record *r = &S->record[h];
    if (r->granule == granule && r->run == S->run) return r;
    if (r->run == S->run) continue;
    *r = (struct shared_record){.granule = granule, .run = S->run};
    return r;
  }
  return NULL;
}

static bool record_read(struct shared_record *r, uint16_t tag) {
  uint32_t kept = 0;
  if (!is_before(r->writer, tag)) return false;
  for (uint32_t i = 0; i < r->count; i++) {
    if (r->reader[i] == tag) return true;
    if (!is_before(r->reader[i], tag)) r->reader[kept++] = r->reader[i];
  }
  r->count = kept;
  if (kept == SHARED_READERS) return false;
  r->reader[r->count++] = tag;
  return true;
}

static bool record_write(const struct shared_record *r, uint16_t tag) {
  bool ok = is_before(r->writer, tag);
  for (uint32_t i = 0; i < r->count; i++) ok &= is_before(r->reader[i], tag);
  return ok;
}

/* An access that the cell does not plainly allow. */

static void claim_recorded(owner_cell *o, uint64_t address, bool is_write) {
  struct shared_record *r = record_of(address / OWNER_GRANULE);
  bool ok = r && (is_write ? record_write(r, HOT->tag) : record_read(r, HOT->tag));
  if (!ok) discover(address);
  if (is_write || !ok) *o = HOT->tag;
}

static void claim_foreign(owner_cell *o, uint64_t address, bool is_write) {
  uint16_t tag = HOT->tag, owner = *o & ~1u;
  bool was_written = !(*o & 1);
  if (!is_before(owner, tag)) {
    if (is_write || was_written) {
      discover(address);
      set(o, tag);
    } else {
      set(o, OWNER_READ_SHARED);
    }
    return;
  }
  if (is_write || !was_written) return set(o, is_write ? tag : tag | 1);
  struct shared_record *r = record_of(address / OWNER_GRANULE);
  if (!r) return discover(address);
  *r = (struct shared_record){r->granule, r->run, owner, 1, {tag}};
  set(o, OWNER_RECORD);
}

static void claim(owner_cell *o, uint64_t address, bool is_write) {
  uint16_t tag = HOT->tag;
  owner_cell m = *o;
  if (m == 0 || S->is_alone || (m & ~1u) == tag) return set(o, is_write ? tag : m == tag ? tag : tag | 1);
  if (m == OWNER_RECORD) return claim_recorded(o, address, is_write);
  if (m != OWNER_READ_SHARED) return claim_foreign(o, address, is_write);
  if (!is_write) return;
  discover(address);
  set(o, tag);
}

/* Accesses. */

static uint64_t value_at(const void *p, uint64_t size) {
  uint64_t value = 0;
  switch (size) { /* the usual sizes without a call */
  case 1: return *(const uint8_t *)p;
  case 4: return memcpy(&value, p, 4), value;
  case 8: return memcpy(&value, p, 8), value;
  default: return memcpy(&value, p, size < 8 ? size : 8), value;
  }
}

static bool is_free_access(void) { return !run_active || !HOT->tag; }

/* Most data is concrete: a quick look first. */
expr_id sharing_expr(const void *p, uint64_t size, uint64_t value) {
  const shadow_cell *cell = shadow_of(p);
  shadow_cell any = 0;
  for (uint64_t i = 0; i < size && i < 8; i++) any |= cell[i];
  return any && size <= 8 && !shadow_poisoned(p, size) ? shadow_load(p, size, value) : 0;
}

static void read_event(const void *p, uint64_t size, site_ref site) {
  sched_access_point(EV_READ, p, site);
  uint64_t value = value_at(p, size);
  expr_id e = sharing_expr(p, size, value);
  if (thread_self()->spin.head) spin_note_read((uint64_t)p, size, value, e);
  sched_access(EV_READ, p, size, value, e, site);
}

static void write_event(const void *p, uint64_t size, uint64_t value, expr_id e, site_ref site) {
  sched_access_point(EV_WRITE, p, site);
  thread_self()->spin.is_dirty = true;
  sched_access(EV_WRITE, p, size, value, e, site);
}

HOOK_SLOW void __raddle_read_slow(const void *p, uint32_t size, const struct raddle_site *site) {
  if (is_free_access()) return;
  owner_cell *o = owner_of(p);
  if (*o == OWNER_VISIBLE)
    read_event(p, size, site);
  else
    claim(o, (uint64_t)p, false);
}

HOOK_SLOW void __raddle_write_slow(void *p, uint32_t size, uint64_t value, uint32_t sv,
                                   const struct raddle_site *site) {
  if (is_free_access()) return;
  owner_cell *o = owner_of(p);
  if (*o == OWNER_VISIBLE)
    write_event(p, size, value, sv, site);
  else
    claim(o, (uint64_t)p, true);
}

/* True if some of it is visible; the rest is claimed. */
static bool touch_range(const void *p, uint64_t size, bool is_write) {
  uint64_t end = (uint64_t)p + size;
  bool is_visible = false;
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < end; a += OWNER_GRANULE) {
    owner_cell *o = owner_of((void *)a);
    if (*o == OWNER_VISIBLE)
      is_visible = true;
    else if (is_write ? !owner_lets_write(*o, HOT->tag) : !owner_lets_read(*o, HOT->tag))
      claim(o, a < (uint64_t)p ? (uint64_t)p : a, is_write);
  }
  return is_visible;
}

HOOK_SLOW void __raddle_read_range_slow(const void *p, uint64_t size, const struct raddle_site *site) {
  if (is_free_access() || !size) return;
  if (touch_range(p, size, false)) read_event(p, size, site);
}

/* One step of two events: nobody changes the source between reading and writing. */
HOOK_SLOW void __raddle_copy_range_slow(void *to, const void *from, uint64_t size,
                                        const struct raddle_site *site) {
  if (is_free_access() || !size) return;
  bool reads = touch_range(from, size, false), writes = touch_range(to, size, true);
  if (reads) read_event(from, size, site);
  if (!writes) return;
  if (!reads) sched_access_point(EV_WRITE, to, site);
  thread_self()->spin.is_dirty = true;
  uint64_t value = value_at(from, size);
  sched_access(EV_WRITE, to, size, value, sharing_expr(from, size, value), site);
  if (reads) shm_event(SHM)[SHM->trace.event_count - 1].taken |= EVENT_BOUND;
}

HOOK_SLOW void __raddle_write_range_slow(void *p, uint64_t size, const struct raddle_site *site) {
  if (is_free_access() || !size) return;
  if (touch_range(p, size, true)) write_event(p, size, 0, 0, site);
}

void __raddle_touch(const void *p, size_t size, int is_write) {
  if (is_write)
    __raddle_write_range_slow((void *)p, size, HOT->site);
  else
    __raddle_read_range_slow(p, size, HOT->site);
}

/* Atomics are always visible once there are threads. What they touch becomes so for plain accesses of this run too, so
 * that these need no discovery. */

static uint64_t rmw_value(uint32_t op, uint32_t width, uint64_t old, uint64_t operand) {
  int64_t a = expr_signed(old, width), b = expr_signed(operand, width);
  switch (op) {
  case EX_ADD: return old + operand;
  case EX_SUB: return old - operand;
  case EX_AND: return old & operand;
  case EX_OR: return old | operand;
  case EX_XOR: return old ^ operand;
  case RMW_NAND: return ~(old & operand);
  case RMW_MAX: return a > b ? old : operand;
  case RMW_MIN: return a < b ? old : operand;
  case RMW_UMAX: return old > operand ? old : operand;
  case RMW_UMIN: return old < operand ? old : operand;
  default: return operand;
  }
}

static void make_visible(const void *p, uint64_t size) {
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < (uint64_t)p + size; a += OWNER_GRANULE) {
    owner_cell *o = owner_of((void *)a);
    if (*o == OWNER_VISIBLE) continue;
    if (*o) discover((uint64_t)p); /* by plain accesses, which were no events: the cell would forget them */
    set(o, OWNER_VISIBLE);
  }
}

HOOK_SLOW void __raddle_atomic_slow(void *p, uint32_t size, uint32_t what, uint32_t op, uint64_t a,
                                    uint64_t b, uint32_t sa, const struct raddle_site *site) {
  if (is_free_access()) return;
  make_visible(p, size);
  sched_access_point(what == ATOMIC_LOAD ? EV_ATOMIC_READ : EV_ATOMIC_UPDATE, p, site);
  memory_check(p, size, what != ATOMIC_LOAD, site);
  unsigned width = size < 8 ? 8 * size : 64;
  uint64_t old = value_at(p, size), mask = expr_mask(width), now = old;
  enum event_kind kind = EV_ATOMIC_UPDATE;
  if (what == ATOMIC_LOAD || (what == ATOMIC_CMPXCHG && old != (a & mask))) kind = EV_ATOMIC_READ;
  if (what == ATOMIC_STORE) kind = EV_ATOMIC_WRITE, now = a & mask;
  if (what == ATOMIC_RMW) now = rmw_value(op, width, old, a & mask) & mask;
  if (what == ATOMIC_CMPXCHG && kind == EV_ATOMIC_UPDATE) now = b & mask;
  if (kind == EV_ATOMIC_WRITE || now != old)
    thread_self()->spin.is_dirty = true;
  else
    spin_note_read((uint64_t)p, size, old, sharing_expr(p, size, old));
  sched_access(kind, p, size, now, kind == EV_ATOMIC_READ ? sharing_expr(p, size, old) : sa, site);
}

HOOK_SLOW void __raddle_atomic_begin_slow(const struct raddle_site *site) {
  if (is_free_access()) return;
  HOT->site = site;
  struct thread *t = thread_self();
  if (!t->fused) {
    sched_point(EV_ATOMIC_BEGIN, 0, NULL);
    sched_done(EV_ATOMIC_BEGIN, 0, 0, 0);
  }
  t->fused++;
}

HOOK_SLOW void __raddle_atomic_end_slow(const struct raddle_site *site) {
  if (is_free_access()) return;
  HOT->site = site;
  struct thread *t = thread_self();
  if (t->fused == 1) sched_done(EV_ATOMIC_END, 0, 0, 0);
  if (t->fused) t->fused--;
}

/* Blocks and locals. */

static bool is_visible_call(uint64_t pc) {
  if (!S->visible_pc_count) return false;
  for (uint64_t h = pc * 0x9e3779b97f4a7c15ull >> 52; S->visible_pc[h]; h = (h + 1) % SHARING_CALLS)
    if (S->visible_pc[h] == pc) return true;
  return false;
}

void sharing_allocated(uint64_t start, uint64_t size, uint64_t pc) {
  if (is_visible_call(pc))
    set_range(start, size, OWNER_VISIBLE);
  else if (SHM->reuse_memory)
    set_range(start, size, 0);
}

void sharing_freed(uint64_t start, uint64_t size) {
  if (is_free_access() || !size || !touch_range((void *)start, size, true)) return;
  sched_access_point(EV_FREE, (void *)start, HOT->site);
  thread_self()->spin.is_dirty = true;
  sched_access(EV_FREE, (void *)start, size, 0, 0, HOT->site);
}

static bool is_persistent(uint64_t address);

/* A new local lies where others were. Threads that still use those are told by their cells: nobody knows the object any
 * more, so the place is taken. */
HOOK_SLOW void __raddle_local_slow(const void *p, uint64_t size, const struct raddle_local *local) {
  if (!run_active || !local) return;
  bool is_visible = S->visible_local[program_local_index(local)];
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < (uint64_t)p + size; a += OWNER_GRANULE) {
    owner_cell *o = owner_of((void *)a);
    if (*o == (is_visible ? OWNER_VISIBLE : 0) || is_persistent(a)) continue;
    bool is_foreign = *o != OWNER_VISIBLE && *o && (*o >= OWNER_RECORD || !is_before(*o & ~1u, HOT->tag));
    if (is_visible && is_foreign) list(place_at(a));
    if (is_visible || *o == OWNER_VISIBLE) set(o, is_visible ? OWNER_VISIBLE : 0);
  }
}

/* The visible list, applied. */

static bool persistent_range(const struct visible *v, uint64_t *start, uint64_t *end) {
  if (v->kind == VISIBLE_PLACE) return *start = v->id, *end = v->id + v->size, true;
  if (v->kind != VISIBLE_GLOBAL || v->id >= SHM->global_count) return false;
  const struct program_global *g = &shm_global(SHM)[v->id];
  return *start = g->address, *end = g->address + g->size, true;
}

static void mark(uint64_t start, uint64_t end, owner_cell value) {
  if (start >= end) return;
  for (owner_cell *o = owner_of((void *)start); o <= owner_of((void *)(end - 1)); o++) *o = value;
}

static void add_call(uint64_t pc) {
  uint64_t h = pc * 0x9e3779b97f4a7c15ull >> 52;
  while (S->visible_pc[h]) h = (h + 1) % SHARING_CALLS;
  if (S->visible_pc_count++ == SHARING_CALLS / 2) run_end(END_FULL, 0, "too many visible allocations");
  S->visible_pc[h] = pc;
}

static void apply(const struct visible *v) {
  uint64_t start, end;
  if (persistent_range(v, &start, &end)) mark(start, end, OWNER_VISIBLE);
  if (v->kind == VISIBLE_HEAP) add_call(v->id);
  if (v->kind == VISIBLE_LOCAL && v->id < SHM_SITE_MAX) S->visible_local[v->id] = HOT->has_visible_locals = 1;
}

static void unapply_all(void) {
  for (uint32_t i = 0; i < S->applied; i++) {
    const struct visible *v = &shm_visible(SHM)[i];
    uint64_t start, end;
    if (persistent_range(v, &start, &end)) mark(start, end, 0);
    if (v->kind == VISIBLE_LOCAL && v->id < SHM_SITE_MAX) S->visible_local[v->id] = 0;
  }
  memset(S->visible_pc, 0, sizeof S->visible_pc);
  S->visible_pc_count = 0;
  HOT->has_visible_locals = 0;
  S->applied = 0;
}

void sharing_begin(void) {
  uint32_t wanted = SHM->plan.visible_count;
  if (wanted > SHM->visible_count) wanted = SHM->visible_count;
  if (wanted < S->applied) unapply_all();
  for (; S->applied < wanted; S->applied++) apply(&shm_visible(SHM)[S->applied]);
  S->segment_count = S->joined = 0;
  S->is_alone = false;
  S->run++;
}

/* Ending a run. */

static bool is_persistent(uint64_t address) {
  for (uint32_t i = 0; i < S->applied; i++) {
    uint64_t start, end;
    if (!persistent_range(&shm_visible(SHM)[i], &start, &end) || start >= end) continue;
    if (address + OWNER_GRANULE > start && address < end) return true;
  }
  return false;
}

static void clear_line(owner_cell *line) {
  for (unsigned i = 0; i < LINE; i++) {
    uint64_t address = (uint64_t)(line + i - (owner_cell *)LAYOUT_OWNERS) * OWNER_GRANULE;
    if (line[i] && (line[i] != OWNER_VISIBLE || !is_persistent(address))) line[i] = 0;
  }
}

void sharing_reset(void) {
  if (S->segment_count) memset(S->cache, 0, sizeof S->cache);
  if (S->dirty_count <= SHARING_DIRTY_MAX) {
    for (uint32_t i = 0; i < S->dirty_count; i++) clear_line((owner_cell *)S->dirty[i]);
  } else {
    uint32_t applied = S->applied;
    madvise((void *)LAYOUT_OWNERS, LAYOUT_OWNERS_SIZE, MADV_DONTNEED);
    unapply_all();
    while (S->applied < applied) apply(&shm_visible(SHM)[S->applied++]);
  }
  S->dirty_count = 0;
}
