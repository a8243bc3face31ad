/* Who uses which memory (wire/owner.h has the cells), and who may.
 *
 * A cell keeps the last access only. That is enough as long as the new access conflicts with
 * everything the old one did: the new access may replace the old one if the old one is before it
 * (segment.c). A read after another thread's write is the exception: the write must be remembered
 * too. Such a granule gets a record of its own in `record` (its cell: OWNER_RECORD), with the last
 * write and the reads since, until an ordered write simplifies it again.
 *
 * An access that conflicts with one that is not before it makes its object visible (visible.c),
 * from the next run on.
 *
 * Invariant: between runs every cell is 0, but for the visible globals and places, which are
 * OWNER_VISIBLE. */
#include "base/hash.h"
#include "runtime/state.h"
#include <string.h>
#include <sys/mman.h>

#define OWNER_RECORD ((owner_cell)0xfffe)
enum { LINE = 32 }; /* owner cells in a line of the dirty list: 64 bytes */

static struct sharing_state *const S = &ST->sharing;

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

/* Records. */

static struct shared_record *record_of(uint64_t granule) {
  uint64_t h = hash_index(granule, 16);
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
  if (!segment_is_before(r->writer, tag)) return false;
  for (uint32_t i = 0; i < r->count; i++) {
    if (r->reader[i] == tag) return true;
    if (!segment_is_before(r->reader[i], tag)) r->reader[kept++] = r->reader[i];
  }
  r->count = kept;
  if (kept == SHARED_READERS) return false;
  r->reader[r->count++] = tag;
  return true;
}

static bool record_write(const struct shared_record *r, uint16_t tag) {
  bool ok = segment_is_before(r->writer, tag);
  for (uint32_t i = 0; i < r->count; i++) ok &= segment_is_before(r->reader[i], tag);
  return ok;
}

/* An access that the cell does not plainly allow. */

static void claim_recorded(owner_cell *o, uint64_t address, bool is_write) {
  struct shared_record *r = record_of(address / OWNER_GRANULE);
  bool ok = r && (is_write ? record_write(r, HOT->tag) : record_read(r, HOT->tag));
  if (!ok) visible_discover(address);
  if (is_write || !ok) *o = HOT->tag;
}

static void claim_foreign(owner_cell *o, uint64_t address, bool is_write) {
  uint16_t tag = HOT->tag, owner = *o & ~1u;
  bool was_written = !(*o & 1);
  if (!segment_is_before(owner, tag)) {
    if (is_write || was_written) {
      visible_discover(address);
      set(o, tag);
    } else {
      set(o, OWNER_READ_SHARED);
    }
    return;
  }
  if (is_write || !was_written) return set(o, is_write ? tag : tag | 1);
  struct shared_record *r = record_of(address / OWNER_GRANULE);
  if (!r) return visible_discover(address);
  *r = (struct shared_record){r->granule, r->run, owner, 1, {tag}};
  set(o, OWNER_RECORD);
}

void sharing_claim(owner_cell *o, uint64_t address, bool is_write) {
  uint16_t tag = HOT->tag;
  owner_cell m = *o;
  if (fresh_is_on()) encounter_note(address, is_write);
  if (m == 0 || S->is_alone || (m & ~1u) == tag) return set(o, is_write ? tag : m == tag ? tag : tag | 1);
  if (m == OWNER_RECORD) return claim_recorded(o, address, is_write);
  if (m != OWNER_READ_SHARED) return claim_foreign(o, address, is_write);
  if (!is_write) return;
  visible_discover(address);
  set(o, tag);
}

/* A plain access to what an atomic operation made visible. Had the access come first, it would
 * not have been an event: what is visible must not depend on that. Once all others are joined
 * nobody can come first. */
void sharing_meet_claimed(owner_cell *o, uint64_t address) {
  if (S->is_alone) return;
  visible_discover(address);
  set(o, OWNER_VISIBLE);
}

bool sharing_touch(const void *p, uint64_t size, bool is_write) {
  uint64_t end = (uint64_t)p + size;
  bool is_visible = false;
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < end; a += OWNER_GRANULE) {
    owner_cell *o = owner_of((void *)a);
    if (*o == OWNER_CLAIMED) sharing_meet_claimed(o, a < (uint64_t)p ? (uint64_t)p : a);
    if (owner_is_visible(*o))
      is_visible = true;
    else if (is_write ? !owner_lets_write(*o, HOT->tag) : !owner_lets_read(*o, HOT->tag))
      sharing_claim(o, a < (uint64_t)p ? (uint64_t)p : a, is_write);
  }
  return is_visible;
}

static bool is_from_others(const owner_cell *o, uint64_t address) {
  uint16_t tag = HOT->tag;
  if (owner_is_visible(*o) || *o == OWNER_READ_SHARED || (*o & ~1u) == tag) return false;
  uint32_t id = thread_self()->id, stack;
  bool is_own = id == 0 || (thread_owns_address(address, &stack) && stack == id);
  if (!*o) return !is_own;
  if (*o != OWNER_RECORD) return S->segment[*o / 2].thread != id;
  const struct shared_record *r = record_of(address / OWNER_GRANULE);
  for (uint32_t i = 0; r && i < r->count; i++)
    if (r->reader[i] == tag) return false; /* it has read it before */
  return true;
}

