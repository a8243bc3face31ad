/* Shadows of computed values: arithmetic, comparisons, casts, addresses, phis, aggregates. */
#include "compile/func.h"
#include "compile/tables.h"

static const uint8_t EXPR_OP[] = {
    [LLVMAdd] = EX_ADD,   [LLVMSub] = EX_SUB,   [LLVMMul] = EX_MUL,   [LLVMUDiv] = EX_UDIV,
    [LLVMSDiv] = EX_SDIV, [LLVMURem] = EX_UREM, [LLVMSRem] = EX_SREM, [LLVMShl] = EX_SHL,
    [LLVMLShr] = EX_LSHR, [LLVMAShr] = EX_ASHR, [LLVMAnd] = EX_AND,   [LLVMOr] = EX_OR,
    [LLVMXor] = EX_XOR,
};

static bool is_zero(const struct func *fn, LLVMValueRef s) { return s == fn->u->zero; }

static void check_division(struct func *fn, LLVMValueRef i, uint32_t width) {
  struct unit *u = fn->u;
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  LLVMValueRef divisor = LLVMGetOperand(i, 1);
  bool is_signed = op == LLVMSDiv || op == LLVMSRem;
  if (LLVMIsAConstantInt(divisor) && LLVMConstIntGetZExtValue(divisor)) {
    if (!is_signed || LLVMConstIntGetZExtValue(divisor) != expr_mask(width)) return;
  }
  hook_call(u, H_divide, k32(u, is_signed), k32(u, width), as_word(u, LLVMGetOperand(i, 0)),
            as_word(u, divisor));
}

void on_binary(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  uint32_t width = type_width(LLVMTypeOf(i));
  if (!width) return;
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  LLVMValueRef sa = shadow_of_value(fn, a), sb = shadow_of_value(fn, b);
  uint8_t op = EXPR_OP[LLVMGetInstructionOpcode(i)];
  bool divides = op >= EX_UDIV && op <= EX_SREM;
  if (!is_zero(fn, sa) || !is_zero(fn, sb)) {
    LLVMValueRef site = divides ? table_site(fn, i) : LLVMConstNull(u->ptr);
    shadow_set(fn, i, 0,
               hook_call(u, H_binary, k32(u, op), k32(u, width), as_word(u, a), as_word(u, b), sa, sb, site));
  }
  if (divides) check_division(fn, i, width);
}

void on_compare(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  uint32_t width = type_width(LLVMTypeOf(a));
  if (!width) return;
  LLVMValueRef sa = shadow_of_value(fn, a), sb = shadow_of_value(fn, b);
  if (is_zero(fn, sa) && is_zero(fn, sb)) return;
  shadow_set(fn, i, 0,
             hook_call(u, H_compare, k32(u, LLVMGetICmpPredicate(i)), k32(u, width), as_word(u, a),
                       as_word(u, b), sa, sb));
}

/* Sign-extended only to be an index: the gep hook takes the narrow shadow. */
static bool is_index_only(LLVMValueRef i) {
  if (!LLVMIsASExtInst(i) || !LLVMGetFirstUse(i)) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (!LLVMIsAGetElementPtrInst(LLVMGetUser(use))) return false;
  return true;
}

/* Integers and pointers change width; the results of all other casts are not followed. */
void on_cast(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef a = LLVMGetOperand(i, 0), s = shadow_of_value(fn, a);
  uint32_t from = type_width(LLVMTypeOf(a)), to = type_width(LLVMTypeOf(i));
  if (is_zero(fn, s) || is_index_only(i)) return;
  if (!to) {
    concretize(fn, a, "conversion to a type without symbolic values", i);
    return;
  }
  if (from == to) {
    shadow_set(fn, i, 0, s);
    return;
  }
  uint32_t op = from > to ? EX_EXTRACT : LLVMGetInstructionOpcode(i) == LLVMSExt ? EX_SEXT : EX_ZEXT;
  shadow_set(fn, i, 0, hook_call(u, H_cast, k32(u, op), k32(u, from), k32(u, to), as_word(u, a), s));
}

void on_opaque_use(struct func *fn, LLVMValueRef i) {
  for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
    LLVMValueRef v = LLVMGetOperand(i, k);
    concretize(fn, v,
               LLVMIsAUIToFPInst(i) || LLVMIsASIToFPInst(i) ? "conversion to floating point" : "vector", i);
  }
}

void on_select(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  LLVMValueRef c = LLVMGetOperand(i, 0), a = LLVMGetOperand(i, 1), b = LLVMGetOperand(i, 2);
  struct shape shape = shape_of(u, LLVMTypeOf(i));
  LLVMValueRef sc = shadow_of_value(fn, c);
  if (LLVMTypeOf(c) != u->i1) return;
  if (shape.count != 1 || !shape.leaf[0].width) {
    concretize(fn, c, "choice between values that cannot be symbolic", i);
    for (unsigned k = 0; k < shape.count; k++) {
      LLVMValueRef sa = shadow_get(fn, a, k), sb = shadow_get(fn, b, k);
      if (!is_zero(fn, sa) || !is_zero(fn, sb)) shadow_set(fn, i, k, LLVMBuildSelect(u->b, c, sa, sb, ""));
    }
    return;
  }
  LLVMValueRef sa = shadow_of_value(fn, a), sb = shadow_of_value(fn, b);
  if (is_zero(fn, sc) && is_zero(fn, sa) && is_zero(fn, sb)) return;
  shadow_set(fn, i, 0,
             hook_call(u, H_select, k32(u, shape.leaf[0].width), LLVMBuildZExt(u->b, c, u->i32, ""),
                       as_word(u, a), as_word(u, b), sc, sa, sb));
}

