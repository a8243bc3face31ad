/* Storage for many small pieces that go at the same time. Zero-initialised when empty.
 *
 *     struct arena a = {0};
 *     struct name *n = arena_take(&a, sizeof *n);      aligned for anything, not cleared
 *     char *text = arena_text(&a, "copied");
 *     arena_free(&a);
 *
 * Representation: a list of chunks, the newest first; pieces are cut off the front of the newest. A
 * piece that would not leave room for others has a chunk of its own.
 * Invariant: pieces do not overlap and never move. */
#ifndef RADDLE_BASE_ARENA_H
#define RADDLE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
  struct arena_chunk *newest;
  size_t bytes; /* of all pieces */
};

void *arena_take(struct arena *, size_t bytes);
void *arena_copy(struct arena *, const void *from, size_t bytes);
char *arena_text(struct arena *, const char *text);
void arena_free(struct arena *);
bool arena_is_sound(const struct arena *);

#endif
