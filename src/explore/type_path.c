/* Members of a union lie over each other, so a way may end where there is no such part: then the next
 * member is tried. */
#include "explore/type_path.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct way {
  const struct shm *shm;
  struct type_wanted wanted;
  char *text;
  size_t size;
};

const struct program_type *type_of_number(const struct shm *s, uint32_t number) {
  return number && number <= s->type_count ? &shm_type(s)[number - 1] : NULL;
}

bool type_is_flexible(const struct shm *s, const struct program_type *t) {
  if (t->kind != TYPE_STRUCT || !t->count || t->member + t->count > s->member_count) return false;
  const struct program_type *last = type_of_number(s, shm_member(s)[t->member + t->count - 1].type);
  return last && last->kind == TYPE_ARRAY && !last->count;
}

static bool is_wanted(const struct way *w, const struct program_type *t, uint64_t offset) {
  bool is_whole = t->kind == TYPE_ARRAY || t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
  if (offset) return false;
  return w->wanted.type ? t->same == w->wanted.type->same : !is_whole && t->size == w->wanted.bytes;
}

static bool find(const struct way *w, const struct program_type *t, uint64_t offset, size_t used);

static bool find_element(const struct way *w, const struct program_type *array, uint64_t offset,
                         size_t used) {
  const struct program_type *each = type_of_number(w->shm, array->inner);
  if (!each || !each->size) return false;
  int n = snprintf(w->text + used, w->size - used, "[%" PRIu64 "]", offset / each->size);
  return n > 0 && used + (size_t)n < w->size && find(w, each, offset % each->size, used + (size_t)n);
}

/* A bit-field has a name if no other one shares the bytes that were read. */
static bool is_alone(const struct way *w, const struct program_type *t, const struct program_member *m) {
  uint64_t end = m->offset + w->wanted.bytes;
  if (w->wanted.type) return false;
  for (uint32_t i = 0; i < t->count; i++) {
    const struct program_member *other = &shm_member(w->shm)[t->member + i];
    uint64_t first = other->offset + other->bit / 8;
    if (other != m && other->bits && first < end &&
        other->offset + (other->bit + other->bits + 7) / 8 > m->offset)
      return false;
  }
  return m->bit + m->bits <= 8 * w->wanted.bytes;
}

static bool find_in_member(const struct way *w, const struct program_type *t, const struct program_member *m,
                           uint64_t offset, size_t used) {
  const struct program_type *type = type_of_number(w->shm, m->type);
  const char *name = shm_strings(w->shm) + m->name;
  bool is_flexible = type && type->kind == TYPE_ARRAY && !type->count;
  if (!type || offset < m->offset || (!is_flexible && offset - m->offset >= type->size)) return false;
  int n = snprintf(w->text + used, w->size - used, *name ? ".%s" : "%s", name);
  if (n < 0 || used + (size_t)n >= w->size) return false;
  if (m->bits) return offset == m->offset && is_alone(w, t, m);
  return find(w, type, offset - m->offset, used + (size_t)n);
}

static bool find(const struct way *w, const struct program_type *t, uint64_t offset, size_t used) {
  w->text[used] = 0;
  if (is_wanted(w, t, offset)) return true;
  if (t->kind == TYPE_ARRAY) return find_element(w, t, offset, used);
  if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) return false;
  for (uint32_t i = 0; i < t->count && t->member + i < w->shm->member_count; i++)
    if (find_in_member(w, t, &shm_member(w->shm)[t->member + i], offset, used)) return true;
  return false;
}

bool type_path(const struct shm *s, const struct input_object *o, uint64_t offset, struct type_wanted wanted,
               char *text, size_t size) {
  const struct program_type *t = type_of_number(s, o->type);
  struct way w = {s, wanted, text, size};
  if (!t || !t->size || offset >= o->bytes || !size) return false;
  if (o->bytes < 2 * t->size || type_is_flexible(s, t)) return find(&w, t, offset, 0);
  if (wanted.type && !offset && wanted.type->same == t->same) return *text = 0, true;
  int n = snprintf(text, size, "[%" PRIu64 "]", offset / t->size);
  return n > 0 && (size_t)n < size && find(&w, t, offset % t->size, (size_t)n);
}

bool type_part_name(const struct shm *s, const struct input_object *o, uint64_t offset,
                    struct type_wanted wanted, char *text, size_t size) {
  char path[128];
  bool is_followed = *o->name == '*'; /* its name is no postfix expression */
  if (!type_path(s, o, offset, wanted, path, sizeof path)) return false;
  const struct program_type *t = type_of_number(s, o->type);
  const char *open = is_followed ? "(" : "", *close = is_followed ? ")" : "";
  bool is_array = o->label && *path == '[' && o->bytes < 2 * t->size;
  int n;
  if (is_array)
    n = snprintf(text, size, "(*%s)%s", o->name, path);
  else if (o->label && !*path)
    n = snprintf(text, size, "*%s", o->name);
  else if (o->label && *path == '.')
    n = snprintf(text, size, "%s%s%s->%s", open, o->name, close, path + 1);
  else
    n = snprintf(text, size, "%s%s%s%s", *path ? open : "", o->name, *path ? close : "", path);
  return n > 0 && (size_t)n < size;
}
