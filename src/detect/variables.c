/* `global` holds every variable that has a fixed address, sorted by it; `member` every structure
 * member with a name, in the order of the debug information. Both are filled by one walk over all
 * units. A type is kept as the offset of its entry, which libdw turns back into the entry.
 *
 * A name is found by walking down from the variable's type: at each level exactly one element or
 * member holds all the bytes in question, or the walk ends there. */
#include "detect/variables.h"
#include "base/vec.h"
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DEPTH_MAX 32 /* of types in types: debug information may be damaged */

struct global {
  uint64_t address, size;
  const char *name; /* libdw's */
  Dwarf_Off type;   /* 0: unknown */
};

struct member {
  const char *name;
  Dwarf_Off type;
};

struct variables {
  const char *program;
  bool is_read;
  int fd;
  Dwarf *dwarf; /* NULL: no debug information */
  vec(struct global) globals;
  vec(struct member) members;
  vec(const char *) directories; /* the last is NULL */
};

struct variables *variables_open(const char *program) {
  struct variables *v = xcalloc(1, sizeof *v);
  v->program = program;
  v->fd = -1;
  return v;
}

void variables_close(struct variables *v) {
  if (!v) return;
  if (v->dwarf) dwarf_end(v->dwarf);
  if (v->fd >= 0) close(v->fd);
  vec_free(&v->globals);
  vec_free(&v->members);
  vec_free(&v->directories);
  free(v);
}

/* ---- types ---- */

static bool number_of(Dwarf_Die *die, unsigned name, uint64_t *out) {
  Dwarf_Attribute a;
  Dwarf_Word word;
  if (!dwarf_attr_integrate(die, name, &a) || dwarf_formudata(&a, &word)) return false;
  *out = word;
  return true;
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type) {
  Dwarf_Attribute a;
  return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

/* Without typedefs and qualifiers; false for void. */
static bool strip(Dwarf_Die *type) {
  for (int depth = 0; depth < DEPTH_MAX; depth++) {
    switch (dwarf_tag(type)) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type: break;
    default: return true;
    }
    Dwarf_Die inner;
    if (!type_of(type, &inner)) return false;
    *type = inner;
  }
  return false;
}

static uint64_t size_of(Dwarf_Die *type) {
  Dwarf_Word size;
  Dwarf_Die copy = *type;
  if (!strip(&copy)) return 0;
  if (dwarf_tag(&copy) == DW_TAG_pointer_type) return sizeof(void *);
  return dwarf_aggregate_size(&copy, &size) ? 0 : size;
}

static enum value_class base_class(Dwarf_Die *type) {
  uint64_t encoding = 0;
  number_of(type, DW_AT_encoding, &encoding);
  switch (encoding) {
  case DW_ATE_signed_char:
  case DW_ATE_unsigned_char: return size_of(type) == 1 ? CLASS_CHAR : CLASS_UNKNOWN;
  case DW_ATE_signed: return CLASS_SIGNED;
  case DW_ATE_unsigned: return CLASS_UNSIGNED;
  case DW_ATE_boolean: return CLASS_BOOL;
  case DW_ATE_float: return CLASS_FLOAT;
  default: return CLASS_UNKNOWN;
  }
}

static enum value_class class_of(Dwarf_Die type) {
  if (!strip(&type)) return CLASS_UNKNOWN;
  switch (dwarf_tag(&type)) {
  case DW_TAG_base_type: return base_class(&type);
  case DW_TAG_pointer_type: return CLASS_POINTER;
  case DW_TAG_enumeration_type: return CLASS_ENUM;
  default: return CLASS_UNKNOWN;
  }
}

/* ---- reading ---- */

/* The address of a variable that has a fixed one. */
static bool address_of(Dwarf_Die *die, uint64_t *out) {
  Dwarf_Attribute a, value;
  Dwarf_Op *op;
  size_t count;
  if (!dwarf_attr(die, DW_AT_location, &a) || dwarf_getlocation(&a, &op, &count) || count != 1) return false;
  if (op[0].atom == DW_OP_addr) return *out = op[0].number, true;
  if (op[0].atom != DW_OP_addrx && op[0].atom != DW_OP_GNU_addr_index) return false;
  Dwarf_Addr address;
  if (dwarf_getlocation_attr(&a, &op[0], &value) || dwarf_formaddr(&value, &address)) return false;
  return *out = address, true;
}

static void note_variable(struct variables *v, Dwarf_Die *die) {
  Dwarf_Attribute a;
  Dwarf_Die type;
  struct global g = {0};
  if (!address_of(die, &g.address) || !dwarf_attr_integrate(die, DW_AT_name, &a)) return;
  g.name = dwarf_formstring(&a);
  if (!g.name || !type_of(die, &type)) return;
  g.type = dwarf_dieoffset(&type);
  g.size = size_of(&type);
  vec_push(&v->globals, g);
}

