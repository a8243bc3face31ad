/* Three sources, in this order: debug information (variables.h) for what has a fixed address;
 * the list of globals that the instrumentation left, for programs without debug information;
 * what the instrumentation found the source to call the memory at the place of an access
 * (compile/expression.h). */
#include "detect/names.h"
#include "base/die.h"
#include "base/hash.h"
#include "wire/layout.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Traces are long and say the same again and again: what an event is called is kept, the last
 * one of each slot. It depends on nothing but the fields of the key. */
#define CACHE_BITS 12
struct cached {
  uint64_t address;
  uint32_t site, bytes;
  uint8_t kind;
  bool is_used;
  struct variable name;
};

struct names {
  struct cached *cache; /* 2^CACHE_BITS of them, made at the first event */
  const struct shm *program;
  struct variables *variables; /* NULL: no binary */
};

struct names *names_open(const struct shm *program, const char *binary) {
  struct names *n = xcalloc(1, sizeof *n);
  n->program = program;
  if (binary) n->variables = variables_open(binary);
  return n;
}

void names_close(struct names *n) {
  if (!n) return;
  free(n->cache);
  variables_close(n->variables);
  free(n);
}

/* ---- what the source calls it ---- */

/* Of the two objects of a site: a wait on a condition variable unlocks and locks the second, a
 * copy reads it. */
static bool is_about_second(enum event_kind kind) {
  switch (kind) {
  case EV_LOCK:
  case EV_UNLOCK:
  case EV_LOCK_FAIL:
  case EV_SEEN:
  case EV_READ: return true;
  default: return false;
  }
}

static bool ask_site(const struct names *n, uint32_t site, enum event_kind kind, char *text, size_t size) {
  text[0] = 0;
  if (!site || site >= n->program->site_count) return false;
  const struct program_site *s = &shm_site(n->program)[site];
  const char *strings = shm_strings(n->program), *second = strings + s->object2;
  const char *name = *second && is_about_second(kind) ? second : strings + s->object;
  snprintf(text, size, "%s", name);
  return *text;
}

/* The member that an expression ends in: "cnt" of v->cnt; NULL if in none. */
static const char *last_member(const char *expression) {
  const char *dot = strrchr(expression, '.'), *arrow = strrchr(expression, '>');
  const char *name = dot > arrow ? dot : arrow;
  return name && !strpbrk(name + 1, " ()[]") ? name + 1 : NULL;
}

/* ---- objects ---- */

static bool find_listed(const struct names *n, uint64_t address, uint32_t bytes, struct variable *out) {
  const struct program_global *g = shm_global(n->program);
  for (uint32_t i = 0; i < n->program->global_count; i++) {
    uint64_t offset = address - g[i].address;
    if (address < g[i].address || offset >= g[i].size || offset + bytes > g[i].size) continue;
    const char *name = shm_strings(n->program) + g[i].name;
    snprintf(out->text, sizeof out->text, offset ? "%s+%" PRIu64 : "%s", name, offset);
    return true;
  }
  return false;
}

static bool find_global(struct names *n, uint64_t address, uint32_t bytes, struct variable *out) {
  *out = (struct variable){0};
  if (n->variables && variables_find(n->variables, address, bytes, out)) return true;
  return find_listed(n, address, bytes, out);
}

/* A member or an element tells more than what a pointer points to. */
static bool is_telling(const char *name) { return *name != '*' && strpbrk(name, ".>["); }

/* Takes the name at a site if it is better than the one there is. */
static void prefer(const struct names *n, uint32_t site, enum event_kind kind, struct variable *best) {
  char text[VARIABLE_TEXT];
  if (is_telling(best->text) || !ask_site(n, site, kind, text, sizeof text)) return;
  if (!*best->text || is_telling(text)) strcpy(best->text, text);
}

/* What the operations of the last run on these bytes called them. */
static bool find_in_run(struct names *n, uint64_t address, uint32_t bytes, struct variable *out) {
  const struct trace *t = &n->program->trace;
  const struct event *e = shm_event(n->program);
  const struct waiting *w = shm_waiting(n->program);
  for (uint32_t i = 0; i < t->waiting_count && i < LAYOUT_THREADS; i++)
    if (w[i].object == address) prefer(n, w[i].site, (enum event_kind)w[i].kind, out);
  for (uint32_t i = t->event_count; i-- > 0 && !is_telling(out->text);) {
    bool is_other = event_is_access(&e[i]) && bytes && e[i].aux != bytes;
    if (event_is_visible(&e[i]) && e[i].addr == address && !is_other)
      prefer(n, e[i].site, (enum event_kind)e[i].kind, out);
  }
  return *out->text;
}

