/* With PLAN_FRESH threads run alone, most of the time, so that no run may show two of them use the
 * same memory. What each of them touches is therefore remembered from run to run, by granule: two
 * threads share a granule if both touched it and one wrote, unless one of them did so before the
 * other thread, or a creator of that thread, was created. What is found to be shared becomes
 * visible as usual (visible.c). So does a granule that one thread accesses and in which another
 * uses a synchronisation object: that would make the access visible or not, depending on which of
 * them comes first.
 *
 * Blocks of visible memory, and where visible accesses begin and end, are remembered too: a block
 * is cut where another thread's access has an edge.
 *
 * Addresses mean the same in every run as far as the paths of their threads are the same; where
 * they are not, memory that nobody shares may be taken for shared, which costs steps but is not
 * wrong.
 * Invariant: an entry only grows. */
#include "base/hash.h"
#include "runtime/state.h"

static struct encounters *all(void) { return &ST->server.shared->encounters; }

/* Was what thread `a` did, when it had created `count` others, over before thread b began? */
static bool is_before(uint32_t a, uint32_t count, uint32_t b) {
  while (b) {
    const struct thread_name *n = &shm_thread(SHM)[b];
    if (n->parent == a) return count <= n->index;
    b = n->parent;
  }
  return false;
}

static bool are_ordered(uint32_t a, uint32_t count_a, uint32_t b, uint32_t count_b) {
  return is_before(a, count_a, b) || is_before(b, count_b, a);
}

/* Counts are + 1; 0: there is no such access. */
static bool meet(const struct encounter *x, uint32_t count_x, const struct encounter *y, uint32_t count_y) {
  return count_x && count_y && !are_ordered(x->thread, count_x - 1, y->thread, count_y - 1);
}

static uint32_t last_access(const struct encounter *e) { return e->written > e->read ? e->written : e->read; }

static bool conflict(const struct encounter *x, const struct encounter *y) {
  return meet(x, x->written, y, last_access(y)) || meet(x, last_access(x), y, y->written) ||
         meet(x, x->used, y, last_access(y)) || meet(x, last_access(x), y, y->used);
}

static uint32_t *head_of(uint64_t granule) {
  uint64_t h = hash_index(granule, 22);
  while (all()->head[h] && all()->at[all()->head[h] - 1].granule != granule) h = (h + 1) % ENCOUNTER_HEADS;
  return &all()->head[h];
}

static struct encounter *entry_of(uint32_t *head, uint64_t granule, uint32_t thread) {
  for (uint32_t i = *head; i; i = all()->at[i - 1].next)
    if (all()->at[i - 1].thread == thread) return &all()->at[i - 1];
  if (all()->count >= SHM->limit[LIMIT_ENCOUNTERS])
    run_end(END_FULL, 0, "too much memory is used by threads");
  struct encounter *e = &all()->at[all()->count];
  *e = (struct encounter){.granule = granule, .next = *head, .thread = (uint16_t)thread};
  *head = ++all()->count;
  return e;
}

static struct encounter *own_entry(uint64_t address) {
  return entry_of(head_of(address / OWNER_GRANULE), address / OWNER_GRANULE, thread_self()->id);
}

static void note(uint16_t *last) {
  uint32_t count = thread_self()->child_count + 1;
  if (count > UINT16_MAX) count = UINT16_MAX;
  if (*last < count) *last = (uint16_t)count;
}

static bool has_conflict(const struct encounter *e) {
  for (uint32_t i = *head_of(e->granule); i; i = all()->at[i - 1].next)
    if (&all()->at[i - 1] != e && conflict(e, &all()->at[i - 1])) return true;
  return false;
}

void encounter_note(uint64_t address, bool is_write) {
  struct encounter *e = own_entry(address);
  note(is_write ? &e->written : &e->read);
  if (has_conflict(e)) visible_discover(address);
}

void encounter_note_sync(uint64_t address) {
  struct encounter *e = own_entry(address);
  note(&e->used);
  if (has_conflict(e) && !visible_is_place(address)) visible_discover_place(address);
}

/* ---- where blocks are cut ---- */

static void note_edge(uint64_t address) {
  struct encounter *e = own_entry(address);
  uint8_t bit = (uint8_t)(1u << address % OWNER_GRANULE);
  if (e->edges & bit) return;
  e->edges |= bit;
  for (uint32_t i = 0; i < all()->block_count; i++) {
    const struct encounter_block *b = &all()->block[i];
    if (b->thread != e->thread && address > b->start && address < b->end) block_cut(address);
  }
}

void encounter_note_edges(uint64_t address, uint64_t size) {
  note_edge(address);
  note_edge(address + size);
}

/* Of a granule, by other threads than this one. */
static uint8_t edges_of_others(uint64_t granule, uint32_t thread) {
  uint8_t edges = 0;
  for (uint32_t i = *head_of(granule); i; i = all()->at[i - 1].next)
    if (all()->at[i - 1].thread != thread) edges |= all()->at[i - 1].edges;
  return edges;
}

static void cut_at_edges(const struct encounter_block *b) {
  uint8_t edges = 0;
  for (uint64_t a = b->start; a < b->end; a++) {
    if (a == b->start || a % OWNER_GRANULE == 0) edges = edges_of_others(a / OWNER_GRANULE, b->thread);
    if (a > b->start && edges >> a % OWNER_GRANULE & 1) block_cut(a);
  }
}

static void cut_both(const struct encounter_block *x, const struct encounter_block *y) {
  if (x->thread == y->thread || x->is_write == y->is_write) return;
  block_cut_both(x->start > y->start ? x->start : y->start, x->end < y->end ? x->end : y->end);
}

static bool is_known(const struct encounter_block *b) {
  for (uint32_t i = 0; i < all()->block_count; i++) {
    const struct encounter_block *x = &all()->block[i];
    if (x->start == b->start && x->end == b->end && x->thread == b->thread && x->is_write == b->is_write)
      return true;
  }
  return false;
}

/* More blocks than fit are not looked at: they may be whole where they should be cut. */
void encounter_note_block(uint64_t address, uint64_t size, bool is_write) {
  struct encounter_block b = {address, address + size, (uint16_t)thread_self()->id, is_write};
  if (size < 2 || is_known(&b)) return;
  if (all()->block_count == ENCOUNTER_BLOCKS) {
    TABLES->has_whole_blocks = 1;
    return;
  }
  cut_at_edges(&b);
  for (uint32_t i = 0; i < all()->block_count; i++) cut_both(&b, &all()->block[i]);
  all()->block[all()->block_count++] = b;
}
