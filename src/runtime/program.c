/* The program's tables, left by the instrumentation in ELF sections (wire/site.h), copied to the
 * shared mapping with strings as offsets; index 0 of the sites is "unknown". For the runtime's
 * own use, functions and globals are kept sorted. */
#include "base/hash.h"
#include "runtime/state.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/auxv.h>

#define SECTION(type, name)                                                                                  \
  extern type __start_##name[] __attribute__((weak, visibility("hidden")));                                  \
  extern type __stop_##name[] __attribute__((weak, visibility("hidden")))
SECTION(const struct raddle_site, raddle_sites);
SECTION(unsigned char, raddle_cov);
SECTION(const struct raddle_block, raddle_blocks);
SECTION(const struct raddle_line, raddle_lines);
SECTION(const struct raddle_global, raddle_globals);
SECTION(const struct raddle_func, raddle_funcs);
SECTION(struct raddle_extern, raddle_externs);
SECTION(const struct raddle_local, raddle_locals);
SECTION(const struct raddle_weak, raddle_weak);
#define COUNT(name) ((uint32_t)(__stop_##name - __start_##name))

/* Strings: tables repeat the same few literals, so the last one of each address is remembered. */

enum { CACHE = 1 << 16 };
struct cached {
  const char *text;
  uint32_t offset;
};

static uint32_t string(struct cached *cache, const char *text) {
  if (!text || !*text) return 0;
  struct cached *c = &cache[hash_index((uint64_t)text, 16)];
  if (c->text == text) return c->offset;
  size_t n = strlen(text) + 1;
  if (SHM->strings_size + n > SHM_STRINGS_MAX) return 0;
  *c = (struct cached){text, SHM->strings_size};
  memcpy(shm_strings(SHM) + c->offset, text, n);
  SHM->strings_size += n;
  return c->offset;
}

static uint32_t at_most(uint32_t n, uint32_t max) { return n < max ? n : max; }

/* Each adds rows behind those that are there, as long as there is room, and returns where they
 * begin. */

static uint32_t publish_sites(struct cached *cache, const struct raddle_site *s,
                              const struct raddle_site *end) {
  uint32_t base = SHM->site_count;
  for (; s < end && SHM->site_count < SHM_SITE_MAX; s++)
    shm_site(SHM)[SHM->site_count++] =
        (struct program_site){string(cache, s->file),   string(cache, s->function), s->line, s->column,
                              string(cache, s->object), string(cache, s->object2)};
  return base;
}

static uint32_t publish_globals(struct cached *cache, const struct raddle_global *g,
                                const struct raddle_global *end) {
  uint32_t base = SHM->global_count;
  for (; g < end && SHM->global_count < PROGRAM_GLOBALS_MAX; g++) {
    ST->program.global[SHM->global_count] = g;
    shm_global(SHM)[SHM->global_count++] = (struct program_global){
        (uint64_t)g->address, g->size, string(cache, g->name), string(cache, g->file), g->line, 0};
  }
  return base;
}

static uint32_t publish_locals(struct cached *cache, const struct raddle_local *l,
                               const struct raddle_local *end) {
  uint32_t base = SHM->local_count;
  for (; l < end && SHM->local_count < SHM_SITE_MAX; l++)
    shm_local(SHM)[SHM->local_count++] = (struct program_local){
        string(cache, l->name), string(cache, l->function), string(cache, l->file), l->line, l->size};
  return base;
}

static uint32_t string_in(void *cache, const char *text) { return string(cache, text); }

static void publish_coverage_tables(struct cached *cache) {
  SHM->block_count = at_most(COUNT(raddle_blocks), SHM_COVERAGE_MAX);
  for (uint32_t i = 0; i < SHM->block_count; i++) {
    const struct raddle_block *b = &__start_raddle_blocks[i];
    shm_block(SHM)[i] =
        (struct program_block){string(cache, b->file), string(cache, b->function), b->line, b->flags};
  }
  SHM->line_count = at_most(COUNT(raddle_lines), SHM_COVERAGE_MAX);
  for (uint32_t i = 0; i < SHM->line_count; i++) {
    const struct raddle_line *l = &__start_raddle_lines[i];
    uint32_t block = l->cov - __start_raddle_cov;
    shm_line(SHM)[i] = (struct program_line){string(cache, l->file), l->line, block, l->flags};
  }
}

/* Libraries tell us of themselves before main; what is loaded later is named in the verdict, and
 * stays unknown. */
void __raddle_module(const struct raddle_module *tables) {
  struct program_state *p = &ST->program;
  if (ST->server.role != ROLE_NATIVE || p->module_count == PROGRAM_MODULES) return;
  p->module[p->module_count++].tables = tables;
}

static void publish_tables(struct cached *cache) {
  struct program_state *p = &ST->program;
  SHM->site_count = 1;
  SHM->global_count = SHM->local_count = 0;
  publish_sites(cache, __start_raddle_sites, __stop_raddle_sites);
  publish_globals(cache, __start_raddle_globals, __stop_raddle_globals);
  publish_locals(cache, __start_raddle_locals, __stop_raddle_locals);
  for (struct module *m = p->module; m < p->module + p->module_count; m++) {
    m->site_base = publish_sites(cache, m->tables->sites, m->tables->sites_end);
    m->global_base = publish_globals(cache, m->tables->globals, m->tables->globals_end);
    m->local_base = publish_locals(cache, m->tables->locals, m->tables->locals_end);
  }
  publish_coverage_tables(cache);
  shapes_publish(string_in, cache);
}

