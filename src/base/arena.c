#include "base/arena.h"
#include "base/check.h"
#include "base/die.h"
#include <stdlib.h>
#include <string.h>

#define ALIGN _Alignof(max_align_t)
#define CHUNK_FIRST (1u << 12) /* chunks double up to the last size */
#define CHUNK_LAST (1u << 18)

struct arena_chunk {
  struct arena_chunk *older;
  size_t size, used;
  _Alignas(max_align_t) char at[];
};

static struct arena_chunk *chunk_new(size_t size) {
  struct arena_chunk *c = xmalloc(sizeof *c + size);
  *c = (struct arena_chunk){.size = size};
  return c;
}

/* The chunk goes behind the newest, which still has room. */
static struct arena_chunk *add_large(struct arena *a, size_t bytes) {
  struct arena_chunk *c = chunk_new(bytes);
  c->older = a->newest->older;
  return a->newest->older = c;
}

static struct arena_chunk *add_chunk(struct arena *a) {
  size_t size = a->newest ? 2 * a->newest->size : CHUNK_FIRST;
  struct arena_chunk *c = chunk_new(size < CHUNK_LAST ? size : CHUNK_LAST);
  c->older = a->newest;
  return a->newest = c;
}

void *arena_take(struct arena *a, size_t bytes) {
  struct arena_chunk *c = a->newest;
  bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
  if (!c || bytes > c->size - c->used) c = c && bytes > c->size / 2 ? add_large(a, bytes) : add_chunk(a);
  if (bytes > c->size - c->used) c = add_large(a, bytes);
  check(bytes <= c->size - c->used && c->used % ALIGN == 0);
  void *piece = c->at + c->used;
  c->used += bytes;
  a->bytes += bytes;
  return piece;
}

void *arena_copy(struct arena *a, const void *from, size_t bytes) {
  void *piece = arena_take(a, bytes);
  return bytes ? memcpy(piece, from, bytes) : piece;
}

char *arena_text(struct arena *a, const char *text) { return arena_copy(a, text, strlen(text) + 1); }

void arena_free(struct arena *a) {
  check(arena_is_sound(a));
  for (struct arena_chunk *c = a->newest, *older; c; c = older) {
    older = c->older;
    free(c);
  }
  *a = (struct arena){0};
}

bool arena_is_sound(const struct arena *a) {
  size_t bytes = 0;
  for (const struct arena_chunk *c = a->newest; c; c = c->older) {
    if (c->used > c->size || c->used % ALIGN) return false;
    bytes += c->used;
  }
  return bytes == a->bytes;
}
