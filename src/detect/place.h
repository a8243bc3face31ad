/* Places in the user's program, of a site, of a stack, of a program counter; and names of
 * objects. */
#ifndef RADDLE_DETECT_PLACE_H
#define RADDLE_DETECT_PLACE_H

#include "base/vec.h"
#include "detect/symbolize.h"
#include "wire/shm.h"
#include <stdio.h>

/* What is needed to tell them. The program's source files as the site tables name them: the
 * user's, and those of raddle's own models of library functions. */
struct places {
  const struct shm *program;
  struct symbolizer *symbols; /* may be NULL: then the site tables alone tell */
  vec(const char *) users, models;
};
struct places places_open(const struct shm *program, struct symbolizer *symbols);
void places_close(struct places *);

struct place {
  const char *file, *function; /* "" if unknown; the program's or the symbolizer's */
  uint32_t line, column;
  uint64_t pc; /* as the stack has it; 0: unknown */
};

/* Program counters, innermost first; return addresses but for the first when is_exact. */
struct stack {
  const uint64_t *pc;
  uint32_t count;
  bool is_exact;
};

/* False if the site is unknown or lies in a model. */
bool place_of_site(const struct places *, uint32_t site, struct place *out);
/* The innermost frame in the user's program. */
bool place_of_stack(const struct places *, struct stack, struct place *out);
/* The call that returns to pc. */
bool place_of_pc(const struct places *, uint64_t pc, struct place *out);
/* The site, or failing that the stack; else all empty. */
struct place place_of(const struct places *, uint32_t site, struct stack);

/* "file.c:12", or "an unknown place". */
void place_print(FILE *, const struct place *);
/* The name of the object at [address, address + bytes), or the address. bytes 0: whatever begins
 * there. */
void object_print(FILE *, const struct places *, uint64_t address, uint32_t bytes);
/* The name of the object that the operation at a site is about: a global's own, else what the
 * source calls it there, else the address. To be freed. */
char *object_name_at(const struct places *, uint64_t address, uint32_t site, enum event_kind);
/* One frame per line, for people, to be freed. Frames of the runtime above the place and of the
 * start-up code below main are left out. */
char *stack_text(const struct places *, struct stack, const struct place *);

#endif
