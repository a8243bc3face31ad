/* Atomic operations that are weaker than sequentially consistent, as C11's memory orders and the
 * __atomic functions give them. Runs are sequentially consistent whatever a program says, so a
 * verdict is about such executions only; the report counts these places and shows one. A fence that
 * orders signal handlers only does not count, nor does a volatile access, which at most races. */
#include "compile/tables.h"
#include <string.h>

enum { ORDER_SEQ_CST = 5 }; /* __ATOMIC_SEQ_CST, for functions that take the order as an argument */

static const char *weak_name(LLVMAtomicOrdering order) {
  switch (order) {
  case LLVMAtomicOrderingUnordered:
  case LLVMAtomicOrderingMonotonic: return "relaxed";
  case LLVMAtomicOrderingAcquire: return "acquire";
  case LLVMAtomicOrderingRelease: return "release";
  case LLVMAtomicOrderingAcquireRelease: return "acq_rel";
  default: return NULL;
  }
}

/* __atomic_load(16, p, &result, __ATOMIC_ACQUIRE) and the like: orders are the last arguments. */
static const char *order_of_call(LLVMValueRef call) {
  static const char *const name[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  unsigned count = LLVMGetNumArgOperands(call);
  if (!LLVMIsAFunction(callee) || !count || strncmp(LLVMGetValueName2(callee, &length), "__atomic_", 9))
    return NULL;
  LLVMValueRef last = LLVMGetOperand(call, count - 1);
  if (!LLVMIsAConstantInt(last)) return NULL;
  unsigned long long order = LLVMConstIntGetZExtValue(last);
  return order < ORDER_SEQ_CST ? name[order] : NULL;
}

static const char *order_of_exchange(LLVMValueRef i) {
  const char *success = weak_name(LLVMGetCmpXchgSuccessOrdering(i));
  return success ? success : weak_name(LLVMGetCmpXchgFailureOrdering(i));
}

void weak_note(struct func *fn, LLVMValueRef i) {
  const char *order = NULL, *what = NULL;
  if (fn->u->options->is_model) return;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: what = "load", order = weak_name(LLVMGetOrdering(i)); break;
  case LLVMStore: what = "store", order = weak_name(LLVMGetOrdering(i)); break;
  case LLVMFence: what = "fence", order = weak_name(LLVMGetOrdering(i)); break;
  case LLVMAtomicRMW: what = "read-modify-write", order = weak_name(LLVMGetOrdering(i)); break;
  case LLVMAtomicCmpXchg: what = "compare-exchange", order = order_of_exchange(i); break;
  case LLVMCall: what = "operation", order = order_of_call(i); break;
  default: return;
  }
  if (!order || (!LLVMIsACallInst(i) && LLVMIsAtomicSingleThread(i))) return;
  table_weak(fn, i, order, what);
}