static void note_members(struct variables *v, Dwarf_Die *aggregate) {
  Dwarf_Die m, type;
  if (dwarf_child(aggregate, &m)) return;
  do {
    const char *name = dwarf_diename(&m);
    if (dwarf_tag(&m) != DW_TAG_member || !name || !type_of(&m, &type)) continue;
    struct member member = {name, dwarf_dieoffset(&type)};
    vec_push(&v->members, member);
  } while (!dwarf_siblingof(&m, &m));
}

static void walk(struct variables *v, Dwarf_Die *parent, int depth) {
  Dwarf_Die die;
  if (depth > DEPTH_MAX || dwarf_child(parent, &die)) return;
  do {
    switch (dwarf_tag(&die)) {
    case DW_TAG_variable: note_variable(v, &die); break;
    case DW_TAG_structure_type:
    case DW_TAG_union_type: note_members(v, &die); /* fall through: types may be nested */
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block: walk(v, &die, depth + 1); break;
    default: break;
    }
  } while (!dwarf_siblingof(&die, &die));
}

static void note_directory(struct variables *v, Dwarf_Die *unit) {
  Dwarf_Attribute a;
  const char *directory = dwarf_attr(unit, DW_AT_comp_dir, &a) ? dwarf_formstring(&a) : NULL;
  if (!directory) return;
  for (size_t i = 0; i < v->directories.count; i++)
    if (!strcmp(v->directories.at[i], directory)) return;
  vec_push(&v->directories, directory);
}

static int by_address(const void *a, const void *b) {
  const struct global *x = a, *y = b;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  return x->size < y->size ? -1 : x->size > y->size;
}

static void read_all(struct variables *v) {
  v->is_read = true;
  v->fd = open(v->program, O_RDONLY | O_CLOEXEC);
  if (v->fd >= 0) v->dwarf = dwarf_begin(v->fd, DWARF_C_READ);
  Dwarf_CU *unit = NULL;
  Dwarf_Die die;
  while (v->dwarf && !dwarf_get_units(v->dwarf, unit, &unit, NULL, NULL, &die, NULL)) {
    note_directory(v, &die);
    walk(v, &die, 0);
  }
  vec_push(&v->directories, NULL);
  if (v->globals.count) qsort(v->globals.at, v->globals.count, sizeof *v->globals.at, by_address);
}

/* ---- a path into a type ---- */

struct cursor {
  Dwarf_Die type;
  uint64_t offset, size; /* the bytes, within the type */
  struct variable *out;
};

__attribute__((format(printf, 2, 3))) static void put(struct variable *v, const char *format, ...) {
  size_t used = strlen(v->text);
  va_list args;
  va_start(args, format);
  vsnprintf(v->text + used, sizeof v->text - used, format, args);
  va_end(args);
}

/* Elements in all dimensions from `range` on, 1 if there are none. */
static uint64_t elements(Dwarf_Die range) {
  uint64_t n = 1, count, upper;
  do {
    if (dwarf_tag(&range) != DW_TAG_subrange_type) continue;
    if (number_of(&range, DW_AT_count, &count))
      n *= count;
    else if (number_of(&range, DW_AT_upper_bound, &upper))
      n *= upper + 1;
    else
      n = 0;
  } while (!dwarf_siblingof(&range, &range));
  return n;
}

/* Into the element of all dimensions; false if the bytes are not within one. */
static bool enter_array(struct cursor *c) {
  Dwarf_Die element, range, rest;
  if (!type_of(&c->type, &element) || dwarf_child(&c->type, &range)) return false;
  uint64_t unit = size_of(&element);
  if (!unit || c->offset / unit != (c->offset + (c->size ? c->size : 1) - 1) / unit) return false;
  uint64_t index = c->offset / unit;
  do {
    if (dwarf_tag(&range) != DW_TAG_subrange_type) continue;
    uint64_t below = dwarf_siblingof(&range, &rest) ? 1 : elements(rest);
    if (!below) return false;
    put(c->out, "[%lu]", index / below);
    index %= below;
  } while (!dwarf_siblingof(&range, &range));
  c->offset %= unit;
  c->type = element;
  return true;
}

/* Bytes of a member within its structure. Bit-fields take those that hold one of their bits. */
static bool member_bytes(Dwarf_Die *m, uint64_t *start, uint64_t *size) {
  uint64_t bits, first;
  Dwarf_Die type;
  if (dwarf_tag(m) != DW_TAG_member || !type_of(m, &type)) return false;
  if (number_of(m, DW_AT_bit_size, &bits) && number_of(m, DW_AT_data_bit_offset, &first)) {
    *start = first / 8;
    *size = (first + bits + 7) / 8 - first / 8;
    return true;
  }
  if (!number_of(m, DW_AT_data_member_location, start)) *start = 0;
  *size = size_of(&type);
  return true;
}