static void publish_weak(struct cached *cache) {
  const struct raddle_weak *w = __start_raddle_weak;
  SHM->weak_count = COUNT(raddle_weak);
  if (SHM->weak_count)
    SHM->weak_example = (struct program_weak){string(cache, w->file), string(cache, w->what), w->line};
}

/* Where a row of any table is in the explorer's. An object without a row there gets the first row:
 * if one of these objects is visible, all of them are. A site without a row is 0, the unknown
 * site. */
#define INDEX(type, section, rows, unknown, first)                                                           \
  uint32_t program_##type##_index(const struct raddle_##type *row) {                                         \
    const struct program_state *p = &ST->program;                                                            \
    if (row >= __start_##section && row < __stop_##section) return row - __start_##section + (first);        \
    for (const struct module *m = p->module; m < p->module + p->module_count; m++)                           \
      if (row >= m->tables->rows && row < m->tables->rows##_end)                                             \
        return row - m->tables->rows + m->type##_base;                                                       \
    return unknown;                                                                                          \
  }
INDEX(site, raddle_sites, sites, 0, 1)
INDEX(local, raddle_locals, locals, 0, 0)
INDEX(global, raddle_globals, globals, 0, 0)

/* Sorted copies. */

static int by_start(const void *x, const void *y) {
  uint64_t a = ((const struct function *)x)->start, b = ((const struct function *)y)->start;
  return (a > b) - (a < b);
}

static int by_address(const void *x, const void *y) {
  uint64_t a = (uint64_t)(*(const struct raddle_global *const *)x)->address;
  uint64_t b = (uint64_t)(*(const struct raddle_global *const *)y)->address;
  return (a > b) - (a < b);
}

static void sort_tables(void) {
  struct program_state *p = &ST->program;
  p->func_count = at_most(COUNT(raddle_funcs), PROGRAM_FUNCS_MAX);
  for (uint32_t i = 0; i < p->func_count; i++) p->func[i].start = (uint64_t)__start_raddle_funcs[i].address;
  qsort(p->func, p->func_count, sizeof *p->func, by_start);
  program_find_ends(p->func, p->func_count);
  p->global_count = SHM->global_count;
  qsort(p->global, p->global_count, sizeof *p->global, by_address);
}

/* Index of the first func above pc. */
static uint32_t func_above(uint64_t pc) {
  const struct program_state *p = &ST->program;
  uint32_t low = 0, high = p->func_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (p->func[middle].start <= pc)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool program_has_pc(uint64_t pc) {
  uint32_t above = func_above(pc);
  /* A function may end with a call that does not return: its return address is one past the end. */
  return above && pc <= ST->program.func[above - 1].end;
}

const struct raddle_global *program_global_before(uint64_t address) {
  const struct program_state *p = &ST->program;
  uint32_t low = 0, high = p->global_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if ((uint64_t)p->global[middle]->address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? p->global[low - 1] : NULL;
}

/* Functions that are called but not instrumented. */

/* Natives that the program has functions of its own for: the linker says where. */
#define NATIVE(name) extern const char __raddle_own_##name[] __attribute__((weak));
#define MODEL(name)
#define TELLS(name, stream)
#define SINK(name)
#define PURE(name)
#define SHARES(name)
#define CONSULTS(name)
#define READS(name)
#define KEEPS(name)
#define ALIASES(name)
#define OPAQUE(name)
#define NAMED(name)
#include "wire/calls.def"
#undef NATIVE
#undef MODEL
#undef TELLS
#undef SINK
#undef PURE
#undef SHARES
#undef CONSULTS
#undef READS
#undef KEEPS
#undef ALIASES
#undef OPAQUE
#undef NAMED

static const struct listed {
  const char *name;
  enum extern_state state;
  const char *own;
} LISTED[] = {
#define NATIVE(name) {#name, EXTERN_KNOWN, __raddle_own_##name},
#define MODEL(name)
#define TELLS(name, stream) {#name, EXTERN_TELLS, NULL},
#define SINK(name) {#name, EXTERN_KNOWN, NULL},
#define PURE(name) {#name, EXTERN_PURE, NULL},
#define SHARES(name) {#name, EXTERN_SHARES, NULL},
#define CONSULTS(name) {#name, EXTERN_CONSULTS, NULL},
#define READS(name) {#name, EXTERN_READS, NULL},
#define KEEPS(name) {#name, EXTERN_KEEPS, NULL},
#define ALIASES(name) {#name, EXTERN_ALIASES, NULL},
#define OPAQUE(name) {#name, EXTERN_OPAQUE, NULL},
#define NAMED(name) {#name, EXTERN_NAMED, NULL},
#include "wire/calls.def"
#undef NATIVE
#undef MODEL
#undef TELLS
#undef SINK
#undef PURE
#undef SHARES
#undef CONSULTS
#undef READS
#undef KEEPS
#undef ALIASES
#undef OPAQUE
#undef NAMED
#define MALLOC(name) {#name, EXTERN_KNOWN, NULL},
#include "wire/malloc.def"
#undef MALLOC
};

/* Functions of the runtime itself. */
static bool is_own_name(const char *name) {
  static const char *const prefixes[] = {"raddle_", "klee_", "__VERIFIER", "__raddle_",
                                         "__Crest", "llvm.", NULL};
  if (!strncmp(name, "__raddle_call_", strlen("__raddle_call_"))) return false;
  for (const char *const *p = prefixes; *p; p++)
    if (!strncmp(name, *p, strlen(*p))) return true;
  return false;
}

bool program_is_instrumented(const void *address) {
  const struct program_state *p = &ST->program;
  uint32_t above = func_above((uint64_t)address);
  if (above && p->func[above - 1].start == (uint64_t)address) return true;
  for (const struct module *m = p->module; m < p->module + p->module_count; m++)
    for (const struct raddle_func *f = m->tables->funcs; f < m->tables->funcs_end; f++)
      if (f->address == address) return true;
  return false;
}

static enum extern_state state_of(const struct raddle_extern *x) {
  if (program_is_instrumented(x->address) || is_own_name(x->name)) return EXTERN_KNOWN;
  for (size_t i = 0; i < sizeof LISTED / sizeof *LISTED; i++) {
    const struct listed *l = &LISTED[i];
    if (strcmp(l->name, x->name)) continue;
    if (!l->own) return l->state;
    return program_is_instrumented(l->own) ? EXTERN_KNOWN : EXTERN_UNKNOWN;
  }
  return EXTERN_UNKNOWN;
}

bool extern_survives_reset(enum extern_state state) {
  return state == EXTERN_UNKNOWN || state == EXTERN_KEEPS || state == EXTERN_ALIASES ||
         state == EXTERN_OPAQUE || state == EXTERN_NAMED;
}

static void classify_externs(struct raddle_extern *x, const struct raddle_extern *end) {
  for (; x < end; x++) {
    x->state = state_of(x);
    if (x->state == EXTERN_UNKNOWN) ST->program.has_unknown = true;
    if (!extern_survives_reset(x->state)) continue;
    if (x->is_pointed_to) ST->program.must_fork = true;
    state_debug("calls %s, which a reset cannot undo", x->name);
  }
}

static void classify_all_externs(void) {
  const struct program_state *p = &ST->program;
  classify_externs(__start_raddle_externs, __stop_raddle_externs);
  for (const struct module *m = p->module; m < p->module + p->module_count; m++)
    classify_externs(m->tables->externs, m->tables->externs_end);
}

static const struct raddle_extern *find_extern(const struct raddle_extern *x, const struct raddle_extern *end,
                                               const void *address) {
  while (x < end && x->address != address) x++;
  return x < end ? x : NULL;
}

const struct raddle_extern *program_extern_at(const void *address) {
  const struct program_state *p = &ST->program;
  const struct raddle_extern *x = find_extern(__start_raddle_externs, __stop_raddle_externs, address);
  for (const struct module *m = p->module; !x && m < p->module + p->module_count; m++)
    x = find_extern(m->tables->externs, m->tables->externs_end, address);
  return x;
}

void program_publish(void) {
  uint32_t before = SHM->strings_size; /* a server before us may have said more: its offsets stay valid */
  SHM->strings_size = 1;               /* offset 0 is the empty string */
  /* malloc may be the program's. */
  struct cached *cache =
      mmap(NULL, CACHE * sizeof *cache, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (cache == MAP_FAILED) state_fail("no memory");
  publish_tables(cache);
  publish_weak(cache);
  if (SHM->strings_size < before) SHM->strings_size = before;
  munmap(cache, CACHE * sizeof *cache);
  sort_tables();
  classify_all_externs();
  ST->program.is_static = getauxval(AT_BASE) == 0; /* no interpreter */
}

/* Coverage. */

void program_coverage_range(uint64_t *start, uint64_t *end) {
  *start = (uint64_t)__start_raddle_cov;
  *end = (uint64_t)__stop_raddle_cov;
}

static uint64_t word_at(const void *p) {
  uint64_t w;
  memcpy(&w, p, sizeof w);
  return w;
}

void program_forget_coverage(void) {
  memcpy(__start_raddle_cov, shm_coverage(SHM), at_most(COUNT(raddle_cov), SHM_COVERAGE_MAX));
}

uint32_t program_publish_coverage(void) {
  uint32_t n = at_most(COUNT(raddle_cov), SHM_COVERAGE_MAX), fresh = 0;
  const unsigned char *now = __start_raddle_cov;
  uint8_t *known = shm_coverage(SHM);
  for (uint32_t i = 0; i < n; i++) {
    while (i + 8 <= n && !(word_at(now + i) & ~word_at(known + i))) i += 8;
    if (i >= n || !now[i] || known[i]) continue;
    known[i] = 1;
    fresh++;
  }
  return fresh;
}
