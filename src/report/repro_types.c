/* A structure is mirrored if its members, one behind the other as the System V ABI lays them out, end
 * up where the program has them. */
#include "report/repro_types.h"
#include "explore/type_path.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct layout {
  uint64_t size, align;
  bool is_mirrored;
};

static const char *name_of(const struct shm *s, const struct program_type *t) {
  return shm_strings(s) + t->name;
}

static uint64_t aligned(uint64_t n, uint64_t align) { return (n + align - 1) / align * align; }

static bool is_real(const struct shm *s, const struct program_type *t) {
  const char *name = name_of(s, t);
  return !strcmp(name, "float") || !strcmp(name, "double") || !strcmp(name, "long double") ||
         !strcmp(name, "__int128") || !strcmp(name, "unsigned __int128");
}

/* ---- layout ---- */

static struct layout layout_of(const struct shm *s, const struct program_type *t);

/* Where a bit-field begins that comes next; it does not cross a boundary of its type. */
static uint64_t place_bits(uint64_t at, uint64_t bits, uint64_t unit) {
  return at / unit == (at + bits - 1) / unit ? at : aligned(at, unit);
}

/* In bits from the beginning on. */
static bool add_member(const struct shm *s, const struct program_member *m, bool is_union, uint64_t *at,
                       struct layout *whole) {
  const struct program_type *type = type_of_number(s, m->type);
  if (!type) return false;
  struct layout part = layout_of(s, type);
  if (!part.is_mirrored || !part.align) return false;
  uint64_t first = is_union ? 0 : *at, size = m->bits ? m->bits : 8 * part.size;
  first = m->bits ? place_bits(first, size, 8 * part.size) : aligned(first, 8 * part.align);
  if (part.align > whole->align) whole->align = part.align;
  if (first + size > *at) *at = first + size;
  return first == 8 * m->offset + m->bit;
}

static struct layout layout_of_members(const struct shm *s, const struct program_type *t) {
  struct layout whole = {t->size, 1, true};
  uint64_t end = 0;
  for (uint32_t i = 0; i < t->count && whole.is_mirrored; i++)
    whole.is_mirrored = add_member(s, &shm_member(s)[t->member + i], t->kind == TYPE_UNION, &end, &whole);
  whole.is_mirrored &= t->member + t->count <= s->member_count && t->count;
  whole.is_mirrored &= aligned((end + 7) / 8, whole.align) == t->size;
  return whole;
}

static struct layout layout_of(const struct shm *s, const struct program_type *t) {
  switch ((enum type_kind)t->kind) {
  case TYPE_STRUCT:
  case TYPE_UNION: return layout_of_members(s, t);
  case TYPE_ARRAY: {
    const struct program_type *each = type_of_number(s, t->inner);
    struct layout l = each ? layout_of(s, each) : (struct layout){0};
    return (struct layout){l.size * t->count, l.align, l.is_mirrored};
  }
  case TYPE_SYNC: return (struct layout){t->size, t->size % 8 ? t->size % 4 ? 1 : 4 : 8, true};
  case TYPE_WIDE: return (struct layout){t->size, t->size, is_real(s, t)};
  case TYPE_OPAQUE:
  case TYPE_FUNCTION: return (struct layout){0, 1, false};
  default: return (struct layout){t->size, t->size, true};
  }
}

bool repro_is_mirrored(const struct shm *s, const struct program_type *t) {
  return layout_of(s, t).is_mirrored;
}

/* ---- declarations ---- */

/* "struct cell" with number 1: struct cell_1. */
static char *tag_of(const struct shm *s, const struct program_type *t) {
  const char *name = name_of(s, t), *last = strrchr(name, ' ');
  bool has_name = !strchr(name, '{');
  char *tag = xprintf("%s %s_%u", t->kind == TYPE_UNION ? "union" : "struct",
                      !has_name ? "nameless"
                      : last    ? last + 1
                                : name,
                      t->same);
  for (char *p = strchr(tag, ' ') + 1; *p; p++)
    if (!isalnum((unsigned char)*p)) *p = '_';
  return tag;
}

static const char *integer_of(const struct program_type *t) {
  bool is_signed = t->kind == TYPE_SIGNED;
  switch (t->size) {
  case 1: return is_signed ? "signed char" : "unsigned char";
  case 2: return is_signed ? "short" : "unsigned short";
  case 4: return is_signed ? "int" : "unsigned";
  default: return is_signed ? "long" : "unsigned long";
  }
}

