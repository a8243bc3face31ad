/* The list of visible objects: globals, allocating calls, local variables, or bare addresses. It is
 * in the shared mapping, only grows, and lasts for the campaign; a plan says how many entries are
 * in force. What a run finds is for later runs, so that a run depends on nothing but its plan.
 * Invariant: the first `applied` entries are those that owner cells and tables show. */
#include "base/hash.h"
#include "runtime/state.h"
#include <string.h>

static struct sharing_state *const S = &ST->sharing;

/* Finding. */

static bool is_listed(const struct visible *v) {
  for (uint32_t i = 0; i < TABLES->visible_count; i++) {
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
  tables_lock();
  uint32_t count = TABLES->visible_count;
  bool has_room = count < SHM->limit[LIMIT_VISIBLE];
  if (has_room && !is_listed(&v)) {
    shm_visible(SHM)[count] = v;
    TABLES->visible_count = count + 1;
  }
  tables_unlock();
  if (!has_room) run_end(END_FULL, 0, "too many shared objects");
}

static bool is_in_force(const struct visible *v) {
  for (uint32_t i = 0; i < S->applied; i++)
    if (shm_visible(SHM)[i].kind == v->kind && shm_visible(SHM)[i].id == v->id) return true;
  return false;
}

/* An object in force whose cells are not marked has moved or died: the place itself becomes visible
 * then. */
void visible_discover(uint64_t address) {
  struct visible v = object_at(address);
  list(is_in_force(&v) ? place_at(address) : v);
}

/* Whatever object it is or was. */
void visible_discover_place(uint64_t address) {
  struct visible v = place_at(address);
  if (!is_in_force(&v)) list(v);
}

/* Found when the run is over; false: there is no room for it. */
bool visible_lists_cut(uint64_t address) {
  struct visible v = {VISIBLE_CUT, 0, address};
  if (is_listed(&v)) return true;
  if (TABLES->visible_count + 1 >= SHM->limit[LIMIT_VISIBLE] || S->cut_count >= SHARING_CUTS / 2)
    return false;
  list(v);
  return true;
}

/* Applying. */

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
  uint64_t h = hash_index(pc, 12);
  while (S->visible_pc[h]) h = (h + 1) % SHARING_CALLS;
  if (S->visible_pc_count++ == SHARING_CALLS / 2) run_end(END_FULL, 0, "too many visible allocations");
  S->visible_pc[h] = pc;
}

static void widen_places(uint64_t start, uint64_t end) {
  if (!S->places_end || start < S->places_start) S->places_start = start;
  if (end > S->places_end) S->places_end = end;
}

static void apply(const struct visible *v) {
  uint64_t start, end;
  if (persistent_range(v, &start, &end)) {
    mark(start, end, OWNER_VISIBLE);
    widen_places(start, end);
  }
  if (v->kind == VISIBLE_HEAP) add_call(v->id);
  if (v->kind == VISIBLE_CUT && S->cut_count < SHARING_CUTS) S->cut[S->cut_count++] = v->id;
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
  S->visible_pc_count = S->cut_count = 0;
  S->places_start = S->places_end = 0;
  HOT->has_visible_locals = 0;
  S->applied = 0;
}

/* So many entries of the list. */
void visible_apply(uint32_t wanted) {
  if (wanted > TABLES->visible_count) wanted = TABLES->visible_count;
  if (wanted < S->applied) unapply_all();
  for (; S->applied < wanted; S->applied++) apply(&shm_visible(SHM)[S->applied]);
}

void visible_apply_again(void) {
  uint32_t wanted = S->applied;
  unapply_all();
  visible_apply(wanted);
}

/* Asking. */

bool visible_has_call(uint64_t pc) {
  if (!S->visible_pc_count) return false;
  for (uint64_t h = hash_index(pc, 12); S->visible_pc[h]; h = (h + 1) % SHARING_CALLS)
    if (S->visible_pc[h] == pc) return true;
  return false;
}

bool visible_is_place(uint64_t address) {
  if (address >= S->places_end || address + OWNER_GRANULE <= S->places_start) return false;
  for (uint32_t i = 0; i < S->applied; i++) {
    uint64_t start, end;
    if (!persistent_range(&shm_visible(SHM)[i], &start, &end) || start >= end) continue;
    if (address + OWNER_GRANULE > start && address < end) return true;
  }
  return false;
}
