/* Functions of the user that say what holds before or after a call: preconditions, invariants and
 * checks of results. Their parameters are filled with the arguments of the call. */
#ifndef RADDLE_UNIT_CONDITION_H
#define RADDLE_UNIT_CONDITION_H

#include "base/buffer.h"
#include "unit/signature.h"

/* A call that a driver makes: the variable behind each parameter, and where the result is. */
struct unit_call {
  const struct unit_function *function;
  vec(const char *) arguments;
  const char *result; /* NULL: not kept */
};

struct unit_condition {
  const char *option; /* as the user knows it: precondition, invariant, check-result */
  const struct unit_function *function;
  bool takes_result;
};

/* "sorted(l, n)": the condition for this call. NULL and a sentence in *why (to be freed) if a
 * parameter of it matches nothing. A parameter takes the argument of the same name; else that of
 * the same type at the same place, or the first of this type that nothing else has taken; the
 * parameter `result`, or the last one if nothing matches, takes the returned value. */
char *unit_condition_text(const struct unit_condition *, const struct unit_call *, char **why);
/* Has a call of this function the arguments for it? */
bool unit_condition_fits(const struct unit_condition *, const struct unit_function *called);
/* Does it look at what the call returned? */
bool unit_condition_wants_result(const struct unit_condition *, const struct unit_function *called);

#endif