static char *declare_pointer(const struct shm *s, const struct program_type *to, const char *declarator) {
  if (!to || to->kind == TYPE_OPAQUE || (to->kind == TYPE_WIDE && !is_real(s, to)))
    return xprintf("void *%s", declarator);
  if (to->kind == TYPE_FUNCTION) return xprintf("void (*%s)(void)", declarator);
  char *outer = xprintf(to->kind == TYPE_ARRAY ? "(*%s)" : "*%s", declarator);
  char *text = repro_declaration(s, to, outer);
  free(outer);
  return text;
}

static char *declare_array(const struct shm *s, const struct program_type *t, const char *declarator) {
  const struct program_type *each = type_of_number(s, t->inner);
  char *outer = t->count ? xprintf("%s[%u]", declarator, t->count) : xprintf("%s[]", declarator);
  char *text = each ? repro_declaration(s, each, outer) : xprintf("char %s", outer);
  free(outer);
  return text;
}

static char *declare_sync(const struct program_type *t, const char *declarator) {
  uint64_t unit = t->size % 8 ? t->size % 4 ? 1 : 4 : 8;
  const char *word = unit == 8 ? "long" : unit == 4 ? "int" : "char";
  return xprintf("%s %s[%lu]", word, declarator, t->size / unit);
}

char *repro_declaration(const struct shm *s, const struct program_type *t, const char *declarator) {
  switch ((enum type_kind)t->kind) {
  case TYPE_POINTER: return declare_pointer(s, type_of_number(s, t->inner), declarator);
  case TYPE_ARRAY: return declare_array(s, t, declarator);
  case TYPE_SYNC: return declare_sync(t, declarator);
  case TYPE_STRUCT:
  case TYPE_UNION: {
    char *tag = tag_of(s, t), *text = xprintf("%s %s", tag, declarator);
    free(tag);
    return text;
  }
  case TYPE_CHAR: return xprintf("char %s", declarator);
  case TYPE_BOOL: return xprintf("_Bool %s", declarator);
  case TYPE_WIDE: return xprintf("%s %s", name_of(s, t), declarator);
  default: return xprintf("%s %s", integer_of(t), declarator);
  }
}

static void declare_members(struct buffer *b, struct repro_types *r, const struct program_type *t);

static void declare_member(struct buffer *b, struct repro_types *r, const struct program_member *m) {
  const struct program_type *type = type_of_number(r->shm, m->type);
  const char *name = shm_strings(r->shm) + m->name;
  bool is_inlined = !*name && (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION);
  if (is_inlined) { /* its members are spoken of without a name between */
    buffer_format(b, "%s { ", type->kind == TYPE_UNION ? "union" : "struct");
    declare_members(b, r, type);
    buffer_text(b, "}; ");
    return;
  }
  char *text = repro_declaration(r->shm, type, name);
  buffer_text(b, text);
  if (m->bits) buffer_format(b, " : %u", m->bits);
  buffer_text(b, "; ");
  free(text);
}

static void declare_members(struct buffer *b, struct repro_types *r, const struct program_type *t) {
  for (uint32_t i = 0; i < t->count; i++) declare_member(b, r, &shm_member(r->shm)[t->member + i]);
}

static bool is_declared(const struct repro_types *r, uint32_t number) {
  for (size_t i = 0; i < r->declared.count; i++)
    if (r->declared.at[i] == number) return true;
  return false;
}

void repro_declare(struct buffer *b, struct repro_types *r, const struct program_type *t) {
  const struct program_type *inner = t->kind == TYPE_ARRAY ? type_of_number(r->shm, t->inner) : NULL;
  if (inner) repro_declare(b, r, inner);
  if ((t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) || is_declared(r, t->same)) return;
  vec_push(&r->declared, t->same);
  for (uint32_t i = 0; i < t->count; i++) {
    const struct program_type *member = type_of_number(r->shm, shm_member(r->shm)[t->member + i].type);
    if (member) repro_declare(b, r, member);
  }
  char *tag = tag_of(r->shm, t);
  buffer_format(b, "%s { ", tag);
  declare_members(b, r, t);
  buffer_text(b, "};\n");
  free(tag);
}

void repro_types_free(struct repro_types *r) { vec_free(&r->declared); }
