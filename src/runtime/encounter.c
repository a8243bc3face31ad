/* With PLAN_FRESH threads run alone, most of the time, so that no run may show two of them use the same memory. What each of them touches is
 * therefore remembered from run to run, by granule: two threads that touched one, of which one wrote, share it, unless one of them
 * did so before the other, or a creator of it, was created. What is found to be shared becomes visible as usual (visible.c).
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
static bool conflict(const struct encounter *x, const struct encounter *y) {
  uint32_t a = x->thread, b = y->thread;
  if (x->written && y->written && !are_ordered(a, x->written - 1u, b, y->written - 1u)) return true;
  if (x->written && y->read && !are_ordered(a, x->written - 1u, b, y->read - 1u)) return true;
  return x->read && y->written && !are_ordered(a, x->read - 1u, b, y->written - 1u);
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

void encounter_note(uint64_t address, bool is_write) {
  const struct thread *t = thread_self();
  uint32_t *head = head_of(address / OWNER_GRANULE), count = t->child_count + 1;
  struct encounter *e = entry_of(head, address / OWNER_GRANULE, t->id);
  uint16_t *last = is_write ? &e->written : &e->read;
  if (count > UINT16_MAX) count = UINT16_MAX;
  if (*last < count) *last = (uint16_t)count;
  for (uint32_t i = *head; i; i = all()->at[i - 1].next) {
    const struct encounter *other = &all()->at[i - 1];
    if (other == e || !conflict(e, other)) continue;
    visible_discover(address);
    return;
  }
}
