/* Rows are made when a type is first asked for, with those of all types it leads to. A row gets its
 * index before its members are looked at, so types may lead back to themselves.
 *
 * Invariant: no two rows of a file have the same id. An id is a hash of names and layout. It takes
 * in the types of members by their names alone: every way from a type back to itself passes through
 * a structure or union with a tag, and so the hash ends. */
#include "compile/types.h"
#include "base/hash.h"
#include "compile/spell.h"
#include "compile/tables.h"
#include "wire/type.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

struct types {
  LLVMValueRef placeholder;
  LLVMTypeRef row_type, member_type, target_type;
  vec(LLVMValueRef) rows, targets;
  struct map by_node; /* bare node, nothing of it entered -> index + 1 */
  struct map by_id;
};

void types_begin(struct unit *u) {
  struct types *t = u->types = xcalloc(1, sizeof *t);
  LLVMTypeRef row[] = {u->i64, u->ptr, u->i64, u->i32, u->i32, u->ptr, u->ptr};
  LLVMTypeRef member[] = {u->ptr, u->i64, u->i32, u->i32, u->ptr};
  LLVMTypeRef target[] = {u->ptr, u->ptr, u->i64};
  t->row_type = LLVMStructTypeInContext(u->context, row, 7, false);
  t->member_type = LLVMStructTypeInContext(u->context, member, 5, false);
  t->target_type = LLVMStructTypeInContext(u->context, target, 3, false);
  t->placeholder = table_placeholder(u, "__raddle_types_here");
}

void types_finish(struct unit *u) {
  struct types *t = u->types;
  LLVMValueRef rows = NULL;
  if (t->rows.count) rows = table_rows(u, "raddle_types", t->row_type, t->rows.at, t->rows.count);
  if (t->targets.count) table_rows(u, "raddle_targets", t->target_type, t->targets.at, t->targets.count);
  table_fill(t->placeholder, rows);
}

/* ---- what debug information says ---- */

static bool is_named(debug_node type, const char *const *list) {
  size_t length;
  const char *name = type_name(type, &length);
  for (; *list; list++)
    if (strlen(*list) == length && !memcmp(*list, name, length)) return true;
  return false;
}

/* The C interface does not tell the encoding. */
static enum type_kind kind_of_base(debug_node base) {
  static const char *const SIGNED[] = {"signed char", "short", "int", "long", "long long", NULL};
  static const char *const UNSIGNED[] = {"unsigned char", "unsigned short",     "unsigned int",
                                         "unsigned long", "unsigned long long", NULL};
  static const char *const BOOLEAN[] = {"_Bool", "bool", NULL}, *const CHAR[] = {"char", NULL};
  if (!type_size(base)) return TYPE_OPAQUE;
  if (is_named(base, SIGNED)) return TYPE_SIGNED;
  if (is_named(base, UNSIGNED)) return TYPE_UNSIGNED;
  if (is_named(base, BOOLEAN)) return TYPE_BOOL;
  return is_named(base, CHAR) ? TYPE_CHAR : TYPE_WIDE;
}

static enum type_kind kind_of(debug_node bare) {
  unsigned tag = type_tag(bare);
  if (type_is_incomplete(bare)) return TYPE_OPAQUE;
  if (type_is_sync(bare)) return TYPE_SYNC;
  switch (tag) {
  case TAG_BASE: return kind_of_base(bare);
  case TAG_ENUMERATION: return kind_of_base(type_plain(type_base(bare)));
  case TAG_POINTER: return TYPE_POINTER;
  case TAG_ARRAY: return type_is_vector(bare) ? TYPE_WIDE : TYPE_ARRAY;
  case TAG_STRUCTURE: return TYPE_STRUCT;
  case TAG_UNION: return TYPE_UNION;
  case TAG_FUNCTION: return TYPE_FUNCTION;
  default: return TYPE_OPAQUE;
  }
}

static uint64_t count_of(struct debug_type array) {
  struct debug_nodes all = type_elements(array.node);
  uint64_t count = 0;
  if (array.entered < all.count) dimension_count(all.at[array.entered], &count);
  free(all.at);
  return count;
}

uint64_t types_size(struct debug_type type) {
  type = type_bare(type);
  enum type_kind kind = kind_of(type.node);
  if (kind == TYPE_ARRAY) return count_of(type) * types_size(type_element(type));
  return kind == TYPE_OPAQUE || kind == TYPE_FUNCTION ? 0 : type_size(type.node);
}

