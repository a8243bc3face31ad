/* Atomic sections that do the same wherever they stand in a schedule: what they touch does not
 * depend on what they read.
 *
 * Such a section has no branch and no call, and reaches shared memory at constant addresses in
 * global variables only, so it cannot fail either. The explorer then knows all its operations
 * before it runs (explore/strategy/dpor/footprint.c).
 * Invariant: a section is judged before its own instructions have hooks. */
#include "compile/calls.h"
#include <string.h>

static bool is_fixed(const struct unit *u, LLVMValueRef pointer) {
  LLVMValueRef base = pointer;
  if (LLVMIsAConstantExpr(base) && LLVMGetConstOpcode(base) == LLVMGetElementPtr)
    base = LLVMGetOperand(base, 0);
  return LLVMIsAGlobalVariable(base) || memory_is_private(u, pointer);
}

static bool is_straight(const struct unit *u, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: return is_fixed(u, LLVMGetOperand(i, 0));
  case LLVMStore: return is_fixed(u, LLVMGetOperand(i, 1));
  case LLVMAtomicRMW: return is_fixed(u, LLVMGetOperand(i, 0));
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMICmp:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMGetElementPtr: return true;
  case LLVMCall: return intrinsic_does_nothing(LLVMGetCalledValue(i));
  default: return false;
  }
}

static bool is_call_of(LLVMValueRef i, const char *name) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName2(callee, &(size_t){0}), name);
}

bool straight_section(const struct unit *u, LLVMValueRef call) {
  if (!is_call_of(call, "__VERIFIER_atomic_begin")) return false;
  LLVMValueRef i = LLVMGetNextInstruction(call);
  while (i && is_straight(u, i)) i = LLVMGetNextInstruction(i);
  return i && is_call_of(i, "__VERIFIER_atomic_end");
}

bool straight_function(const struct unit *u, LLVMValueRef from) {
  while (from && (LLVMIsAAllocaInst(from) || is_straight(u, from))) from = LLVMGetNextInstruction(from);
  return from && LLVMIsAReturnInst(from);
}
