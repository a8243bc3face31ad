/* The C interface has no accessors for most of this: nodes are read by the numbers of their
 * operands, as LLVM's DebugInfoMetadata.h lists them. */
#include "compile/debugtype.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

enum operand {
  VARIABLE_NAME = 1,
  VARIABLE_TYPE = 3,
  TYPE_NAME = 2,
  TYPE_BASE = 3,
  TYPE_ELEMENTS = 4,
  SUBPROGRAM_TYPE = 4,
  SUBROUTINE_TYPES = 3,
  UNIT_RETAINED = 5,
  DIMENSION_COUNT = 0,
};
enum { DEPTH_MAX = 32 };

struct debug_nodes node_operands(debug_node node) {
  struct debug_nodes all = {NULL, node ? LLVMGetMDNodeNumOperands(node) : 0};
  if (!all.count) return all;
  all.at = xcalloc(all.count, sizeof *all.at);
  LLVMGetMDNodeOperands(node, all.at);
  return all;
}

debug_node node_operand(debug_node node, unsigned k) {
  struct debug_nodes all = node_operands(node);
  debug_node found = k < all.count ? all.at[k] : NULL;
  free(all.at);
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

unsigned type_tag(debug_node type) {
  if (!type) return TAG_NONE;
  LLVMMetadataRef m = LLVMValueAsMetadata(type);
  switch (LLVMGetMetadataKind(m)) {
  case LLVMDIBasicTypeMetadataKind:
  case LLVMDISubroutineTypeMetadataKind:
  case LLVMDIDerivedTypeMetadataKind:
  case LLVMDICompositeTypeMetadataKind: return LLVMGetDINodeTag(m);
  default: return TAG_NONE;
  }
}

const char *type_name(debug_node type, size_t *length) {
  return text_of(node_operand(type, TYPE_NAME), length);
}

debug_node type_base(debug_node type) { return node_operand(type, TYPE_BASE); }

static bool has_flag(debug_node type, LLVMDIFlags flag) {
  return type_tag(type) && LLVMDITypeGetFlags(LLVMValueAsMetadata(type)) & flag;
}

bool type_is_incomplete(debug_node type) { return has_flag(type, LLVMDIFlagFwdDecl); }

bool type_is_vector(debug_node type) { return has_flag(type, LLVMDIFlagVector); }

uint64_t type_size(debug_node type) {
  type = type_plain(type);
  return type_tag(type) ? (LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(type)) + 7) / 8 : 0;
}

struct debug_nodes type_elements(debug_node type) {
  return node_operands(node_operand(type, type_tag(type) == TAG_FUNCTION ? SUBROUTINE_TYPES : TYPE_ELEMENTS));
}

bool dimension_count(debug_node dimension, uint64_t *count) {
  LLVMValueRef n = node_operand(dimension, DIMENSION_COUNT);
  bool is_known = n && LLVMIsAConstantInt(n) && LLVMConstIntGetSExtValue(n) >= 0;
  *count = is_known ? LLVMConstIntGetZExtValue(n) : 0;
  return is_known;
}

