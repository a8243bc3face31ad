/* Branches, switches, loops and coverage. */
#include "compile/func.h"
#include "compile/tables.h"

void on_br(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  if (!LLVMIsConditional(i)) {
    spin_end_round(fn, i);
    return;
  }
  LLVMValueRef c = LLVMGetCondition(i), s = shadow_of_value(fn, c);
  if (s == u->zero) return;
  hook_call(u, H_branch, s, LLVMBuildZExt(u->b, c, u->i32, ""), table_site(fn, i));
}

/* Operands of a switch: condition, default, then value and block of each case; successor 0 is
 * the default. */
void on_switch(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef v = LLVMGetOperand(i, 0), s = shadow_of_value(fn, v);
  uint32_t width = type_width(LLVMTypeOf(v));
  if (s == u->zero || !width) return;
  vec(struct raddle_case) cases = {0};
  struct map group = {0}; /* block -> group + 1 */
  uint32_t groups = 0;
  for (unsigned k = 1, n = LLVMGetNumSuccessors(i); k < n; k++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(i, k);
    if (to == LLVMGetSuccessor(i, 0)) continue;
    if (!map_get(&group, to)) map_set(&group, to, ++groups);
    uint64_t value = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k));
    vec_push(&cases, ((struct raddle_case){value, map_get(&group, to) - 1}));
  }
  LLVMValueRef table = table_switch(u, cases.at, cases.count, groups);
  hook_call(u, H_switch, s, as_word(u, v), k32(u, width), table, table_site(fn, i));
  vec_free(&cases);
  map_free(&group);
}

void on_indirectbr(struct func *fn, LLVMValueRef i) {
  LLVMValueRef v = LLVMGetOperand(i, 0), s = shadow_of_value(fn, v);
  if (s == fn->u->zero) return;
  hook_call(fn->u, H_target, s, as_word(fn->u, v), table_site(fn, i));
}

static bool is_head(LLVMValueRef i) {
  return LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i) || LLVMIsAAllocaInst(i);
}

static LLVMValueRef first_of_body(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (is_head(i)) i = LLVMGetNextInstruction(i);
  return i;
}

static bool is_debug_only(LLVMValueRef i) { return LLVMIsADbgInfoIntrinsic(i) != NULL; }

/* Edge blocks count as outcomes of their branch; the lines are those of the blocks around them. */
static void cover(struct func *fn, size_t index, LLVMValueRef at) {
  struct unit *u = fn->u;
  bool is_edge = is_edge_block(fn->order.at[index]);
  LLVMValueRef cov = table_block(fn, at, fn->facts.at[index].is_branch_outcome ? BLOCK_IS_BRANCH : 0);
  for (LLVMValueRef i = at; i && !is_edge; i = LLVMGetNextInstruction(i))
    if (!is_debug_only(i)) table_line(fn, cov, i);
  LLVMBuildStore(u->b, LLVMConstInt(u->i8, 1, 0), cov);
}

void control_enter_block(struct func *fn, size_t index) {
  LLVMValueRef at = first_of_body(fn->order.at[index]);
  build_before(fn->u, at);
  cover(fn, index, at);
  if (!fn->facts.at[index].is_loop_head) return;
  hook_call(fn->u, fn->facts.at[index].is_endless ? H_endless : H_loop, table_site(fn, at));
  spin_begin_round(fn, fn->order.at[index], at);
}