struct debug_type types_of_length(struct debug_type type) {
  while (type_is_array(type.node) && !types_size(type)) type = type_element(type);
  return type;
}

bool type_is_bytes(struct debug_type type) {
  type = type_bare(type);
  switch (kind_of(type.node)) {
  case TYPE_ARRAY: return type_is_bytes(type_element(type));
  case TYPE_SIGNED:
  case TYPE_UNSIGNED:
  case TYPE_CHAR: return type_size(type.node) == 1;
  default: return false;
  }
}

/* ---- members ---- */

struct member {
  debug_node node;
  struct debug_type type;
  uint64_t offset;
  uint32_t bit, bits;
};
struct members {
  struct member *at;
  unsigned count;
};

/* The unit of a bit-field is as large as its type. Where a packed structure has no room for that,
 * the unit is a byte, and the bit-field may reach over its end. */
static void place_bits(struct member *m, uint64_t first, uint64_t whole) {
  uint64_t unit = types_size(m->type);
  bool fits = unit && first % (8 * unit) + m->bits <= 8 * unit && (first / (8 * unit) + 1) * unit <= whole;
  if (!fits) unit = 1;
  m->offset = first / (8 * unit) * unit;
  m->bit = (uint32_t)(first % (8 * unit));
}

static struct members members_of(debug_node structure) {
  struct debug_nodes all = type_elements(structure);
  struct members list = {xcalloc(all.count + 1, sizeof *list.at), 0};
  uint64_t whole = type_size(structure);
  for (unsigned i = 0; i < all.count; i++) {
    if (type_tag(all.at[i]) != TAG_MEMBER) continue;
    LLVMMetadataRef node = LLVMValueAsMetadata(all.at[i]);
    uint64_t first = LLVMDITypeGetOffsetInBits(node);
    struct member *m = &list.at[list.count++];
    *m = (struct member){.node = all.at[i], .type = {type_base(all.at[i]), 0}, .offset = first / 8};
    if (!(LLVMDITypeGetFlags(node) & LLVMDIFlagBitField)) continue;
    m->bits = (uint32_t)LLVMDITypeGetSizeInBits(node);
    place_bits(m, first, whole);
  }
  free(all.at);
  return list;
}

static bool narrow(struct debug_type *type, uint64_t size);

static bool narrow_members(struct debug_type *type, uint64_t size) {
  struct members all = members_of(type->node);
  struct debug_type found = {0};
  unsigned count = 0;
  for (unsigned i = 0; i < all.count; i++) {
    struct debug_type part = all.at[i].type;
    if (all.at[i].offset || all.at[i].bits || !narrow(&part, size)) continue;
    found = part;
    count++;
  }
  free(all.at);
  if (count == 1) *type = found;
  return count == 1;
}

static bool narrow(struct debug_type *type, uint64_t size) {
  *type = type_bare(*type);
  uint64_t whole = types_size(*type);
  if (whole <= size) return whole == size;
  switch (kind_of(type->node)) {
  case TYPE_ARRAY: *type = type_element(*type); return narrow(type, size);
  case TYPE_STRUCT:
  case TYPE_UNION: return narrow_members(type, size);
  default: return false;
  }
}

bool types_narrow(struct debug_type *type, uint64_t size) {
  for (; type_is_array(type->node) && types_size(*type) > size; *type = type_element(*type)) {
    uint64_t one = types_size(type_element(*type));
    if (one && size >= one && size % one == 0) return *type = type_element(*type), true;
  }
  return narrow(type, size);
}

/* ---- ids ---- */

static uint64_t id_of(struct unit *u, struct debug_type type);

static uint64_t mix_text(uint64_t hash, const char *text, size_t length) {
  return hash_mix(hash, hash_bytes(text, length));
}

static uint64_t mix_name(struct unit *u, uint64_t hash, struct debug_type type) {
  char *name = type_spelled(u, type);
  hash = mix_text(hash, name, strlen(name));
  free(name);
  return hash;
}

static uint64_t mix_members(struct unit *u, uint64_t hash, debug_node structure) {
  struct members all = members_of(structure);
  for (unsigned i = 0; i < all.count; i++) {
    const struct member *m = &all.at[i];
    size_t length;
    const char *name = type_name(m->node, &length);
    hash = mix_name(u, mix_text(hash, name, length), m->type);
    hash = hash_mix(hash_mix(hash_mix(hash, m->offset), m->bit), m->bits);
    struct debug_type bare = type_bare(m->type);
    if (type_is_nameless(u, bare.node)) hash = hash_mix(hash, id_of(u, bare));
  }
  free(all.at);
  return hash;
}