static bool overlaps(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size) {
  return a < b + b_size && b < a + a_size;
}

/* Into the member that holds the bytes; in a union the first that does. False if they touch
 * several. */
static bool enter_aggregate(struct cursor *c) {
  Dwarf_Die m, found;
  uint64_t start, size, found_start = 0;
  bool is_union = dwarf_tag(&c->type) == DW_TAG_union_type, is_found = false;
  uint64_t wanted = c->size ? c->size : 1;
  if (dwarf_child(&c->type, &m)) return false;
  do {
    if (!member_bytes(&m, &start, &size) || !overlaps(start, size, c->offset, wanted)) continue;
    bool is_inside = start <= c->offset && c->offset + wanted <= start + size;
    if (is_union && !is_inside) continue;
    if (is_found || !is_inside) return false;
    found = m, found_start = start, is_found = true;
    if (is_union) break;
  } while (!dwarf_siblingof(&m, &m));
  if (!is_found || !type_of(&found, &c->type)) return false;
  const char *name = dwarf_diename(&found);
  if (name && !strncmp(name, "__", 2)) return false; /* the inside of pthread_mutex_t and the like */
  if (name) put(c->out, ".%s", name);
  c->offset -= found_start;
  return true;
}

static bool is_whole(struct cursor *c) {
  return c->offset == 0 && (c->size == size_of(&c->type) || !c->size);
}

/* One level down. What is accessed whole and is larger than any scalar is named as it is. */
static bool enter(struct cursor *c) {
  Dwarf_Die plain = c->type;
  if (!strip(&plain) || (is_whole(c) && c->size > sizeof(uint64_t))) return false;
  int tag = dwarf_tag(&plain);
  bool is_array = tag == DW_TAG_array_type;
  if (!is_array && tag != DW_TAG_structure_type && tag != DW_TAG_union_type) return false;
  struct cursor deeper = *c;
  size_t length = strlen(c->out->text);
  deeper.type = plain;
  if (is_array ? enter_array(&deeper) : enter_aggregate(&deeper)) return *c = deeper, true;
  c->out->text[length] = 0;
  return false;
}

static const struct global *global_at(const struct variables *v, uint64_t address) {
  size_t low = 0, high = v->globals.count; /* the last that begins at or below it */
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (v->globals.at[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  const struct global *g = low ? &v->globals.at[low - 1] : NULL;
  return g && (address - g->address < g->size || address == g->address) ? g : NULL;
}

bool variables_find(struct variables *v, uint64_t address, uint64_t size, struct variable *out) {
  if (!v->is_read) read_all(v);
  *out = (struct variable){0};
  const struct global *g = global_at(v, address);
  if (!g) return false;
  struct cursor c = {.offset = address - g->address, .size = size, .out = out};
  put(out, "%s", g->name);
  if (!dwarf_offdie(v->dwarf, g->type, &c.type)) return true;
  for (int depth = 0; depth < DEPTH_MAX && enter(&c); depth++) continue;
  out->is_exact = is_whole(&c);
  out->class = out->is_exact ? class_of(c.type) : CLASS_UNKNOWN;
  if (strip(&c.type)) out->type = dwarf_dieoffset(&c.type);
  return true;
}

/* ---- values ---- */

enum value_class variables_member_class(struct variables *v, const char *member, uint64_t size) {
  enum value_class found = CLASS_UNKNOWN;
  if (!v->is_read) read_all(v);
  for (size_t i = 0; i < v->members.count; i++) {
    Dwarf_Die type;
    if (strcmp(v->members.at[i].name, member) != 0) continue;
    if (!dwarf_offdie(v->dwarf, v->members.at[i].type, &type) || size_of(&type) != size) continue;
    enum value_class class = class_of(type);
    if (found && class != found) return CLASS_UNKNOWN;
    found = class;
  }
  return found == CLASS_ENUM ? CLASS_UNKNOWN : found; /* which enumeration is not known */
}

const char *const *variables_directories(struct variables *v) {
  if (!v->is_read) read_all(v);
  return v->directories.at;
}

const char *variables_enumerator(struct variables *v, uint64_t type, int64_t value) {
  Dwarf_Die die, e;
  Dwarf_Attribute a;
  Dwarf_Sword constant;
  if (!v->dwarf || !dwarf_offdie(v->dwarf, type, &die) || dwarf_tag(&die) != DW_TAG_enumeration_type)
    return NULL;
  if (dwarf_child(&die, &e)) return NULL;
  do {
    if (dwarf_tag(&e) != DW_TAG_enumerator || !dwarf_attr(&e, DW_AT_const_value, &a)) continue;
    if (!dwarf_formsdata(&a, &constant) && constant == value) return dwarf_diename(&e);
  } while (!dwarf_siblingof(&e, &e));
  return NULL;
}
