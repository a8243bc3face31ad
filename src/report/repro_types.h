/* Declarations in plain C that lie in memory as the program's own types do, for repro.c: there the
 * program's headers are not known. */
#ifndef RADDLE_REPORT_REPRO_TYPES_H
#define RADDLE_REPORT_REPRO_TYPES_H

#include "base/buffer.h"
#include "base/vec.h"
#include "wire/shm.h"
#include "wire/type.h"

struct repro_types {
  const struct shm *shm;
  vec(uint32_t) declared; /* numbers of types */
};

/* Can the type be declared so? Not if it is packed, over-aligned, or has bit-fields without a name. */
bool repro_is_mirrored(const struct shm *, const struct program_type *);
/* Declares the structures and unions that the type has by value, each once. */
void repro_declare(struct buffer *, struct repro_types *, const struct program_type *);
/* A declaration of `declarator` with this type; to be freed. */
char *repro_declaration(const struct shm *, const struct program_type *, const char *declarator);
void repro_types_free(struct repro_types *);

#endif
