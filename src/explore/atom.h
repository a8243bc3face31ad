/* What a condition says, in a form that can be compared: an atom.
 *
 *   RANGE   term x lies in the arc lo..hi of the circle of its 2^width values (lo > hi: through 0)
 *   PAIR    terms x and y (x < y as ids) are related: `rel` is the set of outcomes of {<, =, >} allowed
 *   TRUE, FALSE   the condition is decided without knowing the input
 *
 * A comparison with a constant is an arc whatever its sign, and casts, sums with constants and negations only
 * move the arc: (int)c - 'a' < 26u, c a char, is one arc of c. A condition that is no comparison is a RANGE of a
 * term of width 1. Invariant: a RANGE is neither empty nor the whole circle. */
#ifndef RADDLE_EXPLORE_ATOM_H
#define RADDLE_EXPLORE_ATOM_H

#include "wire/expr.h"

enum atom_kind { ATOM_FALSE, ATOM_TRUE, ATOM_RANGE, ATOM_PAIR };
enum atom_rel { REL_LT = 1, REL_EQ = 2, REL_GT = 4 };
enum atom_order { ORDER_NONE, ORDER_UNSIGNED, ORDER_SIGNED }; /* NONE: rel is {=} or {<, >} */

struct atom {
  uint8_t kind, width, rel, order;
  expr_id x, y;
  uint64_t lo, hi;
};

struct atom atom_of(const struct expr_store *, expr_id cond, bool taken);
/* Do the two exclude each other; does `a` imply `b`? Sound, not complete. */
bool atom_excludes(const struct atom *a, const struct atom *b);
bool atom_implies(const struct atom *a, const struct atom *b);

static inline bool arc_has(uint64_t lo, uint64_t hi, uint64_t v) {
  return lo <= hi ? lo <= v && v <= hi : lo <= v || v <= hi;
}

#endif
