/* Throwing a run away; see snapshot.c. */
#ifndef RADDLE_RUNTIME_SNAPSHOT_H
#define RADDLE_RUNTIME_SNAPSHOT_H

#include "runtime/rt.h"

#define SNAPSHOT_RANGES 128

struct range {
  uint64_t start, end;
  char *copy;    /* NULL: remapped from a memory file, undone by the kernel */
  bool is_large; /* to be remapped whatever its size */
};

struct snapshot_state {
  uint32_t count;
  struct range range[SNAPSHOT_RANGES];
};

void snapshot_find(void) RT(snapshot_find); /* the ranges alone */
void snapshot_take(void) RT(snapshot_take);
void snapshot_restore(void) RT(snapshot_restore);

#endif