bool sharing_is_from_others(const void *p, uint64_t size) {
  uint64_t end = (uint64_t)p + size;
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < end; a += OWNER_GRANULE)
    if (is_from_others(owner_of((void *)a), a)) return true;
  return false;
}

void sharing_make_visible(const void *p, uint64_t size) {
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < (uint64_t)p + size; a += OWNER_GRANULE) {
    owner_cell *o = owner_of((void *)a);
    if (owner_is_visible(*o)) continue;
    if (*o)
      visible_discover((uint64_t)p); /* by plain accesses, which were no events: the cell would forget them */
    set(o, fresh_is_on() ? OWNER_VISIBLE : OWNER_CLAIMED);
  }
}

/* Did another thread use the memory, in a segment that is not before the running one? */
static bool is_foreign(owner_cell o) {
  return o == OWNER_READ_SHARED || o >= OWNER_RECORD || !segment_is_before(o & ~1u, HOT->tag);
}

/* Only the granules themselves: the rest of the object may belong to one thread. */
void sharing_claim_sync_slow(const void *p, uint64_t size, bool is_use) {
  if (fresh_is_on()) {
    encounter_note_sync((uint64_t)p);
    encounter_note_sync((uint64_t)p + size - 1);
  }
  if (*owner_of(p) == OWNER_VISIBLE) return;
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < (uint64_t)p + size; a += OWNER_GRANULE) {
    owner_cell *o = owner_of((void *)a);
    if (owner_is_visible(*o)) continue;
    if (*o && (is_use || is_foreign(*o))) visible_discover_place(a);
    set(o, OWNER_VISIBLE);
  }
}

/* Blocks and locals. */

void sharing_allocated(uint64_t start, uint64_t size, uint64_t pc) {
  if (visible_has_call(pc))
    set_range(start, size, OWNER_VISIBLE);
  else if (SHM->reuse_memory)
    set_range(start, size, 0);
}

void sharing_freed(uint64_t start, uint64_t size) {
  if (sharing_is_free() || !size || !sharing_touch((void *)start, size, true)) return;
  sched_access_point(EV_FREE, (void *)start, HOT->site);
  thread_self()->spin.is_dirty = true;
  bool keeps_waiting = sync_freed((void *)start, size);
  sched_access(EV_FREE, (void *)start, size, keeps_waiting, 0, HOT->site);
}

void sharing_overwritten(const void *p, uint64_t size) {
  if (!fresh_is_on() || sharing_is_free()) return;
  fresh_settle();
  fresh_write_range(EV_WRITE, p, size, false, HOT->site);
}

void sharing_moved(const void *to, const void *from, uint64_t size) {
  __raddle_read_range_slow(from, size, HOT->site);
  if (fresh_is_on() && !sharing_is_free()) fresh_write_range(EV_WRITE, to, size, true, HOT->site);
}

/* A new local lies where others were. Cells tell which threads still use the older locals. The
 * object is not known any more, so the place becomes visible. */
HOOK_SLOW void __raddle_local_slow(const void *p, uint64_t size, const struct raddle_local *local) {
  if (!run_active || !local) return;
  bool is_visible = S->visible_local[program_local_index(local)];
  for (uint64_t a = align_down((uint64_t)p, OWNER_GRANULE); a < (uint64_t)p + size; a += OWNER_GRANULE) {
    owner_cell *o = owner_of((void *)a);
    if (*o == (is_visible ? OWNER_VISIBLE : 0) || visible_is_place(a)) continue;
    bool is_others = !owner_is_visible(*o) && *o && is_foreign(*o);
    if (is_visible && is_others) visible_discover_place(a);
    if (is_visible || owner_is_visible(*o)) set(o, is_visible ? OWNER_VISIBLE : 0);
  }
}

/* Runs. */

void sharing_begin(void) {
  visible_apply(SHM->plan.visible_count);
  S->segment_count = S->joined = S->block_count = 0;
  S->is_alone = false;
  S->seen_count = 0;
  S->run++;
}

static void clear_line(owner_cell *line) {
  uint64_t start = (uint64_t)(line - (owner_cell *)LAYOUT_OWNERS) * OWNER_GRANULE;
  if (start >= S->places_end || start + LINE * OWNER_GRANULE <= S->places_start) {
    memset(line, 0, LINE * sizeof *line);
    return;
  }
  for (unsigned i = 0; i < LINE; i++)
    if (line[i] && (line[i] != OWNER_VISIBLE || !visible_is_place(start + i * OWNER_GRANULE))) line[i] = 0;
}

void sharing_reset(void) {
  if (S->segment_count) memset(S->cache, 0, sizeof S->cache);
  if (S->dirty_count <= SHARING_DIRTY_MAX) {
    for (uint32_t i = 0; i < S->dirty_count; i++) clear_line((owner_cell *)S->dirty[i]);
  } else {
    madvise((void *)LAYOUT_OWNERS, LAYOUT_OWNERS_SIZE, MADV_DONTNEED);
    visible_apply_again();
  }
  S->dirty_count = 0;
}
