/* The walk over one function: entry, then each reachable block, each instruction by its opcode's
 * handler. */
#include "compile/func.h"
#include "compile/calls.h"
#include "compile/tables.h"
#include <string.h>

/* Opcodes that are not listed compute no integer from an integer, or (fence, unreachable,
 * resume) nothing. */
static handler *const HANDLER[] = {
    [LLVMRet] = on_return,
    [LLVMBr] = on_br,
    [LLVMSwitch] = on_switch,
    [LLVMIndirectBr] = on_indirectbr,
    [LLVMInvoke] = on_call,
    [LLVMCallBr] = on_call,
    [LLVMCall] = on_call,
    [LLVMAdd] = on_binary,
    [LLVMSub] = on_binary,
    [LLVMMul] = on_binary,
    [LLVMUDiv] = on_binary,
    [LLVMSDiv] = on_binary,
    [LLVMURem] = on_binary,
    [LLVMSRem] = on_binary,
    [LLVMShl] = on_binary,
    [LLVMLShr] = on_binary,
    [LLVMAShr] = on_binary,
    [LLVMAnd] = on_binary,
    [LLVMOr] = on_binary,
    [LLVMXor] = on_binary,
    [LLVMICmp] = on_compare,
    [LLVMTrunc] = on_cast,
    [LLVMZExt] = on_cast,
    [LLVMSExt] = on_cast,
    [LLVMPtrToInt] = on_cast,
    [LLVMIntToPtr] = on_cast,
    [LLVMBitCast] = on_cast,
    [LLVMAddrSpaceCast] = on_cast,
    [LLVMUIToFP] = on_opaque_use,
    [LLVMSIToFP] = on_opaque_use,
    [LLVMInsertElement] = on_opaque_use,
    [LLVMExtractElement] = on_opaque_use,
    [LLVMSelect] = on_select,
    [LLVMPHI] = on_phi,
    [LLVMFreeze] = on_freeze,
    [LLVMGetElementPtr] = on_gep,
    [LLVMExtractValue] = on_extractvalue,
    [LLVMInsertValue] = on_insertvalue,
    [LLVMAlloca] = on_alloca,
    [LLVMLoad] = on_load,
    [LLVMStore] = on_store,
    [LLVMAtomicRMW] = on_atomic_rmw,
    [LLVMAtomicCmpXchg] = on_cmpxchg,
};

LLVMValueRef shadow_get(const struct func *fn, LLVMValueRef v, unsigned leaf) {
  uintptr_t first = map_get(&fn->first_leaf, v);
  return first ? fn->leaves.at[first - 1 + leaf] : fn->u->zero;
}

void shadow_set(struct func *fn, LLVMValueRef v, unsigned leaf, LLVMValueRef s) {
  uintptr_t first = map_get(&fn->first_leaf, v);
  if (!first && s == fn->u->zero) return;
  if (!first) {
    first = fn->leaves.count + 1;
    map_set(&fn->first_leaf, v, first);
    for (unsigned i = 0; i < SHAPE_MAX; i++) vec_push(&fn->leaves, fn->u->zero);
  }
  fn->leaves.at[first - 1 + leaf] = s;
}

LLVMValueRef shadow_any(struct func *fn, LLVMValueRef a, LLVMValueRef b) {
  if (a == fn->u->zero) return b;
  return b == fn->u->zero ? a : LLVMBuildOr(fn->u->b, a, b, "");
}

void concretize(struct func *fn, LLVMValueRef v, const char *why, LLVMValueRef at) {
  struct unit *u = fn->u;
  struct shape shape = shape_of(u, LLVMTypeOf(v));
  for (unsigned i = 0; i < shape.count; i++) {
    LLVMValueRef s = shadow_get(fn, v, i);
    if (s == u->zero) continue;
    LLVMValueRef word = as_word(u, shape_leaf_value(u, v, &shape, i));
    hook_call(u, H_concretize, s, word, k32(u, shape.leaf[i].width), table_string(u, why, strlen(why)),
              table_site(fn, at));
  }
}

/* Resolvers run before anything of the runtime is in place. */
static bool is_resolver(const struct unit *u, LLVMValueRef function) {
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(u->module); i; i = LLVMGetNextGlobalIFunc(i))
    if (LLVMGetGlobalIFuncResolver(i) == function) return true;
  return false;
}

bool func_is_left_alone(const struct unit *u, LLVMValueRef function) {
  if (LLVMIsDeclaration(function) || map_get(&u->is_ours, function)) return true;
  if (has_attribute(u, function, A_naked) || has_attribute(u, function, A_disable_sanitizer_instrumentation))
    return true;
  const char *section = LLVMGetSection(function);
  return (section && !strncmp(section, ".init", 5)) || is_resolver(u, function);
}

void func_begin(struct func *fn, struct unit *u, LLVMValueRef function) {
  size_t length;
  *fn = (struct func){.u = u, .function = function, .name = LLVMGetValueName2(function, &length)};
  fn->is_private = map_get(&u->callee, function) == CALLEE_PRIVATE + 1;
  flow_order(fn);
  loops_find_endless(fn);
  sharing_find_private(fn);
  flow_maybe(fn);
}

static void visit(struct func *fn, LLVMValueRef instruction) {
  LLVMOpcode op = LLVMGetInstructionOpcode(instruction);
  weak_note(fn, instruction);
  if ((size_t)op >= sizeof HANDLER / sizeof *HANDLER || !HANDLER[op]) return;
  build_before(fn->u, instruction);
  HANDLER[op](fn, instruction);
}

/* Hooks are added while we walk: the instructions of the program are listed first. */
void func_instrument(struct func *fn) {
  unit_begin_function(fn->u);
  size_t count = 0, blocks = fn->order.count;
  for (size_t b = 0; b < blocks; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(fn->order.at[b]); i; i = LLVMGetNextInstruction(i)) count++;
  LLVMValueRef *work = xcalloc(count, sizeof *work);
  size_t *first = xcalloc(blocks + 1, sizeof *first), n = 0; /* of each block, in `work` */
  for (size_t b = 0; b < blocks; b++) {
    first[b] = n;
    for (LLVMValueRef i = LLVMGetFirstInstruction(fn->order.at[b]); i; i = LLVMGetNextInstruction(i))
      work[n++] = i;
  }
  first[blocks] = n;
  for (size_t b = 0; b < blocks; b++) {
    control_enter_block(fn, b);
    if (!b) calls_enter(fn);
    for (size_t i = first[b]; i < first[b + 1]; i++) visit(fn, work[i]);
  }
  values_fill_phis(fn);
  free(work);
  free(first);
}

void func_end(struct func *fn) {
  vec_free(&fn->order);
  vec_free(&fn->facts);
  vec_free(&fn->leaves);
  vec_free(&fn->phis);
  map_free(&fn->block_index);
  map_free(&fn->first_leaf);
  map_free(&fn->maybe);
  map_free(&fn->spin_head);
  map_free(&fn->spin_phi);
}
