/* Which thread has touched which memory in all runs so far; see encounter.c. */
#ifndef RADDLE_RUNTIME_ENCOUNTER_H
#define RADDLE_RUNTIME_ENCOUNTER_H

#include "runtime/rt.h"

#define ENCOUNTER_MAX (1u << 22)
#define ENCOUNTER_HEADS (1u << 22)
#define ENCOUNTER_BLOCKS 1024u

/* A thread's accesses to a granule. `read`, `written` and `used` (for a synchronisation object
 * in the granule) are 1 + the largest number of threads that the thread had created at such an
 * access; 0: the thread made no such access. */
struct encounter {
  uint64_t granule;
  uint32_t next; /* by another thread, + 1 */
  uint16_t thread, read, written, used;
  uint8_t edges; /* bytes before which a visible access of it began or ended, a bit for each */
};

/* A thread copied or filled these visible bytes in one step. */
struct encounter_block {
  uint64_t start, end;
  uint16_t thread;
  bool is_write;
};

struct encounters {
  uint32_t count, block_count;
  struct encounter_block block[ENCOUNTER_BLOCKS];
  uint32_t head[ENCOUNTER_HEADS]; /* open hash table: the first encounter of a granule, + 1 */
  struct encounter at[ENCOUNTER_MAX];
};

/* The running thread accesses memory that is not visible. Another run may show an access of
 * another thread. */
void encounter_note(uint64_t address, bool is_write) RT(encounter_note);
/* The running thread uses a synchronisation object, which makes the granule visible in this run. */
void encounter_note_sync(uint64_t address) RT(encounter_note_sync);
/* The running thread accesses visible bytes; the second function is for a block. hooks_block.c
 * cuts a block where other threads access only a part of the block. */
void encounter_note_edges(uint64_t address, uint64_t size) RT(encounter_note_edges);
void encounter_note_block(uint64_t address, uint64_t size, bool is_write) RT(encounter_note_block);

#endif
