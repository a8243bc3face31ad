/* Declarations of the hooks of hooks.def, and the numbers they take. */
#ifndef RADDLE_WIRE_HOOKS_H
#define RADDLE_WIRE_HOOKS_H

#include "wire/expr.h"
#include "wire/layout.h"
#include "wire/owner.h"
#include "wire/site.h"

/* LLVMIntPredicate, restated because the runtime does not include LLVM. */
enum hook_pred {
  PRED_EQ = 32,
  PRED_NE,
  PRED_UGT,
  PRED_UGE,
  PRED_ULT,
  PRED_ULE,
  PRED_SGT,
  PRED_SGE,
  PRED_SLT,
  PRED_SLE,
};

enum hook_intrinsic {
  INTR_ABS,
  INTR_SMIN,
  INTR_SMAX,
  INTR_UMIN,
  INTR_UMAX,
  INTR_BSWAP,
  INTR_CTPOP,
  INTR_CTLZ,
  INTR_CTTZ,
  INTR_FSHL,
  INTR_FSHR,
  INTR_BITREVERSE,
  /* the overflow bit (width 1) of an operation on `width` bits; the value itself is a binary
   * hook */
  INTR_SADD_OVERFLOWS,
  INTR_UADD_OVERFLOWS,
  INTR_SSUB_OVERFLOWS,
  INTR_USUB_OVERFLOWS,
  INTR_SMUL_OVERFLOWS,
  INTR_UMUL_OVERFLOWS,
};

/* Operations of atomic_rmw that are no expr_op. */
enum hook_rmw { RMW_XCHG = 64, RMW_NAND, RMW_MAX, RMW_MIN, RMW_UMAX, RMW_UMIN, RMW_UNKNOWN };

/* What the spin hook is told of a round, besides 0. */
enum hook_spin { SPIN_VALUES = 1, SPIN_SHADOWS = 2 };

/* The target of an indirect call that is inline assembly. */
#define HOOK_ASSEMBLY 1

enum hook_sides { SIDE_FROM = 1, SIDE_TO = 2 }; /* of a copy */

enum hook_atomic { ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, ATOMIC_CMPXCHG };

#define HOOK_SLOW __attribute__((cold, preserve_most))

#define HOOK(name, result, parameters) HOOK_SLOW result __raddle_##name##_slow parameters;
#define INLINE(name, result, parameters)
#include "wire/hooks.def"
#undef HOOK
#undef INLINE

#endif
