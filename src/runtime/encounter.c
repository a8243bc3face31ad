/* With PLAN_FRESH threads run alone, most of the time, so that no run may show two of them use the same memory. What each of them touches is
 * therefore remembered from run to run, by granule: two threads that touched one, of which one wrote, share it, unless one of them
 * did so before the other, or a creator of it, was created. What is found to be shared becomes visible as usual (visible.c).
 * So does a granule that one thread accesses and in which another uses a synchronisation object: that would make the access visible or
 * not, depending on which of them comes first.
 *
 * Addresses mean the same in every run as far as the paths of their threads are the same; where they are not, memory that nobody
 * shares may be taken for shared, which costs steps but is not wrong.
 * Invariant: an entry only grows. */
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
  uint64_t h = granule * 0x9e3779b97f4a7c15ull >> 42;
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