void on_phi(struct func *fn, LLVMValueRef i) {
  struct shape shape = shape_of(fn->u, LLVMTypeOf(i));
  if (!is_maybe(fn, i)) return;
  for (unsigned k = 0; k < shape.count; k++)
    if (shape.leaf[k].width) shadow_set(fn, i, k, LLVMBuildPhi(fn->u->b, fn->u->i32, ""));
  vec_push(&fn->phis, i);
}

/* Edges from unreachable blocks must be there all the same. */
void values_fill_phis(struct func *fn) {
  for (size_t p = 0; p < fn->phis.count; p++) {
    LLVMValueRef phi = fn->phis.at[p];
    struct shape shape = shape_of(fn->u, LLVMTypeOf(phi));
    for (unsigned k = 0; k < shape.count; k++) {
      LLVMValueRef shadow = shadow_get(fn, phi, k);
      if (is_zero(fn, shadow)) continue;
      for (unsigned e = 0, n = LLVMCountIncoming(phi); e < n; e++) {
        LLVMValueRef s = shadow_get(fn, LLVMGetIncomingValue(phi, e), k);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, e);
        LLVMAddIncoming(shadow, &s, &from, 1);
      }
    }
  }
}

void on_freeze(struct func *fn, LLVMValueRef i) {
  LLVMValueRef a = LLVMGetOperand(i, 0);
  struct shape shape = shape_of(fn->u, LLVMTypeOf(i));
  for (unsigned k = 0; k < shape.count; k++) shadow_set(fn, i, k, shadow_get(fn, a, k));
}

void on_extractvalue(struct func *fn, LLVMValueRef i) {
  LLVMValueRef a = LLVMGetOperand(i, 0);
  struct shape whole = shape_of(fn->u, LLVMTypeOf(a)), part = shape_of(fn->u, LLVMTypeOf(i));
  if (!whole.count) return;
  unsigned first = shape_index(fn->u, LLVMTypeOf(a), LLVMGetIndices(i), LLVMGetNumIndices(i));
  for (unsigned k = 0; k < part.count; k++) shadow_set(fn, i, k, shadow_get(fn, a, first + k));
}

void on_insertvalue(struct func *fn, LLVMValueRef i) {
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  struct shape whole = shape_of(fn->u, LLVMTypeOf(i)), part = shape_of(fn->u, LLVMTypeOf(b));
  if (!whole.count) {
    concretize(fn, b, "large struct value", i);
    return;
  }
  unsigned first = shape_index(fn->u, LLVMTypeOf(a), LLVMGetIndices(i), LLVMGetNumIndices(i));
  for (unsigned k = 0; k < whole.count; k++)
    shadow_set(fn, i, k,
               k >= first && k < first + part.count ? shadow_get(fn, b, k - first) : shadow_get(fn, a, k));
}

/* The address so far, while the indices of a getelementptr are walked. */
struct address {
  LLVMValueRef word, shadow;
  uint64_t constant; /* still to be added */
};

static LLVMValueRef extended(struct func *fn, LLVMValueRef index) {
  LLVMTypeRef i64 = fn->u->i64;
  if (LLVMTypeOf(index) == i64) return index;
  return LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64 ? LLVMBuildTrunc(fn->u->b, index, i64, "")
                                                     : LLVMBuildSExt(fn->u->b, index, i64, "");
}

static void add_index(struct func *fn, struct address *a, LLVMValueRef index, uint64_t scale,
                      LLVMValueRef at) {
  struct unit *u = fn->u;
  if (LLVMIsAConstantInt(index)) {
    a->constant += (uint64_t)LLVMConstIntGetSExtValue(index) * scale;
    return;
  }
  LLVMValueRef narrow = is_index_only(index) ? LLVMGetOperand(index, 0) : index;
  LLVMValueRef s = shadow_of_value(fn, narrow), wide = extended(fn, index);
  uint32_t width = type_width(LLVMTypeOf(narrow));
  if (!width) concretize(fn, index, "index of more than 64 bits", at);
  if (!is_zero(fn, s) || !is_zero(fn, a->shadow))
    a->shadow = hook_call(u, H_gep, a->word, a->shadow, wide, s, k32(u, width ? width : 64), k64(u, scale));
  a->word = LLVMBuildAdd(u->b, a->word, LLVMBuildMul(u->b, wide, k64(u, scale), ""), "");
}

/* Only worth walking if the pointer or an index may be symbolic. */
void on_gep(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  if (!is_maybe(fn, i) || !type_width(LLVMTypeOf(i))) return;
  LLVMValueRef base = LLVMGetOperand(i, 0);
  struct address a = {as_word(u, base), shadow_of_value(fn, base), 0};
  LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
  for (int k = 1, n = LLVMGetNumOperands(i); k < n; k++) {
    LLVMValueRef index = LLVMGetOperand(i, k);
    if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = LLVMConstIntGetZExtValue(index);
      a.constant += LLVMOffsetOfElement(u->layout, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (k > 1) type = LLVMGetElementType(type);
    add_index(fn, &a, index, LLVMABISizeOfType(u->layout, type), i);
  }
  if (a.constant && !is_zero(fn, a.shadow))
    a.shadow = hook_call(u, H_binary, k32(u, EX_ADD), k32(u, 64), a.word, k64(u, a.constant), a.shadow,
                         u->zero, LLVMConstNull(u->ptr));
  shadow_set(fn, i, 0, a.shadow);
}