debug_node type_plain(debug_node type) {
  for (int depth = 0; depth < DEPTH_MAX; depth++) {
    switch (type_tag(type)) {
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

bool type_is_pointer(debug_node type) { return type_tag(type_plain(type)) == TAG_POINTER; }

bool type_is_array(debug_node type) { return type_tag(type_plain(type)) == TAG_ARRAY; }

debug_node type_inner(debug_node type) {
  type = type_plain(type);
  return type_tag(type) == TAG_POINTER || type_tag(type) == TAG_ARRAY ? node_operand(type, TYPE_BASE) : NULL;
}

struct debug_type type_element(struct debug_type array) {
  debug_node node = type_plain(array.node);
  if (array.entered + 1 < type_dimensions(node)) return (struct debug_type){node, array.entered + 1};
  return (struct debug_type){type_base(node), 0};
}

unsigned type_dimensions(debug_node array) {
  debug_node ranges = node_operand(type_plain(array), TYPE_ELEMENTS);
  return ranges ? LLVMGetMDNodeNumOperands(ranges) : 0;
}

bool type_member(debug_node structure, uint64_t bit, struct debug_member *out) {
  structure = type_plain(structure);
  if (type_tag(structure) != TAG_STRUCTURE) return false;
  struct debug_nodes all = type_elements(structure);
  bool is_found = false;
  for (unsigned i = 0; i < all.count && !is_found; i++) {
    LLVMMetadataRef m = LLVMValueAsMetadata(all.at[i]);
    if (type_tag(all.at[i]) != TAG_MEMBER || LLVMDITypeGetFlags(m) & LLVMDIFlagBitField) continue;
    uint64_t offset = LLVMDITypeGetOffsetInBits(m), size = LLVMDITypeGetSizeInBits(m);
    if (bit < offset || bit - offset >= (size ? size : 1)) continue;
    *out = (struct debug_member){.type = type_base(all.at[i]), .offset = offset};
    out->name = type_name(all.at[i], &out->length);
    is_found = true;
  }
  free(all.at);
  return is_found;
}

/* ---- structures by name ---- */

struct structures {
  struct map seen;    /* types that were looked at */
  struct map by_name; /* by the hash of the name */
  struct map alias;   /* types without a name -> a typedef */
};

static const void *hash_of(const char *name, size_t length) {
  return (const void *)(uintptr_t)hash_bytes(name, length);
}

static void note_type(struct structures *s, debug_node type, const char *alias, size_t length, int depth);

static void note_members(struct structures *s, debug_node structure, int depth) {
  struct debug_nodes all = type_elements(structure);
  for (unsigned i = 0; i < all.count; i++)
    if (type_tag(all.at[i]) == TAG_MEMBER) note_type(s, type_base(all.at[i]), "", 0, depth);
  free(all.at);
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

/* Of several the first by the alphabet: the order of the walk is not that of the source. */
static void note_alias(struct structures *s, debug_node typedef_node) {
  size_t own, length, other;
  debug_node type = type_base(typedef_node), known = (debug_node)map_get(&s->alias, type);
  unsigned tag = type_tag(type);
  if (tag != TAG_STRUCTURE && tag != TAG_UNION && tag != TAG_ENUMERATION) return;
  if (type_name(type, &own), own) return;
  const char *name = type_name(typedef_node, &length), *before = known ? type_name(known, &other) : NULL;
  int order = before ? memcmp(before, name, length < other ? length : other) : 1;
  if (order < 0 || (!order && other <= length)) return;
  map_set(&s->alias, type, (uintptr_t)typedef_node);
}

static void note_type(struct structures *s, debug_node type, const char *alias, size_t length, int depth) {
  if (!type || depth > DEPTH_MAX || !type_tag(type)) return;
  unsigned tag = type_tag(type);
  if (tag == TAG_STRUCTURE) note_structure(s, type, alias, length);
  if (map_get(&s->seen, type)) return;
  map_set(&s->seen, type, 1);
  if (tag == TAG_STRUCTURE || tag == TAG_UNION) {
    note_members(s, type, depth + 1);
    return;
  }
  if (tag == TAG_TYPEDEF) note_alias(s, type), alias = type_name(type, &length);
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
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g; g = LLVMGetNextGlobal(g))
    note_type(s, variable_type(variable_of_global(u, g)), "", 0, 0);
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

static struct structures *structures_of(struct unit *u) {
  if (!u->structures) u->structures = find_structures(u);
  return u->structures;
}

debug_node structure_find(struct unit *u, LLVMTypeRef structure) {
  const char *name;
  size_t length;
  if (!plain_name(structure, &name, &length)) return NULL;
  return (debug_node)map_get(&structures_of(u)->by_name, hash_of(name, length));
}

debug_node type_alias(struct unit *u, debug_node type) {
  return (debug_node)map_get(&structures_of(u)->alias, type);
}

bool type_is_structure(debug_node type, LLVMTypeRef structure) {
  size_t own, length;
  const char *name;
  type = type_plain(type);
  if (type_tag(type) != TAG_STRUCTURE) return false;
  const char *mine = type_name(type, &own);
  if (!own || !plain_name(structure, &name, &length)) return true;
  return own == length && !memcmp(mine, name, own);
}

debug_node type_of_function(struct unit *u, LLVMValueRef function) {
  LLVMMetadataRef program = LLVMIsAFunction(function) ? LLVMGetSubprogram(function) : NULL;
  return program ? node_operand(LLVMMetadataAsValue(u->context, program), SUBPROGRAM_TYPE) : NULL;
}

debug_node type_returned(struct unit *u, LLVMValueRef function) {
  return node_operand(node_operand(type_of_function(u, function), SUBROUTINE_TYPES), 0);
}
