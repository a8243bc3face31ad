/* Who has touched which memory in all runs so far; see encounter.c. */
#ifndef RADDLE_RUNTIME_ENCOUNTER_H
#define RADDLE_RUNTIME_ENCOUNTER_H

#include "runtime/rt.h"

#define ENCOUNTER_MAX (1u << 22)
#define ENCOUNTER_HEADS (1u << 22)

/* What a thread did to a granule: how many threads it had created, at most, when it read it, when it wrote it and when it used a
 * synchronisation object in it; + 1, 0: never. */
struct encounter {
  uint64_t granule;
  uint32_t next; /* by another thread, + 1 */
  uint16_t thread, read, written, used;
};

struct encounters {
  uint32_t count;
  uint32_t head[ENCOUNTER_HEADS]; /* open hash table: the first encounter of a granule, + 1 */
  struct encounter at[ENCOUNTER_MAX];
};

/* The running thread accesses what is not visible: in another run somebody else may have. */
void encounter_note(uint64_t address, bool is_write) RT(encounter_note);
/* It uses a synchronisation object, which makes the granule visible in this run. */
void encounter_note_sync(uint64_t address) RT(encounter_note_sync);

#endif
