/* Control flow and the static approximation of what can be symbolic.
 *
 * flow_maybe is an optimistic fixpoint: everything starts concrete; arguments, loads and call
 * results may be symbolic, and what is computed from a value that may be may be too. A loop
 * counter that starts at a constant thus stays concrete and needs no hooks at all. */
#include "compile/calls.h"
#include "compile/func.h"

struct visit {
  LLVMBasicBlockRef block;
  unsigned next; /* successor to look at */
};

enum { UNSEEN, OPEN, DONE };

static void reverse(struct func *fn) {
  for (size_t i = 0, j = fn->order.count; i + 1 < j; i++) {
    LLVMBasicBlockRef block = fn->order.at[i];
    fn->order.at[i] = fn->order.at[--j];
    fn->order.at[j] = block;
  }
  for (size_t i = 0; i < fn->order.count; i++) map_set(&fn->block_index, fn->order.at[i], i + 1);
}

static bool is_choice(LLVMValueRef terminator) {
  return LLVMGetNumSuccessors(terminator) > 1 &&
         (LLVMIsABranchInst(terminator) || LLVMIsASwitchInst(terminator));
}

/* A switch with many cases for one block still is one edge. */
static bool is_first_edge(LLVMValueRef terminator, unsigned edge) {
  for (unsigned i = 0; i < edge; i++)
    if (LLVMGetSuccessor(terminator, i) == LLVMGetSuccessor(terminator, edge)) return false;
  return true;
}

static void count_edges(struct func *fn) {
  for (size_t i = 0; i < fn->order.count; i++) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(fn->order.at[i]);
    for (unsigned s = 0, n = LLVMGetNumSuccessors(t); s < n; s++) {
      struct block_facts *f = &fn->facts.at[map_get(&fn->block_index, LLVMGetSuccessor(t, s)) - 1];
      if (!is_first_edge(t, s)) continue;
      f->is_branch_outcome = ++f->edges_in == 1 && is_choice(t);
    }
  }
}

void flow_order(struct func *fn) {
  vec(struct visit) stack = {0};
  vec(LLVMBasicBlockRef) heads = {0};
  struct map state = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn->function);
  vec_push(&stack, ((struct visit){entry, 0}));
  map_set(&state, entry, OPEN);
  while (stack.count) {
    struct visit *top = &vec_last(&stack);
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(top->block);
    if (top->next == LLVMGetNumSuccessors(terminator)) {
      map_set(&state, top->block, DONE);
      vec_push(&fn->order, top->block);
      (void)vec_pop(&stack);
      continue;
    }
    LLVMBasicBlockRef to = LLVMGetSuccessor(terminator, top->next++);
    uintptr_t seen = map_get(&state, to);
    if (seen == OPEN) vec_push(&heads, to);
    if (seen != UNSEEN) continue;
    map_set(&state, to, OPEN);
    vec_push(&stack, ((struct visit){to, 0}));
  }
  reverse(fn);
  vec_reserve(&fn->facts, fn->order.count);
  for (size_t i = 0; i < fn->order.count; i++) vec_push(&fn->facts, (struct block_facts){0});
  for (size_t i = 0; i < heads.count; i++)
    fn->facts.at[map_get(&fn->block_index, heads.at[i]) - 1].is_loop_head = true;
  count_edges(fn);
  vec_free(&stack);
  vec_free(&heads);
  map_free(&state);
}

static bool any_operand_maybe(const struct func *fn, LLVMValueRef i) {
  for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
    LLVMValueRef v = LLVMGetOperand(i, k);
    if (v && is_maybe(fn, v)) return true;
  }
  return false;
}

static bool has_shadow(const struct func *fn, LLVMValueRef v) {
  struct shape s = shape_of(fn->u, LLVMTypeOf(v));
  for (unsigned k = 0; k < s.count; k++)
    if (s.leaf[k].width) return true;
  return false;
}

static bool becomes_maybe(const struct func *fn, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return true;
  case LLVMAlloca:
  case LLVMVAArg:
  case LLVMFCmp:
  case LLVMFPToSI:
  case LLVMFPToUI:
  case LLVMExtractElement:
  case LLVMLandingPad: return false;
  case LLVMCall:
  case LLVMInvoke:
    if (callee_of(fn, i) != CALLEE_INTRINSIC) return callee_returns_shadow(fn, i);
    return intrinsic_is_exact(fn->u, LLVMGetCalledValue(i)) && any_operand_maybe(fn, i);
  case LLVMCallBr: return false;
  default: return any_operand_maybe(fn, i);
  }
}

static bool spread(struct func *fn) {
  bool changed = false;
  for (size_t b = 0; b < fn->order.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(fn->order.at[b]); i; i = LLVMGetNextInstruction(i)) {
      if (is_maybe(fn, i) || !has_shadow(fn, i) || !becomes_maybe(fn, i)) continue;
      map_set(&fn->maybe, i, 1);
      changed = true;
    }
  return changed;
}

static bool returns_maybe(const struct func *fn) {
  for (size_t b = 0; b < fn->order.count; b++) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(fn->order.at[b]);
    if (LLVMIsAReturnInst(t) && any_operand_maybe(fn, t)) return true;
  }
  return false;
}

static bool is_byval(const struct func *fn, unsigned i) {
  return LLVMGetEnumAttributeAtIndex(fn->function, i + 1, fn->u->attribute[A_byval]) != NULL;
}

/* At link time another definition may take the place of a weak definition. */
static bool is_final(LLVMValueRef function) {
  LLVMLinkage l = LLVMGetLinkage(function);
  return l == LLVMExternalLinkage || l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

bool flow_maybe(struct func *fn) {
  bool was_symbolic = fn->returns_symbolic;
  map_free(&fn->maybe);
  for (unsigned i = 0, n = LLVMCountParams(fn->function); i < n && i < HOT_ARGS; i++) {
    LLVMValueRef p = LLVMGetParam(fn->function, i);
    if (type_width(LLVMTypeOf(p)) && !is_byval(fn, i)) map_set(&fn->maybe, p, 1);
  }
  while (spread(fn)) {}
  fn->returns_symbolic = returns_maybe(fn) || !is_final(fn->function);
  if (!fn->returns_symbolic) map_set(&fn->u->never_symbolic, fn->function, 1);
  return fn->returns_symbolic != was_symbolic;
}
