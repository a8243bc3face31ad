/* Loads, stores and local variables. A value of several leaves is read and written leaf by leaf. */
#include "compile/func.h"
#include "compile/tables.h"

/* One leaf's place in memory. */
struct place {
  LLVMValueRef pointer, shadow;
};

static struct place place_at(struct func *fn, LLVMValueRef pointer, uint64_t offset) {
  struct unit *u = fn->u;
  struct place at = {pointer, shadow_of_value(fn, pointer)};
  if (!offset) return at;
  if (at.shadow != u->zero)
    at.shadow = hook_call(u, H_binary, k32(u, EX_ADD), k32(u, 64), as_word(u, pointer), k64(u, offset),
                          at.shadow, u->zero, LLVMConstNull(u->ptr));
  LLVMValueRef index = k64(u, offset);
  at.pointer = LLVMBuildGEP2(u->b, u->i8, pointer, &index, 1, "");
  return at;
}

static uint64_t store_size(struct unit *u, LLVMTypeRef type) { return LLVMStoreSizeOfType(u->layout, type); }

/* Integers whose width is no multiple of 8 fill their last byte with zeros. */
static LLVMValueRef load_leaf(struct func *fn, struct place at, const struct leaf *leaf, LLVMValueRef value,
                              LLVMValueRef site) {
  struct unit *u = fn->u;
  uint32_t size = store_size(u, leaf->type);
  LLVMValueRef word = as_word(u, value);
  LLVMValueRef s = hook_call(u, H_load, at.pointer, at.shadow, k32(u, size), word, site);
  if (leaf->width == 8 * size) return s;
  return hook_call(u, H_cast, k32(u, EX_EXTRACT), k32(u, 8 * size), k32(u, leaf->width), word, s);
}

static bool is_plain_memory(LLVMValueRef pointer) { return !LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)); }

/* A volatile access is a plain one. */
static bool is_atomic(LLVMValueRef access) { return LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic; }

static void announce_load(struct func *fn, LLVMValueRef i) {
  struct atomic x = {.what = ATOMIC_LOAD, .pointer = LLVMGetOperand(i, 0), .type = LLVMTypeOf(i)};
  if (is_atomic(i))
    sharing_atomic(fn, i, &x);
  else
    sharing_read(fn, i);
}

static void announce_store(struct func *fn, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0);
  struct atomic x = {.what = ATOMIC_STORE,
                     .pointer = LLVMGetOperand(i, 1),
                     .a = value,
                     .written = value,
                     .type = LLVMTypeOf(value)};
  if (is_atomic(i))
    sharing_atomic(fn, i, &x);
  else
    sharing_write(fn, i);
}

/* An access that could fault is made, also where nobody needs what is read, or the pointer is NULL
 * for all that the optimiser can see: for it that is undefined, for us a bug. */
static void keep_access(LLVMValueRef access, LLVMValueRef pointer) {
  bool is_sure = LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer);
  if (!is_sure) LLVMSetVolatile(access, true);
}

void on_load(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef pointer = LLVMGetOperand(i, 0), site = table_site(fn, i);
  struct shape shape = shape_of(u, LLVMTypeOf(i));
  if (!is_plain_memory(pointer)) return;
  keep_access(i, pointer);
  announce_load(fn, i);
  build_after(u, i);
  if (!shape.count)
    hook_call(u, H_load_opaque, pointer, shadow_of_value(fn, pointer), k64(u, store_size(u, LLVMTypeOf(i))),
              site);
  for (unsigned k = 0; k < shape.count; k++) {
    struct leaf *leaf = &shape.leaf[k];
    struct place at = place_at(fn, pointer, leaf->offset);
    if (leaf->width)
      shadow_set(fn, i, k, load_leaf(fn, at, leaf, shape_leaf_value(u, i, &shape, k), site));
    else
      hook_call(u, H_load_opaque, at.pointer, at.shadow, k64(u, store_size(u, leaf->type)), site);
  }
}

static void store_leaf(struct func *fn, struct place at, const struct leaf *leaf, LLVMValueRef value,
                       LLVMValueRef s, LLVMValueRef site) {
  struct unit *u = fn->u;
  uint32_t size = store_size(u, leaf->type);
  LLVMValueRef word = as_word(u, value);
  if (leaf->width != 8 * size && s != u->zero)
    s = hook_call(u, H_cast, k32(u, EX_ZEXT), k32(u, leaf->width), k32(u, 8 * size), word, s);
  hook_call(u, H_store, at.pointer, at.shadow, k32(u, size), word, s, site);
}

void on_store(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1), site = table_site(fn, i);
  struct shape shape = shape_of(u, LLVMTypeOf(value));
  if (!is_plain_memory(pointer)) return;
  keep_access(i, pointer);
  announce_store(fn, i);
  if (!shape.count)
    hook_call(u, H_clear, pointer, shadow_of_value(fn, pointer), k64(u, store_size(u, LLVMTypeOf(value))),
              site);
  for (unsigned k = 0; k < shape.count; k++) {
    struct leaf *leaf = &shape.leaf[k];
    struct place at = place_at(fn, pointer, leaf->offset);
    if (leaf->width)
      store_leaf(fn, at, leaf, shape_leaf_value(u, value, &shape, k), shadow_get(fn, value, k), site);
    else
      hook_call(u, H_clear, at.pointer, at.shadow, k64(u, store_size(u, leaf->type)), site);
  }
}

/* A variable that is only ever loaded and stored whole needs no bounds. */
static bool is_used_whole(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool loads = LLVMIsALoadInst(user) != NULL;
    bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
    if (!loads && !stores && !LLVMIsAIntrinsicInst(user)) return false;
  }
  return true;
}

