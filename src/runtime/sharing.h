/* Which memory is visible; see sharing.c. */
#ifndef RADDLE_RUNTIME_SHARING_H
#define RADDLE_RUNTIME_SHARING_H

#include "runtime/rt.h"

#include "runtime/run.h"
#include "runtime/thread.h"

#define SHARING_DIRTY_MAX (1u << 16)
#define SHARING_SEGMENTS (OWNER_TAG_MAX / 2 + 1)
#define SHARING_CACHE 256u
#define SHARING_CALLS (1u << 12)
#define SHARING_RECORDS (1u << 16)
#define SHARED_READERS 8u
#define SHARING_CUTS 1024u
#define SHARING_BLOCKS 256u

/* A segment of a thread's life: one or two other segments come immediately before. */
struct segment {
  uint16_t after[2]; /* tags; 0: main's first */
  uint16_t thread;
};

/* The last write of a granule, and the threads that have read the granule since. Valid in run
 * `run`. */
struct shared_record {
  uint64_t granule, run;
  uint16_t writer, count;
  uint16_t reader[SHARED_READERS];
};

struct sharing_state {
  uint32_t applied;                  /* entries of the visible list that cells and tables show */
  uint64_t places_start, places_end; /* all globals and places among them lie in between */
  uint32_t segment_count;
  uint32_t joined;     /* threads that were joined in this run */
  bool is_alone;       /* all other threads have been joined: everything is before the running segment */
  uint64_t run;        /* counts runs */
  uint32_t seen_count; /* SEEN events of this run */
  struct segment segment[SHARING_SEGMENTS];
  uint16_t search[SHARING_SEGMENTS];
  uint8_t reached[SHARING_SEGMENTS];
  struct {
    uint16_t from, to;
    bool is_before;
  } cache[SHARING_CACHE];
  uint32_t dirty_count; /* lines of owner cells written in this run; above the maximum: unknown which */
  uint64_t dirty[SHARING_DIRTY_MAX];
  uint64_t visible_pc[SHARING_CALLS]; /* open hash set of allocating calls */
  uint32_t visible_pc_count;
  uint8_t visible_local[SHM_SITE_MAX];
  uint32_t cut_count; /* places where blocks are cut, in force */
  uint64_t cut[SHARING_CUTS];
  uint32_t block_count; /* events of this run that copied or filled blocks, or parts of them */
  uint32_t block[SHARING_BLOCKS];
  struct shared_record record[SHARING_RECORDS];
};

void sharing_begin(void) RT(sharing_begin); /* of a run: what the plan's visible_count says is visible */
void sharing_reset(void) RT(sharing_reset);
void sharing_end(void) RT(sharing_end); /* of a run: where should blocks have been cut? (hooks_block.c) */
/* A visible access: announced, then recorded (hooks_share.c). */
void sharing_read_event(const void *p, uint64_t size, site_ref) RT(sharing_read_event);
void sharing_write_event(const void *p, uint64_t size, uint64_t value, expr_id, site_ref)
    RT(sharing_write_event);
/* Comes before a read. Notes the read if another thread wrote the bytes and the plan asks for
 * such notes (PLAN_SEEN). */
void sharing_note_seen(const void *p, uint64_t size, site_ref) RT(sharing_note_seen);
bool block_is_scratch(const void *) RT(block_is_scratch);
bool visible_lists_cut(uint64_t address) RT(visible_lists_cut);
/* The same for a block written in one step. With PLAN_FRESH the value is the block's later
 * contents. */
void sharing_write_block(const void *p, uint64_t size, uint64_t value, expr_id, site_ref)
    RT(sharing_write_block);
/* The last recorded step copied or filled a block. The end of the run (with PLAN_FRESH: this
 * call) decides where the block should have been cut. */
void block_note(const void *p, uint64_t size, bool is_write) RT(block_note);
/* Other threads access only the part before or after this address, so blocks are cut here. */
void block_cut(uint64_t address) RT(block_cut);
void block_cut_both(uint64_t start, uint64_t end) RT(block_cut_both);

/* With a single thread no other thread can notice an access. */
static inline bool sharing_is_free(void) { return !run_active || !HOT->tag; }
/* The running thread accesses a granule that is not visible. `cell` holds the granule's last
 * accesses. */
void sharing_claim(owner_cell *, uint64_t address, bool is_write) RT(sharing_claim);
/* The same for many bytes; true if some of them are visible. */
bool sharing_touch(const void *p, uint64_t size, bool is_write) RT(sharing_touch);
/* The running thread uses a synchronisation object: from now on plain accesses to it are
 * visible. is_use: earlier plain accesses of this run should have been visible too, unless they
 * made the object. */
void sharing_claim_sync_slow(const void *p, uint64_t size, bool is_use) RT(sharing_claim_sync_slow);
static inline void sharing_claim_sync(const void *p, uint64_t size, bool is_use) {
  bool is_claimed = *owner_of(p) == OWNER_VISIBLE && !(SHM->plan.flags & PLAN_FRESH);
  if (!sharing_is_free() && !is_claimed) sharing_claim_sync_slow(p, size, is_use);
}
/* Was another thread, or main before there were threads, the last to touch the memory? For
 * memory that is not visible. */
bool sharing_is_from_others(const void *p, uint64_t size) RT(sharing_is_from_others);
/* For the rest of the run. */
void sharing_meet_claimed(owner_cell *, uint64_t address) RT(sharing_meet_claimed);
void sharing_make_visible(const void *p, uint64_t size) RT(sharing_make_visible);

/* The program allocates or frees a block. */
void sharing_allocated(uint64_t start, uint64_t size, uint64_t pc) RT(sharing_allocated);
void sharing_freed(uint64_t start, uint64_t size) RT(sharing_freed);
/* The program is about to get a block's contents in another block, which no other thread knows
 * yet. */
void sharing_moved(const void *to, const void *from, uint64_t size) RT(sharing_moved);
/* The bytes here are about to change without a hook. Only the explorer has to know (PLAN_FRESH). */
void sharing_overwritten(const void *p, uint64_t size) RT(sharing_overwritten);

/* The expression that the bytes depend on; 0: none, or the bytes are not readable memory. */
expr_id sharing_expr(const void *p, uint64_t size, uint64_t value) RT(sharing_expr);
/* For models that read memory without hooks. */
void __raddle_touch(const void *p, size_t size, int is_write);

/* segment.c. Creation begins two segments, joining begins one; both functions give tags to the
 * new segments. */
void sharing_created(struct thread *parent, struct thread *child) RT(sharing_created);
void sharing_joined(struct thread *by, const struct thread *ended) RT(sharing_joined);
bool segment_is_before(uint16_t from, uint16_t to) RT(segment_is_before);

/* visible.c */
void visible_apply(uint32_t count) RT(visible_apply);         /* this many entries of the list are in force */
void visible_apply_again(void) RT(visible_apply_again);       /* all cells are gone */
void visible_discover(uint64_t address) RT(visible_discover); /* the object there is shared */
void visible_discover_place(uint64_t address)
    RT(visible_discover_place);                          /* the bytes there are, whatever they belong to */
bool visible_has_call(uint64_t pc) RT(visible_has_call); /* blocks that this call allocates are visible */
bool visible_is_place(uint64_t address) RT(visible_is_place); /* it belongs to a visible global or place */

#endif