char *name_object(struct names *n, uint64_t address, uint32_t bytes) {
  struct variable v;
  if (!address) return NULL;
  if (find_global(n, address, bytes, &v) || find_in_run(n, address, bytes, &v)) return xstrdup(v.text);
  return NULL;
}

static void find_name(struct names *n, const struct event *e, struct variable *out) {
  char text[VARIABLE_TEXT];
  bool is_access = (event_is_access(e) && e->kind != EV_FREE) || e->kind == EV_SEEN;
  *out = (struct variable){0};
  if (!e->addr) return;
  bool is_global = find_global(n, e->addr, is_access ? e->aux : 0, out);
  if (is_global && (out->is_exact || !is_access)) return;
  if (!ask_site(n, e->site, e->kind, text, sizeof text)) return;
  *out = (struct variable){0};
  strcpy(out->text, text);
  const char *member = last_member(text);
  if (member && n->variables)
    out->class = variables_member_class(n->variables, member, is_access ? e->aux : 0);
}

void name_event(struct names *n, const struct event *e, struct variable *out) {
  if (!n->cache) n->cache = xcalloc(1u << CACHE_BITS, sizeof *n->cache);
  uint64_t key = e->addr ^ (uint64_t)e->site << 40 ^ (uint64_t)e->kind << 33;
  struct cached *c = &n->cache[hash_index(key, CACHE_BITS)];
  bool is_it =
      c->is_used && c->address == e->addr && c->site == e->site && c->bytes == e->aux && c->kind == e->kind;
  if (!is_it) {
    *c = (struct cached){
        .address = e->addr, .site = e->site, .bytes = e->aux, .kind = e->kind, .is_used = true};
    find_name(n, e, &c->name);
  }
  *out = c->name;
}

/* ---- values ---- */

static void format_float(uint64_t value, uint32_t bytes, char *text, size_t size) {
  float narrow;
  double wide;
  memcpy(&narrow, &value, sizeof narrow);
  memcpy(&wide, &value, sizeof wide);
  snprintf(text, size, "%g", bytes == sizeof narrow ? (double)narrow : wide);
}

/* Objects behind pointer inputs are called by their labels. */
static void format_address(uint64_t value, char *text, size_t size) {
  uint32_t label = layout_label(value);
  uint64_t offset = value - layout_input(label);
  if (!label || offset >= LAYOUT_INPUT_SIZE)
    snprintf(text, size, "0x%" PRIx64, value);
  else
    snprintf(text, size, offset ? "#%u+%" PRIu64 : "#%u", label, offset);
}

/* Numbers are decimal, unless they are so large that they are rather an address. */
static void format_number(uint64_t value, uint32_t bytes, char *text, size_t size) {
  int64_t number = expr_signed(value, 8 * bytes);
  bool is_small = number >= INT32_MIN && number <= (int64_t)UINT32_MAX;
  if (is_small)
    snprintf(text, size, "%" PRId64, number);
  else
    format_address((uint64_t)number, text, size);
}

const char *name_value(struct names *n, const struct variable *v, uint64_t value, uint32_t bytes, char *text,
                       size_t size) {
  text[0] = 0;
  if (!bytes || bytes > 8) return text;
  const char *name = NULL;
  value &= expr_mask(8 * bytes);
  switch (v->class) {
  case CLASS_POINTER: format_address(value, text, size); return text;
  case CLASS_UNSIGNED: snprintf(text, size, "%" PRIu64, value); return text;
  case CLASS_BOOL: snprintf(text, size, value ? "true" : "false"); return text;
  case CLASS_FLOAT: format_float(value, bytes, text, size); return text;
  case CLASS_CHAR:
    if (value < ' ' || value > '~') break;
    snprintf(text, size, "'%c'", (char)value);
    return text;
  case CLASS_ENUM: name = variables_enumerator(n->variables, v->type, expr_signed(value, 8 * bytes)); break;
  default: break;
  }
  if (name)
    snprintf(text, size, "%s", name);
  else
    format_number(value, bytes, text, size);
  return text;
}