static bool is_fixed_alloca(LLVMValueRef i) {
  return LLVMIsAAllocaInst(i) && LLVMIsConstant(LLVMGetOperand(i, 0));
}

LLVMValueRef behind_allocas(struct func *fn) {
  LLVMValueRef at = LLVMGetFirstInstruction(fn->order.at[0]);
  while (is_fixed_alloca(at)) at = LLVMGetNextInstruction(at);
  return at;
}

/* The frame hook stands right behind the allocas that the function begins with. */
void begin_locals(struct func *fn) {
  if (fn->frame_hook) return;
  build_before(fn->u, behind_allocas(fn));
  fn->frame_hook = hook_call(fn->u, H_frame);
}

static bool is_leading(struct func *fn, LLVMValueRef alloca) {
  LLVMValueRef i = LLVMGetFirstInstruction(fn->order.at[0]);
  while (is_fixed_alloca(i) && i != alloca) i = LLVMGetNextInstruction(i);
  return i == alloca && is_fixed_alloca(i);
}

static void announce(struct func *fn, LLVMValueRef variable) {
  struct unit *u = fn->u;
  LLVMTypeRef type = LLVMGetAllocatedType(variable);
  LLVMValueRef count = LLVMGetOperand(variable, 0);
  if (!type_is_aggregate(type) && LLVMIsConstant(count) && is_used_whole(variable)) return;
  begin_locals(fn);
  build_after(u, is_leading(fn, variable) ? fn->frame_hook : variable);
  LLVMValueRef size = LLVMBuildMul(u->b, as_word(u, count), k64(u, LLVMABISizeOfType(u->layout, type)), "");
  if (LLVMIsConstant(size) && !LLVMConstIntGetZExtValue(size)) return;
  hook_call(u, H_local, variable, size,
            table_local(fn, variable, LLVMIsConstant(size) ? LLVMConstIntGetZExtValue(size) : 0));
}

/* Hooks for the leading allocas stand behind them all: inlining splits blocks at hooks, and an
 * alloca costs nothing only in the entry block. */
void on_alloca(struct func *fn, LLVMValueRef i) {
  concretize(fn, LLVMGetOperand(i, 0), "size of a variable-length array", i);
  announce(fn, i);
}

static uint32_t rmw_op(LLVMAtomicRMWBinOp op) {
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: return RMW_XCHG;
  case LLVMAtomicRMWBinOpAdd: return EX_ADD;
  case LLVMAtomicRMWBinOpSub: return EX_SUB;
  case LLVMAtomicRMWBinOpAnd: return EX_AND;
  case LLVMAtomicRMWBinOpNand: return RMW_NAND;
  case LLVMAtomicRMWBinOpOr: return EX_OR;
  case LLVMAtomicRMWBinOpXor: return EX_XOR;
  case LLVMAtomicRMWBinOpMax: return RMW_MAX;
  case LLVMAtomicRMWBinOpMin: return RMW_MIN;
  case LLVMAtomicRMWBinOpUMax: return RMW_UMAX;
  case LLVMAtomicRMWBinOpUMin: return RMW_UMIN;
  default: return 0;
  }
}

void on_atomic_rmw(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef pointer = LLVMGetOperand(i, 0), operand = LLVMGetOperand(i, 1), site = table_site(fn, i);
  uint32_t size = store_size(u, LLVMTypeOf(operand)), op = rmw_op(LLVMGetAtomicRMWBinOp(i));
  LLVMValueRef sp = shadow_of_value(fn, pointer), s = shadow_of_value(fn, operand);
  if (!is_plain_memory(pointer)) return;
  struct atomic x = {ATOMIC_RMW, op, pointer, .a = operand, .written = operand, .type = LLVMTypeOf(operand)};
  sharing_atomic(fn, i, &x);
  if (!type_width(LLVMTypeOf(i)) || !op) {
    concretize(fn, operand, "atomic operation on a type without symbolic values", i);
    hook_call(u, H_load_opaque, pointer, sp, k64(u, size), site);
    hook_call(u, H_clear, pointer, sp, k64(u, size), site);
    return;
  }
  build_after(u, i);
  shadow_set(fn, i, 0,
             hook_call(u, H_atomic_rmw, pointer, sp, k32(u, size), k32(u, op), as_word(u, i),
                       as_word(u, operand), s, site));
}

/* The result is { old value, did it succeed }; the hook has decided the second as a branch. */
void on_cmpxchg(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef pointer = LLVMGetOperand(i, 0), expected = LLVMGetOperand(i, 1),
               desired = LLVMGetOperand(i, 2);
  LLVMValueRef sp = shadow_of_value(fn, pointer), site = table_site(fn, i);
  uint32_t size = store_size(u, LLVMTypeOf(expected));
  if (!is_plain_memory(pointer)) return;
  struct atomic x = {
      ATOMIC_CMPXCHG, 0, pointer, expected, desired, .written = desired, .type = LLVMTypeOf(expected)};
  sharing_atomic(fn, i, &x);
  if (!type_width(LLVMTypeOf(expected))) {
    hook_call(u, H_load_opaque, pointer, sp, k64(u, size), site);
    hook_call(u, H_clear, pointer, sp, k64(u, size), site);
    return;
  }
  shadow_set(fn, i, 0,
             hook_call(u, H_atomic_cmpxchg, pointer, sp, k32(u, size), as_word(u, expected),
                       as_word(u, desired), shadow_of_value(fn, expected), shadow_of_value(fn, desired),
                       site));
}