static uint64_t id_of(struct unit *u, struct debug_type type) {
  type = type_bare(type);
  enum type_kind kind = kind_of(type.node);
  uint64_t hash = hash_mix(mix_name(u, kind + 1, type), types_size(type));
  switch (kind) {
  case TYPE_STRUCT:
  case TYPE_UNION: hash = mix_members(u, hash, type.node); break;
  case TYPE_POINTER: hash = hash_mix(hash, id_of(u, (struct debug_type){type_base(type.node), 0})); break;
  case TYPE_ARRAY: hash = hash_mix(hash, id_of(u, type_element(type))); break;
  default: break;
  }
  return hash_scramble(hash) | 1; /* 0: no id */
}

/* ---- rows ---- */

static LLVMValueRef text_of(struct unit *u, struct debug_type type) {
  char *name = type_spelled(u, type);
  LLVMValueRef text = table_string(u, name, strlen(name));
  free(name);
  return text;
}

static LLVMValueRef member_row(struct unit *u, const struct member *m) {
  size_t length;
  const char *name = type_name(m->node, &length);
  LLVMValueRef field[] = {table_string(u, name, length), k64(u, m->offset), k32(u, m->bit), k32(u, m->bits),
                          types_row(u, m->type)};
  return LLVMConstStructInContext(u->context, field, 5, false);
}

static LLVMValueRef list_members(struct unit *u, debug_node structure, uint32_t *count) {
  struct members all = members_of(structure);
  LLVMValueRef *rows = xcalloc(all.count + 1, sizeof *rows), list = LLVMConstNull(u->ptr);
  for (unsigned i = 0; i < all.count; i++) rows[i] = member_row(u, &all.at[i]);
  *count = all.count;
  if (all.count)
    list = table_constant(u, LLVMConstArray2(u->types->member_type, rows, all.count), "raddle.members");
  free(rows);
  free(all.at);
  return list;
}

static LLVMValueRef make_row(struct unit *u, struct debug_type type, uint64_t id) {
  enum type_kind kind = kind_of(type.node);
  LLVMValueRef inner = LLVMConstNull(u->ptr), members = inner;
  uint32_t count = 0;
  if (kind == TYPE_POINTER) inner = types_row(u, (struct debug_type){type_base(type.node), 0});
  if (kind == TYPE_ARRAY) inner = types_row(u, type_element(type)), count = (uint32_t)count_of(type);
  if (kind == TYPE_STRUCT || kind == TYPE_UNION) members = list_members(u, type.node, &count);
  LLVMValueRef field[] = {k64(u, id), text_of(u, type), k64(u, types_size(type)), k32(u, kind), k32(u, count),
                          inner,      members};
  return LLVMConstStructInContext(u->context, field, 7, false);
}

/* Its index + 1. */
static size_t find_row(struct unit *u, struct debug_type type) {
  struct types *t = u->types;
  uint64_t id = id_of(u, type);
  const void *key = (const void *)(uintptr_t)id;
  size_t index = map_get(&t->by_id, key);
  if (index) return index;
  vec_push(&t->rows, NULL);
  index = t->rows.count;
  map_set(&t->by_id, key, index);
  LLVMValueRef row = make_row(u, type, id);
  t->rows.at[index - 1] = row;
  return index;
}

LLVMValueRef types_row(struct unit *u, struct debug_type type) {
  struct types *t = u->types;
  type = type_bare(type);
  bool is_whole = type.node && !type.entered;
  size_t index = is_whole ? map_get(&t->by_node, type.node) : 0;
  if (!index) index = find_row(u, type);
  if (is_whole) map_set(&t->by_node, type.node, index);
  return table_entry(u, t->placeholder, (index - 1) * sizeof(struct raddle_type));
}

/* ---- functions ---- */

/* main is not for the program to call. */
void types_target(struct unit *u, LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  debug_node type = type_of_function(u, function);
  if (u->options->is_model || !type || !strcmp(name, "main")) return;
  if (LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage) return;
  LLVMValueRef field[] = {function, table_string(u, name, length),
                          k64(u, id_of(u, (struct debug_type){type, 0}))};
  vec_push(&u->types->targets, LLVMConstStructInContext(u->context, field, 3, false));
}
