/* Copies and fills of blocks of visible memory: struct assignment, memcpy, memmove, memset and what
 * the library models make of them.
 *
 * A block is as many steps as it has parts that somebody can tell apart. Where it is cut is found
 * out as shared memory is: a run that sees another thread's access begin or end inside of a block
 * lists that place (VISIBLE_CUT), and the exploration starts again with blocks cut there. A thread
 * that copies a block into private memory looks at the parts there, which is not seen: so where one
 * thread reads a block and another writes it, both accesses are cut into words. Of each part first
 * the source is read, in one step, then the destination written, in another; what only one thread
 * knows is no step. Parts are copied by the hook, so the program's own instruction must do no harm
 * afterwards: it copies the destination to itself, or fills `scratch`.
 *
 * With PLAN_FRESH threads run alone, so who tells parts apart is remembered from run to run
 * (encounter.c). Of symbolic operands it is decided before which bytes the block is
 * (wire/hooks.def, range). */
#include "runtime/build.h"
#include "runtime/state.h"
#include <string.h>

static struct sharing_state *const S = &ST->sharing;

enum { PART_MAX = 4096 };
static char *const scratch = ST->scratch;

bool block_is_scratch(const void *p) { return p == scratch; }

static uint64_t first_word(const void *p, uint64_t size) {
  uint64_t value = 0;
  memcpy(&value, p, size < 8 ? size : 8);
  return value;
}

/* ---- where blocks are cut ---- */

static bool has_cut_inside(uint64_t start, uint64_t end) {
  for (uint32_t i = 0; i < S->cut_count; i++)
    if (S->cut[i] > start && S->cut[i] < end) return true;
  return false;
}

static void note_fresh(uint64_t address, uint64_t size, bool is_write) {
  if (has_cut_inside(address, address + size)) TABLES->has_whole_blocks = 1;
  encounter_note_block(address, size, is_write);
}

/* More blocks than fit are not looked at: they may be whole where they should be cut. */
void block_note(const void *p, uint64_t size, bool is_write) {
  if (fresh_is_on()) return note_fresh((uint64_t)p, size, is_write);
  if (S->block_count < SHARING_BLOCKS)
    S->block[S->block_count++] = SHM->trace.event_count - 1;
  else
    TABLES->has_whole_blocks = 1;
}

static uint64_t cut_after(const char *p, uint64_t done, uint64_t size) {
  uint64_t best = size;
  for (uint32_t i = 0; i < S->cut_count; i++) {
    uint64_t offset = S->cut[i] - (uint64_t)p; /* huge if it lies before */
    if (offset > done && offset < best) best = offset;
  }
  return best;
}

static bool is_inside(const struct event *block, uint64_t address) {
  return address > block->addr && address < block->addr + block->aux;
}

static bool is_in_force(uint64_t cut) {
  for (uint32_t i = 0; i < S->cut_count; i++)
    if (S->cut[i] == cut) return true;
  return false;
}

/* A cut that is in force but did not cut the block, or that cannot be listed: the block is one step
 * although others can tell its parts apart. Without races no thread notices; the explorer knows
 * whether there are races. With PLAN_FRESH the block may be of an earlier run, before the cut was
 * known: note_fresh() looks at those of this one. */
void block_cut(uint64_t address) {
  bool is_late = !fresh_is_on() && is_in_force(address);
  if (is_late || !visible_lists_cut(address)) TABLES->has_whole_blocks = 1;
}

static void cut_at(const struct event *block, uint64_t address) {
  if (is_inside(block, address)) block_cut(address);
}

static void cut_by(const struct event *block, const struct event *e) {
  if (!event_is_access(e) || e->kind == EV_FREE || e->thread == block->thread) return;
  cut_at(block, e->addr);
  cut_at(block, e->addr + e->aux);
}

enum { WORD = 4, WORDS_MAX = 8 };

/* How many bytes are copied at a time? The parts of a word that others do not access are not cut
 * further. */
static uint64_t unit_of(uint64_t start, uint64_t size) {
  if (size > WORD) return WORD;
  bool is_at_once = !(size & (size - 1)) && !(start & (size - 1));
  return is_at_once || is_in_force(start) || is_in_force(start + size) ? WORD : 1;
}

/* What one thread reads as a block and another writes as one, word by word; more than a few
 * words are left whole. */
void block_cut_both(uint64_t start, uint64_t end) {
  if (start >= end) return;
  if (end - start > WORDS_MAX * WORD) {
    TABLES->has_whole_blocks = 1;
    return;
  }
  uint64_t unit = unit_of(start, end - start);
  for (uint64_t at = (start / unit + 1) * unit; at < end; at += unit) block_cut(at);
}

static void cut_both(const struct event *read, const struct event *write) {
  if (read->kind != EV_READ || write->kind != EV_WRITE || read->thread == write->thread) return;
  uint64_t ends[] = {read->addr + read->aux, write->addr + write->aux};
  block_cut_both(read->addr > write->addr ? read->addr : write->addr, ends[0] < ends[1] ? ends[0] : ends[1]);
}

void sharing_end(void) {
  uint32_t count = SHM->trace.event_count + SHM->trace.ghost_count;
  const struct event *e = shm_event(SHM);
  if (TABLES->has_fresh) return;
  for (uint32_t i = 0; i < S->block_count; i++) {
    if (S->block[i] >= count) continue;
    for (uint32_t k = 0; k < count; k++) cut_by(&e[S->block[i]], &e[k]);
    for (uint32_t k = 0; k < S->block_count; k++)
      if (S->block[k] < count) cut_both(&e[S->block[i]], &e[S->block[k]]);
  }
}

