#include "compile/shape.h"

uint32_t type_width(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMPointerTypeKind) return LLVMGetPointerAddressSpace(type) ? 0 : 64;
  if (kind != LLVMIntegerTypeKind) return 0;
  unsigned width = LLVMGetIntTypeWidth(type);
  return width <= 64 ? width : 0;
}

bool type_is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static uint64_t element_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
                                                    : LLVMCountStructElementTypes(type);
}

static LLVMTypeRef element_type(LLVMTypeRef type, uint64_t i) {
  return LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type)
                                                    : LLVMStructGetTypeAtIndex(type, i);
}

static uint64_t element_offset(const struct unit *u, LLVMTypeRef type, uint64_t i) {
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) return LLVMOffsetOfElement(u->layout, type, i);
  return i * LLVMABISizeOfType(u->layout, LLVMGetElementType(type));
}

/* False when there are too many leaves. */
static bool flatten(const struct unit *u, LLVMTypeRef type, uint64_t offset, struct shape *s) {
  if (!type_is_aggregate(type)) {
    if (s->count == SHAPE_MAX) return false;
    s->leaf[s->count++] = (struct leaf){type, offset, type_width(type)};
    return true;
  }
  for (uint64_t i = 0, n = element_count(type); i < n; i++)
    if (!flatten(u, element_type(type, i), offset + element_offset(u, type, i), s)) return false;
  return true;
}

struct shape shape_of(const struct unit *u, LLVMTypeRef type) {
  struct shape s = {0};
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind:
  case LLVMMetadataTypeKind:
  case LLVMLabelTypeKind:
  case LLVMTokenTypeKind: return s;
  default: break;
  }
  if (!flatten(u, type, 0, &s)) s.count = 0;
  return s;
}

unsigned shape_index(const struct unit *u, LLVMTypeRef type, const unsigned *indices, unsigned count) {
  unsigned leaf = 0;
  for (unsigned k = 0; k < count; k++) {
    for (unsigned i = 0; i < indices[k]; i++) leaf += shape_of(u, element_type(type, i)).count;
    type = element_type(type, indices[k]);
  }
  return leaf;
}

static unsigned element_at(const struct unit *u, LLVMTypeRef type, uint64_t offset) {
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) return LLVMElementAtOffset(u->layout, type, offset);
  return offset / LLVMABISizeOfType(u->layout, LLVMGetElementType(type));
}

LLVMValueRef shape_leaf_value(struct unit *u, LLVMValueRef value, const struct shape *shape, unsigned k) {
  uint64_t offset = shape->leaf[k].offset;
  while (type_is_aggregate(LLVMTypeOf(value))) {
    unsigned i = element_at(u, LLVMTypeOf(value), offset);
    offset -= element_offset(u, LLVMTypeOf(value), i);
    value = LLVMBuildExtractValue(u->b, value, i, "");
  }
  return value;
}
