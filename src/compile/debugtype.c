/* The C interface has no accessors for most of this: nodes are read by the numbers of their
 * operands, as LLVM's DebugInfoMetadata.h lists them. */
#include "compile/debugtype.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

enum tag {
  TAG_ARRAY = 0x01,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCTURE = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47,
};
enum operand {
  VARIABLE_NAME = 1,
  VARIABLE_TYPE = 3,
  TYPE_NAME = 2,
  TYPE_BASE = 3,
  TYPE_ELEMENTS = 4,
  SUBPROGRAM_TYPE = 4,
  SUBROUTINE_TYPES = 3,
  UNIT_RETAINED = 5,
};
enum { DEPTH_MAX = 32 };

debug_node node_operand(debug_node node, unsigned k) {
  unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
  if (k >= count) return NULL;
  LLVMValueRef *all = xcalloc(count, sizeof *all), found;
  LLVMGetMDNodeOperands(node, all);
  found = all[k];
  free(all);
  return found;
}

static const char *text_of(debug_node string, size_t *length) {
  unsigned n = 0;
  const char *text = string ? LLVMGetMDString(string, &n) : NULL;
  *length = n;
  return text ? text : "";
}

const char *variable_name(debug_node variable, size_t *length) {
  return text_of(node_operand(variable, VARIABLE_NAME), length);
}

debug_node variable_type(debug_node variable) { return node_operand(variable, VARIABLE_TYPE); }

debug_node variable_of_global(struct unit *u, LLVMValueRef global) {
  size_t count;
  LLVMMetadataRef found = NULL;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &count);
  for (unsigned i = 0; i < count && !found; i++) {
    LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(all, i);
    if (LLVMGetMetadataKind(m) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = LLVMDIGlobalVariableExpressionGetVariable(m);
  }
  LLVMDisposeValueMetadataEntries(all);
  return found ? LLVMMetadataAsValue(u->context, found) : NULL;
}

/* ---- types ---- */

static unsigned tag_of(debug_node type) {
  if (!type) return 0;
  LLVMMetadataRef m = LLVMValueAsMetadata(type);
  switch (LLVMGetMetadataKind(m)) {
  case LLVMDIDerivedTypeMetadataKind:
  case LLVMDICompositeTypeMetadataKind: return LLVMGetDINodeTag(m);
  default: return 0;
  }
}

debug_node type_plain(debug_node type) {
  for (int depth = 0; depth < DEPTH_MAX; depth++) {
    switch (tag_of(type)) {
    case TAG_TYPEDEF:
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC: type = node_operand(type, TYPE_BASE); break;
    default: return type;
    }
  }
  return NULL;
}

bool type_is_pointer(debug_node type) { return tag_of(type_plain(type)) == TAG_POINTER; }

bool type_is_array(debug_node type) { return tag_of(type_plain(type)) == TAG_ARRAY; }

debug_node type_inner(debug_node type) {
  type = type_plain(type);
  return tag_of(type) == TAG_POINTER || tag_of(type) == TAG_ARRAY ? node_operand(type, TYPE_BASE) : NULL;
}

unsigned type_dimensions(debug_node array) {
  debug_node ranges = node_operand(type_plain(array), TYPE_ELEMENTS);
  return ranges ? LLVMGetMDNodeNumOperands(ranges) : 0;
}

bool type_member(debug_node structure, uint64_t bit, struct debug_member *out) {
  structure = type_plain(structure);
  debug_node list = tag_of(structure) == TAG_STRUCTURE ? node_operand(structure, TYPE_ELEMENTS) : NULL;
  unsigned count = list ? LLVMGetMDNodeNumOperands(list) : 0;
  if (!count) return false;
  LLVMValueRef *all = xcalloc(count, sizeof *all);
  LLVMGetMDNodeOperands(list, all);
  bool is_found = false;
  for (unsigned i = 0; i < count && !is_found; i++) {
    LLVMMetadataRef m = LLVMValueAsMetadata(all[i]);
    if (tag_of(all[i]) != TAG_MEMBER || LLVMDITypeGetFlags(m) & LLVMDIFlagBitField) continue;
    uint64_t offset = LLVMDITypeGetOffsetInBits(m), size = LLVMDITypeGetSizeInBits(m);
    if (bit < offset || bit - offset >= (size ? size : 1)) continue;
    *out = (struct debug_member){.type = node_operand(all[i], TYPE_BASE), .offset = offset};
    out->name = text_of(node_operand(all[i], TYPE_NAME), &out->length);
    is_found = true;
  }
  free(all);
  return is_found;
}

/* ---- structures by name ---- */

struct structures {
  struct map seen;    /* types that were looked at */
  struct map by_name; /* by the hash of the name */
};

