/* Who uses a piece of memory: the inlined half of sharing discovery (runtime/sharing.c is the
 * other).
 *
 * Each 8 bytes of program memory have an owner cell of 16 bits. A thread's life is cut into
 * segments by the threads it creates and joins; a segment has an even tag, 2, 4, ... Tag 0 is
 * main's before it has created a thread.
 *
 *   0                    touched by nobody, or by main before there were threads
 *   tag                  touched by that segment alone, perhaps written
 *   tag + 1              only read, by that segment alone
 *   OWNER_READ_SHARED    only read, by several
 *   OWNER_VISIBLE        part of a visible object: every access is an event
 *
 * An access that finds its own tag (or shared reading, for a read) is nobody else's business and
 * costs two instructions; everything else goes to the runtime. With one thread every cell is 0
 * and so is the tag. */
#ifndef RADDLE_WIRE_OWNER_H
#define RADDLE_WIRE_OWNER_H

#include "wire/layout.h"

typedef uint16_t owner_cell;
#define OWNER_READ_SHARED ((owner_cell)1)
#define OWNER_VISIBLE ((owner_cell)0xffff)
/* Visible too, but in this run only: an atomic operation has used something in it. */
#define OWNER_CLAIMED ((owner_cell)0xfffd)
#define OWNER_TAG_MAX 0xfff0u
#define OWNER_GRANULE 8u

static inline owner_cell *owner_of(const void *p) {
  uint64_t low = (uint64_t)p << (64 - LAYOUT_SHADOW_BITS) >> (64 - LAYOUT_SHADOW_BITS);
  return (owner_cell *)LAYOUT_OWNERS + low / OWNER_GRANULE;
}

static inline int owner_is_visible(owner_cell owner) {
  return owner == OWNER_VISIBLE || owner == OWNER_CLAIMED;
}
static inline int owner_lets_read(owner_cell owner, uint16_t tag) {
  return (owner & ~1u) == tag || owner == OWNER_READ_SHARED;
}
static inline int owner_lets_write(owner_cell owner, uint16_t tag) { return owner == tag; }

#endif
