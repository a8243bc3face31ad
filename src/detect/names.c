/* Three sources, in this order: debug information (variables.h) for what has a fixed address; the text of the program at the
 * place of an access (source_text.h); the list of globals that the instrumentation left, for programs without
 * debug information. */
#include "detect/names.h"
#include "base/die.h"
#include "detect/source_text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Traces are long and say the same again and again: what an event is called is kept, the last one of each slot. It depends on
 * nothing but the fields of the key. */
#define CACHE_SIZE (1u << 12)
struct cached {
  uint64_t address;
  uint32_t site, bytes;
  uint8_t kind;
  bool is_used;
  struct variable name;
};

struct names {
  struct cached *cache; /* CACHE_SIZE of them, made at the first event */
  const struct shm *program;
  const char *binary;
  struct variables *variables; /* NULL: no binary */
  struct source *source;       /* opened at the first question; NULL: no binary */
};

struct names *names_open(const struct shm *program, const char *binary) {
  struct names *n = xcalloc(1, sizeof *n);
  n->program = program;
  n->binary = binary;
  if (binary) n->variables = variables_open(binary);
  return n;
}

void names_close(struct names *n) {
  if (!n) return;
  free(n->cache);
  source_close(n->source);
  variables_close(n->variables);
  free(n);
}

/* ---- where the source says it ---- */

static bool place_of(const struct names *n, uint32_t site, struct source_place *out) {
  if (!site || site >= n->program->site_count) return false;
  const struct program_site *s = &shm_site(n->program)[site];
  *out = (struct source_place){shm_strings(n->program) + s->file, s->line, s->column};
  return true;
}

static unsigned role_of(enum event_kind kind) {
  switch (kind) {
  case EV_READ:
  case EV_ATOMIC_READ: return SOURCE_READ;
  case EV_WRITE:
  case EV_ATOMIC_WRITE:
  case EV_ATOMIC_UPDATE: return SOURCE_WRITTEN;
  default: return SOURCE_ARGUMENT;
  }
}

static bool ask_source(struct names *n, uint32_t site, enum event_kind kind, char *text, size_t size) {
  struct source_place place;
  if (!n->binary || !place_of(n, site, &place)) return false;
  if (!n->source) n->source = source_open(n->binary, variables_directories(n->variables));
  return source_expression(n->source, &place, role_of(kind), text, size);
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

/* What the operations of the last run on these bytes called them; the last one counts. */
static bool find_in_run(struct names *n, uint64_t address, uint32_t bytes, struct variable *out) {
  const struct trace *t = &n->program->trace;
  const struct event *e = shm_event(n->program);
  const struct waiting *w = shm_waiting(n->program);
  for (uint32_t i = 0; i < t->waiting_count && i < LAYOUT_THREADS; i++)
    if (w[i].object == address && ask_source(n, w[i].site, w[i].kind, out->text, sizeof out->text))
      return true;
  for (uint32_t i = t->event_count; i-- > 0;) {
    if (!event_is_visible(&e[i]) || e[i].addr != address ||
        (bytes && event_is_access(&e[i]) && e[i].aux != bytes))
      continue;
    if (ask_source(n, e[i].site, e[i].kind, out->text, sizeof out->text)) return true;
  }
  return false;
}

char *name_object(struct names *n, uint64_t address, uint32_t bytes) {
  struct variable v;
  if (!address) return NULL;
  if (find_global(n, address, bytes, &v) || find_in_run(n, address, bytes, &v)) return xstrdup(v.text);
  return NULL;
}

static void find_name(struct names *n, const struct event *e, struct variable *out) {
  char text[VARIABLE_TEXT];
  bool is_access = event_is_access(e) && e->kind != EV_FREE;
  *out = (struct variable){0};
  if (!e->addr) return;
  bool is_global = find_global(n, e->addr, is_access ? e->aux : 0, out);
  if (is_global && (out->is_exact || !is_access)) return;
  if (!ask_source(n, e->site, e->kind, text, sizeof text)) return;
  *out = (struct variable){0};
  strcpy(out->text, text);
  const char *member = last_member(text);
  if (member && n->variables)
    out->class = variables_member_class(n->variables, member, event_is_access(e) ? e->aux : 0);
}

void name_event(struct names *n, const struct event *e, struct variable *out) {
  if (!n->cache) n->cache = xcalloc(CACHE_SIZE, sizeof *n->cache);
  uint64_t hash = (e->addr ^ (uint64_t)e->site << 40 ^ (uint64_t)e->kind << 33) * 0x9e3779b97f4a7c15u;
  struct cached *c = &n->cache[hash >> 32 & (CACHE_SIZE - 1)];
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

/* Numbers are decimal, unless they are so large that they are rather an address. */
static void format_number(uint64_t value, uint32_t bytes, char *text, size_t size) {
  int64_t number = expr_signed(value, 8 * bytes);
  bool is_small = number >= INT32_MIN && number <= (int64_t)UINT32_MAX;
  snprintf(text, size, is_small ? "%" PRId64 : "0x%" PRIx64, number);
}

const char *name_value(struct names *n, const struct variable *v, uint64_t value, uint32_t bytes, char *text,
                       size_t size) {
  text[0] = 0;
  if (!bytes || bytes > 8) return text;
  const char *name = NULL;
  value &= expr_mask(8 * bytes);
  switch (v->class) {
  case CLASS_POINTER: snprintf(text, size, "0x%" PRIx64, value); return text;
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