static const void *hash_of(const char *name, size_t length) {
  return (const void *)(uintptr_t)hash_bytes(name, length);
}

static const char *type_name(debug_node type, size_t *length) {
  return text_of(node_operand(type, TYPE_NAME), length);
}

static void note_type(struct structures *s, debug_node type, const char *alias, size_t length, int depth);

static void note_members(struct structures *s, debug_node structure, int depth) {
  debug_node list = node_operand(structure, TYPE_ELEMENTS);
  unsigned count = list ? LLVMGetMDNodeNumOperands(list) : 0;
  if (!count) return;
  LLVMValueRef *all = xcalloc(count, sizeof *all);
  LLVMGetMDNodeOperands(list, all);
  for (unsigned i = 0; i < count; i++)
    if (tag_of(all[i]) == TAG_MEMBER) note_type(s, node_operand(all[i], TYPE_BASE), "", 0, depth);
  free(all);
}

/* A structure without a name has that of the typedef. */
static void note_structure(struct structures *s, debug_node type, const char *alias, size_t length) {
  size_t own;
  const char *name = type_name(type, &own);
  if (own) alias = name, length = own;
  const void *key = hash_of(alias, length);
  if (length && node_operand(type, TYPE_ELEMENTS) && !map_get(&s->by_name, key))
    map_set(&s->by_name, key, (uintptr_t)type);
}

static void note_type(struct structures *s, debug_node type, const char *alias, size_t length, int depth) {
  if (!type || depth > DEPTH_MAX || !tag_of(type)) return;
  unsigned tag = tag_of(type);
  if (tag == TAG_STRUCTURE) note_structure(s, type, alias, length);
  if (map_get(&s->seen, type)) return;
  map_set(&s->seen, type, 1);
  if (tag == TAG_STRUCTURE || tag == TAG_UNION) {
    note_members(s, type, depth + 1);
    return;
  }
  if (tag == TAG_TYPEDEF) alias = type_name(type, &length);
  note_type(s, node_operand(type, TYPE_BASE), alias, length, depth + 1);
}

static void note_retained(struct structures *s, LLVMValueRef unit) {
  debug_node list = node_operand(unit, UNIT_RETAINED);
  unsigned count = list ? LLVMGetMDNodeNumOperands(list) : 0;
  for (unsigned i = 0; i < count; i++) note_type(s, node_operand(list, i), "", 0, 0);
}

static struct structures *find_structures(struct unit *u) {
  struct structures *s = xcalloc(1, sizeof *s);
  unsigned count = LLVMGetNamedMetadataNumOperands(u->module, "llvm.dbg.cu");
  LLVMValueRef *units = xcalloc(count + 1, sizeof *units);
  LLVMGetNamedMetadataOperands(u->module, "llvm.dbg.cu", units);
  for (unsigned i = 0; i < count; i++) note_retained(s, units[i]);
  free(units);
  const struct map *known[] = {&u->variables, &u->holders};
  for (int k = 0; k < 2; k++)
    table_each (const struct map_slot, variable, &known[k]->slots)
      note_type(s, variable_type((debug_node)variable->value), "", 0, 0);
  return s;
}

/* "node" of "struct.node" and "struct.node.12"; false if it has no name. */
static bool plain_name(LLVMTypeRef structure, const char **name, size_t *length) {
  const char *whole = LLVMGetStructName(structure);
  if (!whole || strncmp(whole, "struct.", 7) != 0 || !strncmp(whole + 7, "anon", 4)) return false;
  *name = whole + 7;
  *length = strcspn(*name, ".");
  return *length > 0;
}

debug_node structure_find(struct unit *u, LLVMTypeRef structure) {
  const char *name;
  size_t length;
  if (!plain_name(structure, &name, &length)) return NULL;
  if (!u->structures) u->structures = find_structures(u);
  return (debug_node)map_get(&u->structures->by_name, hash_of(name, length));
}

bool type_is_structure(debug_node type, LLVMTypeRef structure) {
  size_t own, length;
  const char *name;
  type = type_plain(type);
  if (tag_of(type) != TAG_STRUCTURE) return false;
  const char *mine = type_name(type, &own);
  if (!own || !plain_name(structure, &name, &length)) return true;
  return own == length && !memcmp(mine, name, own);
}

debug_node type_returned(struct unit *u, LLVMValueRef function) {
  LLVMMetadataRef program = LLVMIsAFunction(function) ? LLVMGetSubprogram(function) : NULL;
  if (!program) return NULL;
  debug_node type = node_operand(LLVMMetadataAsValue(u->context, program), SUBPROGRAM_TYPE);
  return node_operand(node_operand(type, SUBROUTINE_TYPES), 0);
}
