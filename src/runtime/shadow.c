/* Cells and values. A value of n bytes stored whole has the cells (e,0) .. (e,n-1), e of 8n bits. A
 * byte of a symbolic buffer that was never loaded has the cell (INBYTE node, 0).
 *
 * Invariant: outside the heap, whose cells are reset by its own bookkeeping, every cell that is not
 * 0 lies in a 64-byte piece of program memory noted in `dirty`, so that a reset clears exactly what
 * was written.
 *
 * Cells may be stale: code that is not instrumented writes memory without them. A byte of an
 * expression counts only while it is worth what memory holds; otherwise its cell is dropped. */
#include "runtime/state.h"
#include "runtime/build.h"
#include <string.h>

enum { PIECE = 64 };

static inline bool is_heap(const void *p) {
  return (uint64_t)p - LAYOUT_ARENAS < LAYOUT_LARGE_END - LAYOUT_ARENAS;
}

static inline void mark_page(uint64_t page, uint64_t pieces) {
  if (!ST->dirty[page]) ST->dirty_page[ST->shadow.dirty_count++] = page;
  ST->dirty[page] |= pieces;
}

void shadow_mark(const void *p, uint64_t size) {
  if (is_heap(p) || !size) return;
  uint64_t low = (uint64_t)(shadow_of(p) - (shadow_cell *)LAYOUT_SHADOW);
  uint64_t first = low / PIECE, last = (low + size - 1) / PIECE;
  while (first <= last) {
    uint64_t in_page = first % 64, n = last - first + 1;
    if (n > 64 - in_page) n = 64 - in_page;
    mark_page(first / 64, (n == 64 ? ~0ull : (1ull << n) - 1) << in_page);
    first += n;
  }
}

void shadow_reset(void) {
  for (uint64_t i = 0; i < ST->shadow.dirty_count; i++) {
    uint64_t page = ST->dirty_page[i], pieces = ST->dirty[page];
    shadow_cell *cells = (shadow_cell *)LAYOUT_SHADOW + page * PAGE;
    for (; pieces; pieces &= pieces - 1)
      memset(cells + PIECE * __builtin_ctzll(pieces), 0, PIECE * sizeof *cells);
    ST->dirty[page] = 0;
  }
  ST->shadow.dirty_count = 0;
}

/* Ranges. */

bool shadow_is_zero(const void *p, uint64_t size) {
  const shadow_cell *c = shadow_of(p);
  for (; size >= 32; c += 32, size -= 32) {
    shadow_cell any = 0;
    for (int i = 0; i < 32; i++) any |= c[i];
    if (any) return false;
  }
  shadow_cell any = 0;
  for (uint64_t i = 0; i < size; i++) any |= c[i];
  return !any;
}

const void *shadow_poisoned(const void *p, uint64_t size) {
  const shadow_cell *c = shadow_of(p);
  for (uint64_t i = 0; i < size; i++)
    if (c[i] == SHADOW_POISON) return (const char *)p + i;
  return NULL;
}

void shadow_fill(const void *p, uint64_t size, shadow_cell cell) {
  shadow_cell *c = shadow_of(p);
  if (cell) shadow_mark(p, size);
  for (uint64_t i = 0; i < size; i++) c[i] = cell;
}

void shadow_clear(const void *p, uint64_t size) {
  if (!shadow_is_zero(p, size)) memset(shadow_of(p), 0, size * sizeof(shadow_cell));
}

void shadow_copy(void *to, const void *from, uint64_t size) {
  if (shadow_is_zero(from, size)) return shadow_clear(to, size);
  shadow_mark(to, size);
  memmove(shadow_of(to), shadow_of(from), size * sizeof(shadow_cell));
}

/* Values. */

void shadow_store(const void *p, unsigned size, expr_id e) {
  shadow_cell *c = shadow_of(p);
  if (e) shadow_mark(p, size);
  for (unsigned i = 0; i < size; i++) c[i] = e ? SHADOW_CELL(e, i) : 0;
}

static inline bool is_whole(const shadow_cell *c, unsigned size, expr_id e) {
  for (unsigned i = 0; i < size; i++)
    if (c[i] != SHADOW_CELL(e, i)) return false;
  return true;
}

static bool is_current(shadow_cell cell, uint8_t byte) {
  return (uint8_t)(VALUE(SHADOW_EXPR(cell)) >> 8 * SHADOW_BYTE(cell)) == byte;
}

static inline bool is_inbyte(shadow_cell cell) { return NODE(SHADOW_EXPR(cell)).op == EX_INBYTE; }
static inline uint32_t input_of(shadow_cell cell) { return NODE(SHADOW_EXPR(cell)).b; }

/* `size` cells that are fresh input bytes in order become one variable. */
static expr_id whole_input(const shadow_cell *c, unsigned size) {
  uint32_t first = input_of(c[0]);
  for (unsigned i = 0; i < size; i++)
    if (!c[i] || !is_inbyte(c[i]) || input_of(c[i]) != first + i) return 0;
  return inputs_variable(first, size);
}

/* The next bytes that come from one place: sets *e, returns how many. */
static unsigned next_part(const shadow_cell *c, unsigned size, uint64_t value, expr_id *e) {
  if (!c[0]) {
    unsigned n = 1;
    while (n < size && !c[n]) n++;
    *e = expr_const(8 * n, value);
    return n;
  }
  if (is_inbyte(c[0])) {
    *e = inputs_byte(input_of(c[0]));
    return 1;
  }
  unsigned n = 1;
  while (n < size && SHADOW_BYTE(c[n]) && c[n] == c[0] + n) n++;
  *e = expr_extract(8 * SHADOW_BYTE(c[0]), 8 * n, SHADOW_EXPR(c[0]));
  return n;
}

static expr_id assemble(const shadow_cell *c, unsigned size, uint64_t value) {
  expr_id whole = 0, part;
  for (unsigned i = 0; i < size;) {
    unsigned n = next_part(c + i, size - i, value >> 8 * i, &part);
    whole = whole ? expr_concat(part, whole) : part;
    i += n;
  }
  return whole;
}

expr_id shadow_load(const void *p, unsigned size, uint64_t value) {
  shadow_cell *c = shadow_of(p);
  expr_id e = SHADOW_EXPR(c[0]);
  bool any = false;
  if (e && expr_width(e) == 8 * size && is_whole(c, size, e) && VALUE(e) == value && NODE(e).op != EX_INBYTE)
    return e;
  for (unsigned i = 0; i < size; i++) {
    if (c[i] && !is_current(c[i], value >> 8 * i)) c[i] = 0;
    any |= c[i] != 0;
  }
  if (!any) return 0;
  if (c[0] && is_inbyte(c[0]) && (e = whole_input(c, size))) return e;
  return expr_shadow(assemble(c, size, value));
}