/* ---- copies ---- */

struct copy {
  char *to;
  const char *from;
  bool reads, writes; /* the source, the destination is visible */
  site_ref site;
};

static void put(const struct copy *c, const void *from, uint64_t size) {
  memory_check(c->to, size, true, c->site);
  memcpy(c->to, from, size);
  shadow_copy(c->to, from, size);
}

static void write_part(const struct copy *c, const void *from, uint64_t size) {
  uint64_t value = first_word(from, size);
  sharing_write_block(c->to, size, value, sharing_expr(from, size, value), c->site);
  put(c, from, size);
}

/* Others may come between reading and writing: what was read is kept. */
static __attribute__((noinline)) void copy_by_hand(const struct copy *c, uint64_t size) {
  char kept[PART_MAX];
  sharing_read_event(c->from, size, c->site);
  block_note(c->from, size, false);
  memory_check(c->from, size, false, c->site);
  memcpy(kept, c->from, size);
  shadow_copy(kept, c->from, size);
  write_part(c, kept, size);
  shadow_clear(kept, size);
}

static void copy_part(const struct copy *c, uint64_t size) {
  if (c->reads && c->writes) return copy_by_hand(c, size);
  if (c->writes) {
    memory_check(c->from, size, false, c->site);
    return write_part(c, c->from, size);
  }
  sharing_read_event(c->from, size, c->site);
  block_note(c->from, size, false);
  memory_check(c->from, size, false, c->site);
  put(c, c->from, size);
}

static uint64_t part_after(const struct copy *c, uint64_t done, uint64_t size) {
  uint64_t a = c->reads ? cut_after(c->from, done, size) : size,
           b = c->writes ? cut_after(c->to, done, size) : size;
  uint64_t end = a < b ? a : b;
  return c->reads && c->writes && end > done + PART_MAX ? done + PART_MAX : end;
}

static void copy_in_parts(const struct copy *whole, uint64_t size) {
  for (uint64_t done = 0, end; done < size; done = end) {
    struct copy part = *whole;
    end = part_after(whole, done, size);
    part.to += done;
    part.from += done;
    copy_part(&part, end - done);
  }
}

/* One step of two events: nobody changes the source between reading and writing. */
static void record_copy(const struct copy *c, uint64_t size) {
  if (c->reads) {
    sharing_read_event(c->from, size, c->site);
    block_note(c->from, size, false);
  }
  if (!c->writes) return;
  if (!c->reads) sched_access_point(EV_WRITE, c->to, c->site);
  thread_self()->spin.is_dirty = true;
  if (fresh_is_on()) {
    fresh_write_range(EV_WRITE, c->to, size, c->reads, c->site);
  } else {
    uint64_t value = first_word(c->from, size);
    sched_access(EV_WRITE, c->to, size, value, sharing_expr(c->from, size, value), c->site);
    if (c->reads) shm_event(SHM)[SHM->trace.event_count - 1].taken |= EVENT_BOUND;
  }
  block_note(c->to, size, true);
  sync_overwritten(c->to, size);
}

static bool is_apart(const char *a, const char *b, uint64_t size) { return a + size <= b || b + size <= a; }

/* Parts make a difference, and can be done here. */
static bool wants_parts(const struct copy *c, uint64_t size) {
  if (!is_apart(c->to, c->from, size)) return false;
  return (c->reads && c->writes) || part_after(c, 0, size) < size;
}

HOOK_SLOW const void *__raddle_copy_range_slow(void *to, const void *from, uint64_t size, uint32_t sides,
                                               const struct raddle_site *site) {
  if (sharing_is_free() || !size) return from;
  struct copy c = {.to = to, .from = from, .site = site};
  if (sides & SIDE_FROM) sharing_note_seen(from, size, site);
  c.reads = sides & SIDE_FROM && sharing_touch(from, size, false);
  c.writes = sides & SIDE_TO && sharing_touch(to, size, true);
  if (!c.reads && !c.writes) return from;
  if (!wants_parts(&c, size)) {
    record_copy(&c, size);
    return from;
  }
  copy_in_parts(&c, size);
  return to;
}

/* ---- fills ---- */

static void fill_part(char *to, uint32_t byte, expr_id e, uint64_t size, site_ref site) {
  memory_check(to, size, true, site);
  memset(to, (int)byte, size);
  if (e)
    shadow_fill(to, size, SHADOW_CELL(e, 0));
  else
    shadow_clear(to, size);
}

static uint64_t filled(uint32_t byte, uint64_t size) {
  uint64_t word = (byte & 0xff) * 0x0101010101010101ull;
  return size < 8 ? word & expr_mask(8 * (unsigned)size) : word;
}

HOOK_SLOW void *__raddle_fill_range_slow(void *to, uint32_t byte, uint32_t s_byte, uint64_t size,
                                         const struct raddle_site *site) {
  char *p = to;
  if (sharing_is_free() || !size) return to;
  if (!sharing_touch(to, size, true)) return to;
  bool is_whole = size > sizeof ST->scratch || cut_after(p, 0, size) == size;
  expr_id e = expr_fit(1, s_byte, byte & 0xff);
  for (uint64_t done = 0, end; done < size; done = end) {
    end = is_whole ? size : cut_after(p, done, size);
    sharing_write_block(p + done, end - done, s_byte ? 0 : filled(byte, end - done), 0, site);
    if (!is_whole) fill_part(p + done, byte, e, end - done, site);
  }
  return is_whole ? to : scratch;
}
